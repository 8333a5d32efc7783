"""What an engine is: base classes, registry entry, baselines and sparring partners."""
