"""Arbitre: rulebooks of miniatures games, in French, turned into a knowledge base that can be searched and asked."""

__version__ = "0.1.0"
