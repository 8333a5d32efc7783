"""The bytes of a database, read without SQLite: https://sqlite.org/fileformat2.html."""
