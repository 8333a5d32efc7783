"""Strategy files and files of arrays: read validated, written atomically, watched."""
