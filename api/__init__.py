"""The HTTP API of Arbitre: requests and responses on the wire, over one read-only knowledge base."""
