"""The room of drills: spots to practise on at Play's table."""
