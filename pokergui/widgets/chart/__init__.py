"""The charts: layout, scales, painting and reading."""
