"""What paints and what reports intents: no rules, no arithmetic on chips."""
