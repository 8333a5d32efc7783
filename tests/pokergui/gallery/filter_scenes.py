"""Hand-made filters and hand classes of Study, for tests and pictures."""

from __future__ import annotations

import random
from dataclasses import replace

from pokergui.pages.study.reading.viewmodel.filter import (
    FilterColumn,
    FilterEntry,
    FilterScene,
    HandBar,
    HandsScene,
)
from pokergui.viewmodel.grid import GridAction

_MADE = (
    *(("set", "Set", 0.013), ("two_pair", "Two pair", 0.043), ("overpair", "Overpair", 0.007)),
    *(("top_pair", "Top pair", 0.13), ("second_pair", "Second pair", 0.1)),
    *(("pocket_pair", "Pocket pair", 0.046), ("third_pair", "Third pair", 0.085)),
    *(("low_pair", "Low pair", 0.043), ("ace_high", "Ace high", 0.14)),
    ("no_made_hand", "No made hand", 0.393),
)
_DRAWS = (
    *(("flush_draw", "Flush draw", 0.09), ("open_ended", "Open-ended", 0.06)),
    *(("gutshot", "Gutshot", 0.12), ("combo_draw", "Combo draw", 0.02)),
)
_GROUPS = (("made", "Made hands", 0.47), ("draws", "Draws", 0.2), ("air", "Air", 0.4))
_COMBOS = 853


def _entries(kinds: tuple[tuple[str, str, float], ...]) -> tuple[FilterEntry, ...]:
    return tuple(
        FilterEntry(key, title, f"{_COMBOS * share:.0f}", key == "top_pair")
        for key, title, share in kinds
    )


def bar(actions: tuple[GridAction, ...]) -> FilterScene:
    """Every control offered, nothing narrowed."""
    heads = tuple(
        FilterEntry(action.key, action.title, "99", tone=action.tone, rank=action.rank)
        for action in actions
    )
    often = tuple(FilterEntry(f"often:{share}", f"at least {share}%") for share in (25, 50, 95))
    return FilterScene(
        hands=(
            FilterColumn("Made hands", _entries(_MADE)),
            FilterColumn("Groups", _entries(_GROUPS)),
            FilterColumn("Draws", _entries(_DRAWS)),
        ),
        actions=(
            FilterColumn("Hands that", (FilterEntry("", "Any action", chosen=True), *heads)),
            FilterColumn("How often", often),
        ),
        longest=f"{_COMBOS} of {_COMBOS} combos",
    )


def narrowed(actions: tuple[GridAction, ...]) -> FilterScene:
    """A suit, a class and an action chosen."""
    return replace(
        bar(actions),
        suits=(3,),
        group="",
        action="Check, 50%+",
        count="26 of 853 combos",
        name="Spades, Top pair, Check, 50%+",
    )


def classes(actions: tuple[GridAction, ...]) -> HandsScene:
    """Return the big blind's holdings, the button's share beside them."""

    def bars(kinds: tuple[tuple[str, str, float], ...]) -> tuple[HandBar, ...]:
        rng, found = random.Random(3), []
        for key, title, share in kinds:
            weights = [rng.random() ** 4 + 0.002 for _ in actions]
            shares = tuple(weight / sum(weights) for weight in weights)
            other = min(0.6, share * (0.5 + rng.random()))
            found.append(
                HandBar(
                    key,
                    title,
                    share,
                    f"{100 * share:.1f}%",
                    shares,
                    other,
                    f"{100 * other:.1f}%",
                    f"{_COMBOS * share:.0f} combos",
                    key == "top_pair",
                )
            )
        return tuple(found)

    return HandsScene(bars(_MADE), bars(_DRAWS), actions, 1, ("Big blind", "Button"))
