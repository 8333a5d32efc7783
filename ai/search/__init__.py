"""Tree search over information states: UCT, Smooth UCT, beliefs and the adaptive stop."""
