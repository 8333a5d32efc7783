"""What ranges do and win on many boards, and where strategies differ."""
