"""Network engines: kernels, input encoding, files, and the engine."""
