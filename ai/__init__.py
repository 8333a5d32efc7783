"""Engines that decide, learn and are judged."""
