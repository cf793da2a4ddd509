"""`make bench`: what Arbitre does, beside others on the same passages and the same machine, in one run, written as a page."""
