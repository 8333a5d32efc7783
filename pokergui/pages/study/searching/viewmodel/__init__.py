"""What is shown, as frozen data."""
