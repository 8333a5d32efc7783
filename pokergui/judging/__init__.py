"""Off-policy evaluation of strategies on recorded hands."""
