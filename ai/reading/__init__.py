"""Full-range queries of engines along a line: reach, lines, noise, optional capabilities."""
