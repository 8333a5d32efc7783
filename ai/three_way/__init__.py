"""Rivers for three players."""
