"""Line-ups: the engines seat by seat, their choice and their labels."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from pokergui.formatting.words import listed
from pokergui.language import tr
from pokergui.language.joins import enumerated
from pokergui.viewmodel import Choice, ChoiceList

LineUp = tuple[str, ...]
"""Names of engines, clockwise."""
DIFFERENT = "different"
"""Key of engines that differ from seat to seat."""
_MOST_NAMED = 3


def with_seat(line_up: LineUp, seat: int, name: str) -> LineUp:
    """Return the same with another engine in one seat, numbered from 0."""
    return (*line_up[:seat], name, *line_up[seat + 1 :])


def random_line_up(names: Sequence[str], seats: int) -> LineUp:
    """Return engines drawn at random, none of them twice while there are others.

    Args:
        names: of the engines to draw from.
        seats: how many are drawn.
    """
    drawn: list[str] = []
    while len(drawn) < seats:
        drawn += SystemRandom().sample(list(names), len(names))
    return tuple(drawn[:seats])


def told_apart(titles: Sequence[str], marks: Sequence[str]) -> tuple[str, ...]:
    """Return titles seat by seat; repeated ones get the mark of their seat."""
    return tuple(
        f"{title} {mark}" if list(titles).count(title) > 1 else title
        for title, mark in zip(titles, marks, strict=False)
    )


def named(titles: Sequence[str]) -> str:
    """Return the engines of a line-up in a sentence: each once, or how many there are."""
    once = list(dict.fromkeys(titles))
    if len(once) > _MOST_NAMED:
        return tr("{count} engines").format(count=len(titles))
    return listed(once)


def all_seats(line_up: LineUp, choices: tuple[Choice, ...], titles: Sequence[str]) -> ChoiceList:
    """Return a list for one engine in all seats; if they differ, it shows their number.

    Args:
        line_up: the engines.
        choices: the engines on the list.
        titles: titles of the engines that sit there.
    """
    if len(set(line_up)) == 1:
        return ChoiceList(tr("All seats"), choices, line_up[0])
    words = tr("{count} engines").format(count=len(line_up))
    several = Choice(DIFFERENT, words, enumerated(titles), usable=False)
    return ChoiceList(tr("All seats"), (several, *choices), DIFFERENT)
