"""Range grid widgets."""
