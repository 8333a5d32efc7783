"""The widgets of the room."""
