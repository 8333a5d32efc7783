"""Jobs off the GUI thread, timers and watchers of folders."""
