"""Functions that turn questions and answers into what the room shows."""
