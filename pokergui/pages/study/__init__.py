"""The Study page: ranges, solving, reports, comparison and search at one node."""
