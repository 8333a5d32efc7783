"""What was computed once and can be computed again: no record, in files of their own."""
