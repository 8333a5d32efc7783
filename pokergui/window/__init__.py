"""The main window, and the wiring between its pages."""
