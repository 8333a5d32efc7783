"""The rows of a database in its bytes, read without SQLite: https://sqlite.org/fileformat2.html."""
