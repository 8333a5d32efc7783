"""The Preflop page: jam or fold, solved exactly."""
