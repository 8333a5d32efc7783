"""Evaluation of strategies by recorded hands, and results with the luck taken out."""
