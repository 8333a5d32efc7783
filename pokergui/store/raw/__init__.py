"""Recovery of rows from raw database pages, without SQLite: https://sqlite.org/fileformat2.html."""
