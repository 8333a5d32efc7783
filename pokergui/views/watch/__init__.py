"""The Watch page: stage and controls of a match, its curve, its figures."""
