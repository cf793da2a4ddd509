"""One reader a publication, found by the name that its work's `reading.toml` gives; nothing imports one by name."""
