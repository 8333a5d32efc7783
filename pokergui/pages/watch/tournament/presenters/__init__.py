"""What answers a person in the room of tournaments."""
