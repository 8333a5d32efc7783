"""Common parts of learning algorithms: interface, run, checkpoints."""
