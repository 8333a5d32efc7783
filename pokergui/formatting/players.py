"""Names of the players, and their order."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from engine.game import Game
from engine.player import PublicState
from engine.positions import positions_of
from pokergui.formatting.words import listed
from pokergui.language import tr
from pokergui.language.joins import enumerated
from pokergui.viewmodel import Choice, ChoiceList


def player_names(game: Game) -> tuple[str, ...]:
    if game.begins_later:
        between = () if game.is_heads_up else (tr("In the middle"),)
        return (tr("Out of position"), *between, tr("In position"))
    if game.ante:
        return _counted(game, (tr("First player"), tr("Second player"), tr("Third player")))
    return tuple(_long_names().get(name, name) for name in positions_of(game))


def short_names(game: Game) -> tuple[str, ...]:
    if game.begins_later:
        return (tr("OOP"), *(() if game.is_heads_up else (tr("Middle"),)), tr("IP"))
    if game.ante:
        return _counted(game, (tr("First"), tr("Second"), tr("Third")))
    return positions_of(game)


def _counted(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    numbered = (tr("Player {number}").format(number=seat + 1) for seat in range(game.num_players))
    return (*names, *list(numbered)[len(names) :])[: game.num_players]


def _long_names() -> dict[str, str]:
    return {
        "SB": tr("Small blind"),
        "BB": tr("Big blind"),
        "LJ": tr("Lojack"),
        "HJ": tr("Hijack"),
        "CO": tr("Cutoff"),
        "BTN": tr("Button"),
    }


def side_order(game: Game) -> tuple[int, ...]:
    """Return positions in the order shown: the first to act in the hand comes first."""
    first, players = game.first_player[0], game.num_players
    return tuple((first + step) % players for step in range(players))


def live_sides(spot: PublicState) -> tuple[int, ...]:
    """Return the sides whose ranges are shown, in order: both of two, of more those still in."""
    order = side_order(spot.game)
    if spot.game.is_heads_up:
        return order
    return tuple(seat for seat in order if not spot.folded(seat))


LineUp = tuple[str, ...]
"""Names of engines, clockwise."""
DIFFERENT = "different"
_MOST_NAMED = 3


def with_seat(line_up: LineUp, seat: int, name: str) -> LineUp:
    return (*line_up[:seat], name, *line_up[seat + 1 :])


def random_line_up(names: Sequence[str], seats: int) -> LineUp:
    """Return engines drawn at random, none of them twice while there are others."""
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
    """Return a list for one engine in all seats; if they differ, it shows their number."""
    if len(set(line_up)) == 1:
        return ChoiceList(tr("All seats"), choices, line_up[0])
    words = tr("{count} engines").format(count=len(line_up))
    several = Choice(DIFFERENT, words, enumerated(titles), usable=False)
    return ChoiceList(tr("All seats"), (several, *choices), DIFFERENT)
