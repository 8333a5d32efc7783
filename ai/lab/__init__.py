"""The lessons of the Lab: the lecture's CFR step by step, schedules, estimators."""
