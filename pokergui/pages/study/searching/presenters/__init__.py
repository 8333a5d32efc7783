"""What answers to the page: QtCore, no widgets."""
