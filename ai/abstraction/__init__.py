"""Tools that make large games small: bet menus, translation of other bets, card buckets."""
