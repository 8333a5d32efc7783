"""Profiles: how often a player bets, folds, calls and raises, counted or typed."""
