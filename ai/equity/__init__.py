"""The `equity` engine: Monte Carlo on a fixed menu against uniform beliefs, for any seats."""

from ai.equity.agent import EquityAgent

__all__ = ["EquityAgent"]
