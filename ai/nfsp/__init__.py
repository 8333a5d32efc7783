"""Neural fictitious self-play: networks that learn a game's strategies by playing it."""
