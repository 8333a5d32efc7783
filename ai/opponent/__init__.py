"""Opponent modelling: behaviour of an opponent, and inference about its cards."""
