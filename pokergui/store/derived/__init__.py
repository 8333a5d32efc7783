"""What can be computed again from stored hands, in files of its own beside the hand database."""
