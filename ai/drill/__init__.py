"""Spots to practise: their kinds, fresh deals of them, and dice for mixtures."""
