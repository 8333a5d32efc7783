"""The Train page: runs of learning algorithms."""
