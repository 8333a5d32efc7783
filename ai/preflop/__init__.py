"""Before the flop: jam or fold solved, the Independent Chip Model, equities of three hands."""
