"""River and turn spots, solved exactly without card abstraction."""
