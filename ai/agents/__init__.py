"""Engine base classes, registry entries, baselines and sparring partners."""
