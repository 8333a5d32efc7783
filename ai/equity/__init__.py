"""The `equity` engine: Monte Carlo on a fixed menu against a uniform belief."""

from ai.equity.agent import EquityAgent

__all__ = ["EquityAgent"]
