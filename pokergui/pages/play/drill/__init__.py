"""The drills view: spots to practise on at Play's table."""
