"""Neural fictitious self-play: networks trained by self-play."""
