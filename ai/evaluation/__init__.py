"""What recorded hands say of strategies, and results with the luck taken out."""
