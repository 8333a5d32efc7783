"""Player profiles: betting, folding, calling and raising frequencies, counted or typed."""
