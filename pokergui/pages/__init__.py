"""One room for each page of the window."""
