"""The bytes of a database, read beside SQLite: https://sqlite.org/fileformat2.html."""
