"""Card abstraction for large games: canonical boards, features, buckets, board classes."""
