"""Deep CFR: networks that learn advantages from sampled walks, and their average."""
