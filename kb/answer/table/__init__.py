"""What a question reads in a table: its rows and columns by their names, the cell where they cross, the notes that a row calls."""
