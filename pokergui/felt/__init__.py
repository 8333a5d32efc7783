"""Scenes of the table for Play, Watch and History, without Qt."""
