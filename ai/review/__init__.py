"""Review of recorded decisions by a judge engine."""
