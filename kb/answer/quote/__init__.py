"""The words that prove an answer: which clauses are quoted, how a long provision is shortened, and that each stands where it is said to."""
