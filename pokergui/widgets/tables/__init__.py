"""Tables and lists: rows under columns, declared once and shown in one way."""
