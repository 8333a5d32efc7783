"""Reports over many boards: frequencies, EV, and strategy differences."""
