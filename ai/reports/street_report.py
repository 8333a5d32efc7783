"""Exact river and turn reports: engines' EV, range against range, on streets reached in play.

Hands are dealt and played by one engine in both seats until one reaches a decision of the street.
There both ranges are those of that engine's line, and everything from there on is enumerated
(``last_street.py``): only the streets reached are random, and the rivers after a turn. Every figure
is a difference from the engines' own play in the same seat, so earlier contributions cancel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.lbr.menu import parse_lbr_menu
from ai.reading.reach import RangeReader
from ai.reports.last_street import ActionMenu, LastStreet, TwoStreets
from engine.agent import Agent
from engine.combos import combo_index
from engine.errors import CancelledError, GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, raise_to, sample_action
from engine.running_result import Interval
from engine.wording import Wording

MOST_HANDS = 10_000
"""Hands without such a street after which the report gives up."""
CARDS = 4
"""Rivers sampled on each turn."""
OWN = "own"
"""Menu name: the best response has the raises of the engine itself."""


@dataclass(frozen=True, eq=False)
class StreetReport:
    """EV differences on sampled streets.

    Attributes:
        engine: name of the engine measured.
        against: name of the other; empty for none. Its play, else the engine's, led to the streets.
        hands: (streets,) int64 hands played until each street was reached, inclusive.
        pots: (streets,) int64 chips in the pot where it begins.
        gained: (streets, 2) float64 chips that the engine wins in each position from the other
            beyond what the other wins from itself; empty without another.
    """

    game: Game
    engine: str
    against: str
    seed: int
    hands: NDArray[np.int64]
    pots: NDArray[np.int64]
    gained: NDArray[np.float64]

    @property
    def streets(self) -> int:
        """Streets evaluated."""
        return len(self.hands)

    def a_hand(self, chips: NDArray[np.float64]) -> Interval:
        """Convert chips (streets,) to chips per hand over all hands played."""
        return _ratio(chips, self.hands)

    def of_pots(self, chips: NDArray[np.float64]) -> Interval:
        """Chips (streets,) as a fraction of the pots."""
        return _ratio(chips, self.pots)


@dataclass(frozen=True, eq=False)
class RiverReport(StreetReport):
    """EV differences on sampled rivers.

    ``menu``: raises of best responses: ``OWN`` or a menu of local best response. ``best``: (rivers,
    2) float64 chips that a best response wins in each position beyond the engine's winnings there
    against itself. ``best_against``: as ``best``, of a best response to the other; empty without
    another.
    """

    menu: str
    best: NDArray[np.float64]
    best_against: NDArray[np.float64]


def _ratio(chips: NDArray[np.float64], units: NDArray[np.int64]) -> Interval:
    """Ratio of two means with its 95% interval, by the delta method."""
    if not len(chips):
        return Interval(0.0, float("inf"))
    quotient = float(chips.sum() / units.sum())
    return Interval.of(quotient + (chips - quotient * units) / units.mean())


def river_report(
    game: Game,
    engine: Agent,
    rivers: int,
    seed: int,
    against: Agent | None = None,
    menu: str = OWN,
    control: JobControl | None = None,
    first: int = 0,
) -> RiverReport:
    """Evaluate sampled rivers, each determined by the seed and its index.

    Raises EngineError if an engine can only act, GameError if the game has other than two players,
    a river has too many lines, or none is reached, LbrMenuError if there is no such menu, or any
    error of an engine.

    Args:
        game: a two-player game.
        engine: with whole-range answers.
        against: another with whole-range answers, whose play leads to the rivers; else the engine's
            does.
        menu: raises of best responses, besides folding and calling: ``OWN``, or as
            ``ai/lbr/menu.py`` reads it.
        control: progress and cancellation; whole rivers done until then count.
        first: index of the first river, if others do earlier ones.
    """
    if not game.is_heads_up:
        raise GameError("{title} is not a two-player game", title=Wording(game.title))
    moves = None if menu == OWN else parse_lbr_menu(menu, game, (1, game.num_rounds))[-1]
    control = control or JobControl()
    quiet = control.silent()  # progress of a single answer is not reported
    own = RangeReader(engine)
    other = None if against is None else RangeReader(against)

    def menu_of(reader: RangeReader) -> ActionMenu:
        def available(here: PublicState) -> tuple[Action, ...]:
            if moves is not None:
                raises = [raise_to(amount) for amount in moves.raises(here)]
            else:
                raises = [one for one in reader.answer(here, quiet).actions if one.raise_to]
            return (*((FOLD, CALL) if here.legal.fold else (CALL,)), *raises)

        return available

    rows: list[list[float]] = []
    try:
        for number in range(first, first + rivers):
            last = game.num_rounds - 1
            start, hands = next_street(game, other or own, last, seed, number, quiet)
            street = LastStreet(start, (other or own).reach(start, quiet).weights)
            row = [hands, start.pot, *_best(street, own, menu_of(own), quiet)]
            if other is not None:
                row += [
                    street.won(seat, own, other, quiet) - street.won(seat, other, other, quiet)
                    for seat in (0, 1)
                ]
                row += _best(street, other, menu_of(other), quiet)
            rows.append(row)
            control.progress(len(rows) / rivers)
    except CancelledError:
        pass
    figures = np.array(rows).reshape(len(rows), 4 if other is None else 8)
    hands_played, pots = figures[:, 0].astype(np.int64), figures[:, 1].astype(np.int64)
    which = game, engine.name, "" if against is None else against.name, seed
    best, gained, best_against = figures[:, 2:4], figures[:, 4:6], figures[:, 6:8]
    return RiverReport(*which, hands_played, pots, gained, menu, best, best_against)


def turn_report(
    game: Game,
    engine: Agent,
    turns: int,
    seed: int,
    against: Agent,
    control: JobControl | None = None,
    first: int = 0,
) -> StreetReport:
    """Evaluate sampled turns, each determined by the seed and its index.

    On each turn ``CARDS`` random rivers are sampled, the same ones for all lines and sides.
    ``engine``: with whole-range answers. ``against``: another with whole-range answers, whose play
    leads to the turns. ``control``: progress and cancellation; whole turns done until then count.
    ``first``: index of the first turn, if others do earlier ones. Raises EngineError if an engine
    can only act, GameError if the game has other than two players or one street, a turn has too
    many lines, or none is reached, or any error of an engine.
    """
    if not game.is_heads_up or game.num_rounds < 2:
        raise GameError(
            "{title} is not a two-player game with two streets", title=Wording(game.title)
        )
    control = control or JobControl()
    quiet = control.silent()
    own, other = RangeReader(engine), RangeReader(against)
    rows: list[list[float]] = []
    try:
        for number in range(first, first + turns):
            place = game.num_rounds - 2
            start, hands = next_street(game, other, place, seed, number, quiet)
            unseen = np.setdiff1d(np.array(game.deck), np.array(start.board, np.int64))
            rng = np.random.default_rng([seed, number, 1])
            cards = rng.permutation(unseen)[:CARDS].tolist()
            both = TwoStreets(start, other.reach(start, quiet).weights, cards)
            gained = [
                both.won(seat, own, other, quiet) - both.won(seat, other, other, quiet)
                for seat in (0, 1)
            ]
            rows.append([hands, start.pot, *gained])
            control.progress(len(rows) / turns)
    except CancelledError:
        pass
    figures = np.array(rows).reshape(len(rows), 4)
    hands_played, pots = figures[:, 0].astype(np.int64), figures[:, 1].astype(np.int64)
    return StreetReport(game, engine.name, against.name, seed, hands_played, pots, figures[:, 2:])


def _best(
    street: LastStreet, side: RangeReader, menu: ActionMenu, control: JobControl
) -> list[float]:
    """Return a best response's gain in each seat over the strategy's own EV."""
    return [
        street.best(seat, side, menu, control) - street.won(seat, side, side, control)
        for seat in (0, 1)
    ]


def next_street(
    game: Game, reader: RangeReader, street: int, seed: int, number: int, control: JobControl
) -> tuple[PublicState, int]:
    """Return the first decision of a street reached in play, and the hands played until then.

    Raises GameError if none is reached in a long time, or any error of the engine.
    """
    rng = np.random.default_rng([seed, number])
    for hands in range(1, MOST_HANDS + 1):
        control.check()
        deck = tuple(int(card) for card in rng.permutation(np.array(game.deck)))
        holes = [deck[seat * game.num_hole : (seat + 1) * game.num_hole] for seat in (0, 1)]
        combos = [combo_index(tuple(sorted(hole)), game.deck) for hole in holes]
        board = deck[2 * game.num_hole :]
        here = PublicState(game, (), board[: game.board_sizes[0]])
        while not here.finished and here.street < street:
            answer = reader.answer(here, control)
            here = here.after(sample_action(answer, combos[here.to_act], rng))
            here = here.on(board[: game.board_sizes[here.street]])
        if not here.finished:
            return here, hands
    if street == game.num_rounds - 1:
        raise GameError("no river is reached in {most:,} hands", most=MOST_HANDS)
    raise GameError("no turn is reached in {most:,} hands", most=MOST_HANDS)
