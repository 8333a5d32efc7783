"""Drills: kinds of spots, fresh deals of them, and dice for mixed strategies."""
