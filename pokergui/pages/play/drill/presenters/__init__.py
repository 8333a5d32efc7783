"""What answers a person in the room."""
