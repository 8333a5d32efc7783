"""What all learning algorithms share: the interface, the run, its checkpoints."""
