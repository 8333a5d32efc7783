"""Tables and lists with declarative columns."""
