"""EV and equity of hands and ranges at a node."""
