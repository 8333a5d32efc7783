"""Spots to practise on: of what kind they are, fresh deals of them, and dice for mixtures."""
