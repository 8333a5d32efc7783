"""Strategy and array files: validated on loading, written atomically, watched for changes."""
