"""A hand from the flop on: each street a spot, with the ranges of the solution before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ai.betting.sizes import SpotError, parse_menu
from ai.solver.memory import free_bytes, refusal
from ai.solver.run import SpotRun
from ai.solver.solver import SpotSolver, estimate
from ai.solver.spot import FLOP, Spot
from ai.solver.spot_of_hand import effective_stack, live_seats, spot_range, with_line
from ai.solver.view import NodeView
from ai.training.run import CurvePoint
from engine.cards import Card
from engine.combos import combo_index
from engine.jobs import JobControl
from engine.player import Action, PublicState
from engine.ranges import Weights
from engine.tree import DECISION
from engine.wording import Wording

MENUS = ("50,100,a", "66,a", "75")
"""Bets and raises of each street, in % of the pot, beside those made: the first that is no more
work on a flop than ``_MOST_WORK``, else the last."""
_MOST_WORK = 100_000
"""Decisions times hands of a flop: some 80 million information sets, 0.8 GB."""
HELD = 1e-3
"""Least weight of a hand that was held, as a fraction of the largest: it would have no EV if the
solution never played it that way."""
LEAST_SHARE = 0.01
"""Share of a range on a street's line below which what comes is mostly a solver's error: early
iterations still count in its averages."""


@dataclass(frozen=True)
class HandStreet:
    """A street of a hand as a spot.

    Attributes:
        street: 1 is the flop.
        first: number of the hand's actions before it.
        line: the hand's actions on it, as the spot counts chips.
        rare: whether the solutions before it hardly ever come here.
    """

    street: int
    spot: Spot
    first: int
    line: tuple[Action, ...]
    rare: bool = False

    def view(self, solver: SpotSolver, place: int) -> NodeView:
        """Return a decision of a solution, by the number of the hand's actions before it."""
        return solver.view(self.line[: place - self.first], self.spot.board)

    @property
    def places(self) -> range:
        """The hand's decisions here, by the number of its actions before each."""
        return range(self.first, self.first + len(self.line))


@dataclass(frozen=True)
class SolvedStreet:
    """A street as solved.

    Attributes:
        views: of the decisions of ``street.places``.
        exploitability: of the solution, in chips.
    """

    street: HandStreet
    views: tuple[NodeView, ...]
    exploitability: float
    iterations: int
    seconds: float

    @property
    def percent(self) -> float:
        """Exploitability in percent of the pot at the start of the street."""
        return 100.0 * self.exploitability / self.street.spot.pot

    @classmethod
    def of(cls, street: HandStreet, run: SpotRun) -> SolvedStreet:
        """Read what a run has solved so far."""
        views = tuple(street.view(run.trainer, place) for place in street.places)
        last = run.last
        return cls(street, views, last.exploitability, last.iteration, run.seconds)


def no_whole_hand(end: PublicState) -> Wording | None:
    """Return why a hand is not solved from the flop on; None if it is."""
    game = end.game
    if not game.is_holdem:
        return Wording("only hold'em hands are solved, not {title}", title=Wording(game.title))
    if game.is_limit:
        return Wording("hands with fixed bets are not solved from the flop on")
    flop = _flop(end)
    if flop is None:
        return Wording("nobody had a decision after the flop in this hand")
    if (count := len(live_seats(flop))) > 2:
        return Wording(
            "{count} players saw the flop; hands of two from the flop on are solved", count=count
        )
    return None


def _flop(end: PublicState) -> PublicState | None:
    """Return the first decision on the flop of a hand; None if there is none."""
    here = PublicState(end.game, (), ())
    for action in end.actions:
        if here.street:
            return here.on(end.board[:FLOP])
        here = here.after(action)
    return None


class WholeHand:
    """A hand that two players played from the flop on; others may have folded before.

    Args:
        end: the end of the hand, or of what was played so far, with its board.
        holes: the cards held by each position, where known: they are always in their ranges.

    Attributes:
        flop: the first decision on the flop.
        seats: positions of the players out of position and in position.

    Raises:
        SpotError: with the reason if it is not solved.
    """

    def __init__(
        self, end: PublicState, holes: Sequence[tuple[Card, ...] | None] | None = None
    ) -> None:
        if problem := no_whole_hand(end):
            raise SpotError("{problem}", problem=problem)
        flop = _flop(end)
        assert flop is not None
        self.end, self.flop = end, flop
        self.seats = live_seats(flop)
        known = holes or (None,) * end.game.num_players
        self._held = [known[seat] for seat in self.seats]

    def decision(self, place: int) -> PublicState:
        """Return a decision of the hand, with the board as it was."""
        here = PublicState(self.end.game, self.end.actions[:place], ())
        return here.on(self.end.board[: self.end.game.board_sizes[here.street]])

    def start(self, ranges: Sequence[Weights]) -> HandStreet:
        """Return the flop.

        Args:
            ranges: (1326,) weights of the players out of position and in position.

        Raises:
            SpotError: if there is no such spot.
        """
        chips = self.flop.pot, effective_stack(self.flop)
        return self._street(1, ranges, chips, len(self.flop.actions), rare=False)

    def after(self, before: HandStreet, solver: SpotSolver) -> HandStreet | None:
        """Return the next street, with the ranges that come there in a solution of the one before.

        None if no decision was made after it. Raises SpotError if no hands come there.
        """
        first, spot = before.first + len(before.line), before.spot
        node = spot.tree.find(before.line)
        if first == len(self.end.actions) or spot.tree.kind[node] != DECISION:
            return None
        board = self.end.board[: len(spot.board) + 1]
        reach = solver.view(before.line, board).reach
        put = int(spot.tree.spent[node, 0]) - spot.tree.game.ante
        shares = [
            float(came.sum() / was.sum()) for came, was in zip(reach, spot.ranges, strict=True)
        ]
        chips = spot.pot + 2 * put, spot.stack - put
        return self._street(
            before.street + 1,
            tuple(reach),
            chips,
            first,
            rare=before.rare or min(shares) < LEAST_SHARE,
        )

    def _street(
        self,
        street: int,
        ranges: Sequence[Weights],
        chips: tuple[int, int],
        first: int,
        *,
        rare: bool,
    ) -> HandStreet:
        board = self.end.board[: self.end.game.board_sizes[street]]
        held = [
            _with_held(spot_range(weights, field), cards)
            for weights, field, cards in zip(ranges, ("oop", "ip"), self._held, strict=True)
        ]
        actions = self._actions(first, street)
        for text in MENUS:
            menu = parse_menu(text)
            spot, line = with_line(
                Spot(
                    board,
                    (held[0], held[1]),
                    *chips,
                    (menu, menu),
                    (menu, menu),
                    big_blind=self.end.game.big_blind,
                ),
                actions,
            )
            if len(board) > FLOP or _work(spot) <= _MOST_WORK:
                break
        return HandStreet(street, spot, first, line, rare)

    def _actions(self, first: int, street: int) -> tuple[Action, ...]:
        """Return the hand's actions on a street."""
        here = PublicState(self.end.game, self.end.actions[:first], ())
        end = first
        while end < len(self.end.actions) and here.street == street and not here.finished:
            here = here.after(self.end.actions[end])
            end += 1
        return self.end.actions[first:end]

    def solve(
        self,
        ranges: Sequence[Weights],
        target: float,
        control: JobControl | None = None,
        workers: int = 2,
        on_street: Callable[[HandStreet, SpotRun | None], None] | None = None,
    ) -> Iterator[SolvedStreet]:
        """Solve the streets in order, each once the one before is consumed.

        Args:
            target: exploitability of each in percent of the pot.
            on_street: called before a street is built, and with its run at each evaluation.

        Raises:
            CancelledError: if stopped.
            SpotError: if a street needs more memory than is free, or no hands come there.
        """
        street: HandStreet | None = self.start(ranges)
        while street is not None:
            if on_street is not None:
                on_street(street, None)
            half = len(street.spot.board) == FLOP
            check_memory(street.spot, half)
            run = SpotRun(street.spot, half=half, target=target, workers=workers)
            report = _report(street, run, on_street)
            run.run(run.aim(), control, report)
            if control is not None:
                control.check()
            following = self.after(street, run.trainer)
            yield SolvedStreet.of(street, run)
            street = following


def _report(
    street: HandStreet,
    run: SpotRun,
    on_street: Callable[[HandStreet, SpotRun | None], None] | None,
) -> Callable[[CurvePoint], None] | None:
    return None if on_street is None else lambda _: on_street(street, run)


def check_memory(spot: Spot, half: bool) -> None:
    """Raise a SpotError, with what to leave out, if a spot needs more memory than is free."""
    too_large = refusal(estimate(spot, half).num_bytes, half, free_bytes())
    if too_large:
        raise SpotError("{too_large}", too_large=too_large)


def _work(spot: Spot) -> int:
    hands = sum(int((weights > 0).sum()) for weights in spot.ranges)
    return int((spot.tree.kind == DECISION).sum()) * hands


def _with_held(weights: Weights, cards: tuple[Card, ...] | None) -> Weights:
    """Return a range with the hand that was held."""
    if cards is None:
        return weights
    weights = weights.copy()
    combo = combo_index(cards)
    weights[combo] = max(weights[combo], HELD * float(weights.max()))
    return weights
