"""Sessions between engines and views: QtCore only, no widgets."""
