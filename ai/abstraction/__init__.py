"""What makes large games small: bet menus, translation of bets outside them, card buckets."""
