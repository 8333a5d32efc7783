"""The room of the aggregate report in Study."""
