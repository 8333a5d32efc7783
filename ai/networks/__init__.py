"""Networks that play: their kernels, what they are told of a game, files, and the engine."""
