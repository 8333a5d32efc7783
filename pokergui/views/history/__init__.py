"""The History page: filter, list of hands, replayer, statistics."""
