"""The table as shown in Play, Watch and History: pure, without Qt."""
