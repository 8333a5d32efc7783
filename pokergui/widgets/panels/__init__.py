"""What panels and bars have in common."""
