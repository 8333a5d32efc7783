"""River and turn spots with exact hands, solved exactly."""
