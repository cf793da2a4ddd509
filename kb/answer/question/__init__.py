"""What a question asks, of which game and how; and whether the book can answer it at all."""
