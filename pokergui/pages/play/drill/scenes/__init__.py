"""From questions and answers to what the room shows."""
