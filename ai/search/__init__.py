"""Information set tree search: UCT, Smooth UCT, beliefs and adaptive stopping."""
