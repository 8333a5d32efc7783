"""Networks that play: their kernels, inputs from a game, files, and the engine."""
