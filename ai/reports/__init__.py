"""Actions and EV of ranges on many boards, and differences of strategies."""
