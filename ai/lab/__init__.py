"""Lab lessons: the lecture's CFR step by step, schedules, estimators."""
