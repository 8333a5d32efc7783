"""Games small enough to enumerate: their deals, classes of hands and boards, and pot shares."""
