"""The table: one layout function, painters, motion, and the widget that holds them."""
