"""The desktop program: its window, its commands and its database."""
