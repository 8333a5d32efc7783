"""The room of spots in Study: the form of one, and the list of those saved."""
