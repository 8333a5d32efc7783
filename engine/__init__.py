"""The rules and numbers of poker: games, cards, rulebook, evaluator, equity, matches."""
