"""Evaluation of strategies from recorded hands, with variance reduction."""
