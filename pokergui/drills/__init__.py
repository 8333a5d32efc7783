"""Drills: spots to practise, their judges, and their repetition."""
