"""The Lab page: regret matching and CFR step by step."""
