"""The choices before a match starts: the stopping rule and variance reduction."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from ai.cfr.agent import is_small
from ai.registry import APART, find_engine
from engine.errors import PokerError
from engine.game import Game
from engine.stopping import Sequence, Sprt
from engine.typed import plain_number
from pokergui.formatting.result import Unit
from pokergui.language import tr_watch as tr
from pokergui.pages.watch.scenes.choices import (
    ALL,
    ALL_IN,
    FIXED,
    KNOWN,
    WatchChoice,
    fill_list,
    seat_lists,
)
from pokergui.pages.watch.viewmodel.watch import StartForm
from pokergui.viewmodel import Choice, ChoiceList, FieldScene


def start_form(choice: WatchChoice, home: Path, typed: tuple[str, str], problem: str) -> StartForm:
    """Build the current choices.

    Args:
        choice: the choices.
        home: the folder of strategies.
        typed: the two hypotheses of a test as typed.
        problem: what is wrong with them.
    """
    pair = choice.build_game().is_heads_up
    watched = tr("valid at any time; stops once it excludes 0")
    tested = tr("stops once one of two hypotheses is accepted")
    if not pair:
        watched = tested = tr("only for two engines")
    stops = (
        Choice(FIXED, tr("Fixed length"), tr("the verdict comes at the end")),
        Choice(Sequence.name, tr("Sequence"), watched, usable=pair),
        Choice(Sprt.name, tr("Test"), tested, usable=pair),
    )
    tests = choice.stop == Sprt.name
    unit = Unit.of(choice.build_game()).name
    null, alternative = (FieldScene(words, unit, problem) if tests else None for words in typed)
    names = (tr("Null, {unit}"), tr("Alternative, {unit}"))
    return StartForm(
        ChoiceList(tr("Stops"), stops, choice.stop),
        ChoiceList(tr("Variance reduction"), tuple(_lucks(choice, home)), choice.luck),
        null,
        alternative,
        (names[0].format(unit=unit), names[1].format(unit=unit)),
        () if pair else seat_lists(choice, home),
        None if pair else fill_list(choice, home),
    )


def _lucks(choice: WatchChoice, home: Path) -> list[Choice]:
    game = choice.build_game()
    if not game.is_heads_up:
        players = range(game.num_players)
        none = Choice("", tr("None"), tr("raw chips, or deals from every seating"))
        return [none, _aivat(ALL, tr("AIVAT, all known"), choice, players, home)]
    found = [Choice("", tr("None"), tr("raw chips and duplicate pairs"))]
    if game.is_heads_up_holdem and not game.is_limit:
        found.append(Choice(ALL_IN, tr("All-in EV"), tr("averaged over boards after an all-in")))
    titles = {
        "A": tr("AIVAT, {first} known"),
        "B": tr("AIVAT, {second} known"),
        "both": tr("AIVAT, both known"),
    }
    if not (game.is_heads_up_holdem or is_small(game)):
        return found
    for key, title in titles.items():
        words = title.format(first=choice.titles[0], second=choice.titles[1])
        found.append(_aivat(key, words, choice, KNOWN[key], home))
    return found


def _aivat(key: str, title: str, choice: WatchChoice, players: Iterable[int], home: Path) -> Choice:
    """Return AIVAT by known players: why they cannot be, or how external engines play then."""
    game = choice.build_game()
    why = next(filter(None, (_unknown(choice, game, home, at) for at in players)), "")
    others = (at for at in players if choice.engines[at].startswith(APART))
    drawn = [tr("{name} plays by its ranges").format(name=choice.titles[at]) for at in others]
    return Choice(key, title, why or next(iter(drawn), ""), usable=not why)


def _unknown(choice: WatchChoice, game: Game, home: Path, player: int) -> str:
    """Return why a player cannot be known; empty if it can, or if only building it shows that."""
    engine = find_engine(choice.engines[player], home, game)
    title = choice.titles[player]
    if engine is None:
        return ""
    if engine.learns and engine.added:
        return tr("{name} observes finished hands").format(name=title)
    if engine.learns:
        return tr("{name} learns").format(name=title)
    return (
        "" if engine.has_ranges else tr("{name} answers only for its own hand").format(name=title)
    )


def valid_luck(choice: WatchChoice, home: Path) -> str:
    """Return the chosen method, or none if engines or game do not allow it."""
    usable = {one.key for one in _lucks(choice, home) if one.usable}
    return choice.luck if choice.luck in usable else ""


def parse_test(typed: tuple[str, str]) -> tuple[float, float]:
    """Read the two hypotheses of a test, in thousandths of the big blind (ante) a hand.

    Raises:
        PokerError: with a sentence, if one is not a number, or the second is not larger.
    """
    found = []
    for words in typed:
        try:
            value = float(plain_number(words.replace("−", "-")) or "")
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise PokerError(tr("A test needs two hypotheses, such as 0 and 50."))
        found.append(value)
    try:
        Sprt(*found)
    except PokerError:
        raise PokerError(tr("The alternative must be larger than the null.")) from None
    return found[0], found[1]
