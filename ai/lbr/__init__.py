"""Local best response: a lower bound of exploitability in large games."""
