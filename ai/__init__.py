"""Poker engines: playing, training and evaluation."""
