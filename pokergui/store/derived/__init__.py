"""Results that were computed once and can be computed again: no records, in files of their own."""
