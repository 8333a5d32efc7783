"""The table as it is shown in Play, Watch and History: pure, without Qt."""
