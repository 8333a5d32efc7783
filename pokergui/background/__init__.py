"""Jobs off the GUI thread, timers, and what watches folders."""
