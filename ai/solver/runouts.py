"""Run-outs and blockers of a solved spot: how single cards change strategy, EV and equity.

A run-out report has a row for every card that may come before a decision; a blocker report for
every card that a player at a decision may hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.solver.solver import SpotSolver
from ai.solver.view import NodeView, met
from engine.cards import NUM_CARDS, Card
from engine.combos import combo_cards
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.player import Action

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_SAME = 1e-6
"""Fraction of the pot by which EVs may miss it: they are computed in 64 bits from sums in 32."""


@dataclass(frozen=True)
class RunoutReport:
    """A decision after each card that may come last before it; NaN where it is never reached.

    Attributes:
        line: betting from the root.
        board: cards before those.
        to_act: the player to act.
        actions: the actions, in the order of the tree.
        cards: (n,) the cards that may come, ascending.
        played: (n,) the suit-isomorphic card that each was computed for.
        probability: (n,) of each card, given that the line is played to the decision.
        frequencies: (n, actions): how often each action is taken.
        ev: (n, 2): of each player, chips at the end less those put in from here on.
        equity: (n, 2): of each range against the other.
    """

    line: tuple[Action, ...]
    board: tuple[Card, ...]
    to_act: int
    actions: tuple[Action, ...]
    cards: NDArray[np.int64]
    played: NDArray[np.int64]
    probability: Floats
    frequencies: Floats
    ev: Floats
    equity: Floats

    @property
    def mean(self) -> tuple[Floats, Floats, Floats]:
        """Frequencies (actions,), EV (2,) and equity (2,) over all cards."""
        weights = self.probability
        met = weights > 0
        frequencies, ev, equity = (
            weights[met] @ figures[met] if met.any() else np.full(figures.shape[1], np.nan)
            for figures in (self.frequencies, self.ev, self.equity)
        )
        return frequencies, ev, equity


@dataclass(frozen=True)
class CardEffect:
    """What changes at a decision by a condition on each of the cards; NaN where it is impossible.

    Attributes:
        share: (n,) how often the range holds the card.
        frequencies, usual_frequencies: (n, actions): under the condition, and compared with.
        ev, usual_ev: (n,) EV of the player to act, likewise.
    """

    share: Floats
    frequencies: Floats
    usual_frequencies: Floats
    ev: Floats
    usual_ev: Floats


@dataclass(frozen=True)
class BlockerReport:
    """The effect of every card off the board at a decision.

    Attributes:
        line, board: the decision.
        to_act: the player to act.
        actions: the actions, in the order of the tree.
        cards: (n,) the cards off the board, ascending.
        held: the player's hand holds the card, compared with hands that do not.
        removed: the opponent's range is stripped of it, compared with the whole range. With rake
            what one wins is not what the other loses, and this EV is not known.
    """

    line: tuple[Action, ...]
    board: tuple[Card, ...]
    to_act: int
    actions: tuple[Action, ...]
    cards: NDArray[np.int64]
    held: CardEffect
    removed: CardEffect


def runouts(
    solver: SpotSolver,
    line: tuple[Action, ...],
    board: tuple[Card, ...],
    control: JobControl | None = None,
) -> RunoutReport:
    """Return the report of a decision over the cards that may come last before it.

    The run is held meanwhile, so that all rows are of the same iteration.

    Args:
        line: betting from the root to a decision after a card has come.
        board: the cards before that one.

    Raises:
        EngineError: if the spot has no such decision, or the board does not fit.
        CancelledError: if stopped.
    """
    tree = solver.spot.tree
    node = tree.find(line)
    if node < 0 or not tree.street[node]:
        raise EngineError("no card comes before this decision")
    if len(board) + 1 != tree.game.board_sizes[int(tree.street[node])]:
        raise EngineError("this is not a board of the solved spot")
    cards = [card for card in range(NUM_CARDS) if card not in board]
    played = _leaders(solver, board, cards)
    views: dict[Card, NodeView] = {}
    with solver.held():
        for card in sorted(set(played)):
            if control is not None:
                control.check()
                control.progress(len(views) / len(set(played)))
            views[card] = solver.view(line, (*board, card))
    figures = {card: _figures(view) for card, view in views.items()}
    weights, frequencies, ev, equity = (
        np.array([figures[card][at] for card in played]) for at in range(4)
    )
    total = weights.sum()
    first = next(iter(views.values()))
    return RunoutReport(
        line=line,
        board=board,
        to_act=first.to_act,
        actions=first.actions,
        cards=np.array(cards),
        played=np.array(played),
        probability=weights / total if total > 0 else weights,
        frequencies=frequencies,
        ev=ev,
        equity=equity,
    )


def _figures(view: NodeView) -> tuple[float, Floats, tuple[float, ...], tuple[float, ...]]:
    """Return matchups that come to a decision, frequencies, EV and equity."""
    weights = _matchups(view.reach[view.to_act], view.reach[1 - view.to_act])
    total = float(weights.sum())
    return total, _ratio(weights @ view.strategy, total), view.total_ev, view.total_equity


def _leaders(solver: SpotSolver, board: tuple[Card, ...], cards: Sequence[Card]) -> list[Card]:
    """Return for each card the first one that the solver plays alike."""
    first: dict[int, Card] = {}
    return [first.setdefault(solver.plan.runout((*board, card))[0], card) for card in cards]


def blockers(
    solver: SpotSolver, line: tuple[Action, ...], board: tuple[Card, ...]
) -> BlockerReport:
    """Return the effect of every card at a decision.

    Raises:
        EngineError: if the spot has no such decision, or the board does not belong to it.
    """
    view, tree = solver.view(line, board), solver.spot.tree
    cards = np.array([card for card in range(NUM_CARDS) if card not in board])
    holds = (combo_cards()[None, :, :] == cards[:, None, None]).any(axis=2)
    pot = float(tree.spent[tree.find(line)].sum() + tree.game.dead)
    return BlockerReport(
        line=line,
        board=board,
        to_act=view.to_act,
        actions=view.actions,
        cards=cards,
        held=_held(view, holds),
        removed=_removed(view, holds, pot),
    )


def _held(view: NodeView, holds: Bools) -> CardEffect:
    """Compare hands (n, 1326) that hold each card with all others."""
    own = view.to_act
    weights = _matchups(view.reach[own], view.reach[1 - own])
    won = weights * np.nan_to_num(view.ev[own])
    weighted = weights[:, None] * view.strategy
    total, taken, ev = holds @ weights, holds @ weighted, holds @ won
    rest = weights.sum() - total
    return CardEffect(
        share=_ratio(total, weights.sum()),
        frequencies=_ratio(taken, total[:, None]),
        usual_frequencies=_ratio(weighted.sum(axis=0) - taken, rest[:, None]),
        ev=_ratio(ev, total),
        usual_ev=_ratio(won.sum() - ev, rest),
    )


def _removed(view: NodeView, holds: Bools, pot: float) -> CardEffect:
    """Compare the opponent's range without each card with the whole range."""
    own = view.to_act
    mine, theirs = view.reach[own], view.reach[1 - own]
    rows = np.stack([_matchups(mine, np.where(each, 0.0, theirs)) for each in holds])
    before = _matchups(mine, theirs)
    frequencies = _ratio(rows @ view.strategy, rows.sum(axis=1, keepdims=True))
    usual = _ratio(before @ view.strategy, before.sum())
    # What their hand does not win of the pot is ours, so their EVs give ours against each of them.
    met_by = _matchups(theirs, mine)
    won = met_by * (pot - np.nan_to_num(view.ev[1 - own]))
    left = met_by.sum() - holds @ met_by
    ev = _ratio(won.sum() - holds @ won, left)
    if not abs(sum(view.total_ev) - pot) <= _SAME * pot:
        ev = np.full(len(holds), np.nan)
    return CardEffect(
        share=_ratio(holds @ met_by, met_by.sum()),
        frequencies=frequencies,
        usual_frequencies=np.broadcast_to(usual, frequencies.shape),
        ev=ev,
        usual_ev=np.full(len(holds), view.total_ev[own]),
    )


def _matchups(reach: Floats, other: Floats) -> Floats:
    """Return each hand's reach times that of the opposing hands that it meets."""
    return reach * np.nan_to_num(met(other))


def _ratio(numbers: Floats, totals: Floats | float) -> Floats:
    """Divide; NaN where the total is nothing."""
    totals = np.asarray(totals)
    some = totals > 0
    return np.where(some, numbers / np.where(some, totals, 1.0), np.nan)
