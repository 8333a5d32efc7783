"""What the room shows, frozen."""
