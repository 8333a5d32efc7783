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
from tests.pokergui.gallery.parts import rows_of, split

_COMBOS = 853
_MADE = """
set|Set|0.013
two_pair|Two pair|0.043
overpair|Overpair|0.007
top_pair|Top pair|0.13
second_pair|Second pair|0.1
pocket_pair|Pocket pair|0.046
third_pair|Third pair|0.085
low_pair|Low pair|0.043
ace_high|Ace high|0.14
no_made_hand|No made hand|0.393
"""
_DRAWS = "flush_draw|Flush draw|0.09\nopen_ended|Open-ended|0.06\ngutshot|Gutshot|0.12"
_GROUPS = "made|Made hands|0.47\ndraws|Draws|0.2\nair|Air|0.4"


def _entry(key: str, title: str, share: str) -> FilterEntry:
    return FilterEntry(key, title, f"{_COMBOS * float(share):.0f}", key == "top_pair")


def bar(actions: tuple[GridAction, ...]) -> FilterScene:
    heads = tuple(
        FilterEntry(action.key, action.title, "99", tone=action.tone, rank=action.rank)
        for action in actions
    )
    often = tuple(FilterEntry(f"often:{share}", f"at least {share}%") for share in (25, 50, 95))
    hands = (("Made hands", _MADE), ("Groups", _GROUPS), ("Draws", _DRAWS))
    return FilterScene(
        hands=tuple(FilterColumn(title, rows_of(_entry, text)) for title, text in hands),
        actions=(
            FilterColumn("Hands that", (FilterEntry("", "Any action", chosen=True), *heads)),
            FilterColumn("How often", often),
        ),
        longest=f"{_COMBOS} of {_COMBOS} combos",
    )


def narrowed(actions: tuple[GridAction, ...]) -> FilterScene:
    name = "Spades, Top pair, Check, 50%+"
    count = "26 of 853 combos"
    return replace(bar(actions), suits=(3,), group="", action="Check, 50%+", count=count, name=name)


def classes(actions: tuple[GridAction, ...]) -> HandsScene:
    rng = random.Random(3)

    def hand_bar(key: str, title: str, text: str) -> HandBar:
        share, shares = float(text), split(rng, len(actions))
        other = min(0.6, share * (0.5 + rng.random()))
        figures = f"{100 * share:.1f}%", shares, other, f"{100 * other:.1f}%"
        return HandBar(
            key, title, share, *figures, f"{_COMBOS * share:.0f} combos", key == "top_pair"
        )

    made, draws = rows_of(hand_bar, _MADE), rows_of(hand_bar, _DRAWS)
    return HandsScene(made, draws, actions, 1, ("Big blind", "Button"))
