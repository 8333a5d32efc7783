"""Deep CFR: advantage networks trained on sampled traversals, and their average."""
