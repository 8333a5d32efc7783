"""Statistics of players, as commands print them."""

from __future__ import annotations

from typing import Any

from engine.stats import PlayerStats, Share

_STATS = ("vpip", "pfr", "three_bet", "af", "wtsd", "wsd")
_TITLES = {"vpip": "VPIP", "pfr": "PFR", "three_bet": "3-bet", "wtsd": "WTSD", "wsd": "W$SD"}


def shares(stats: PlayerStats) -> dict[str, Any]:
    """Return each statistic by name, and its numerator and denominator as ``counts``."""
    values: dict[str, Share] = {name: getattr(stats, name) for name in _STATS}
    counts = {name: [share.part, share.whole] for name, share in values.items()}
    return {name: share.value for name, share in values.items()} | {"counts": counts}


def shares_line(name: str, stats: PlayerStats) -> str:
    parts = ", ".join(f"{title} {_percent(getattr(stats, key))}" for key, title in _TITLES.items())
    factor = "-" if stats.af.value is None else f"{stats.af.value:.2f}"
    return f"{name}: {parts}, AF {factor} ({stats.af.part}/{stats.af.whole})"


def _percent(share: Share) -> str:
    value = "-" if share.value is None else f"{100 * share.value:.1f}%"
    return f"{value} ({share.part}/{share.whole})"
