"""Words and figures, as all pages write them."""
