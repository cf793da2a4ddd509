"""What the engine of a game says of a question: what the question names becomes a request, and the answer of the engine a conclusion."""
