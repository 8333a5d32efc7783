"""Drills: spots to practise on, how they are judged, and when they come again."""
