"""Bet sizes, bet menus, and action translation."""
