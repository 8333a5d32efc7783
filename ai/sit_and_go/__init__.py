"""Sit-and-go tournaments: plan and stages, engines for them, tournaments between engines."""
