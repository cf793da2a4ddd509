"""What any stage stands on: the folders that travel with the code, files written whole or not at all, other processes."""
