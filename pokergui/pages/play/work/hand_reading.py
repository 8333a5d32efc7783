"""Hand reading: the model of the user in a game, and its belief about the user's hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ai.opponent.belief import Belief, belief
from ai.opponent.model import BehaviourModel
from ai.opponent.prior import prior_of
from ai.opponent.record import ModelState
from ai.opponent.situations import situations_of
from engine.cards import Card
from engine.combos import combo_index, num_combos
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, ActionKind, PublicState, SeatRecord
from engine.policy import blocked
from pokergui.formatting.words import MINUS, card_view, chips, phrase, street_name
from pokergui.language import tr_play as tr
from pokergui.pages.play.viewmodel import HandReadingScene, LeakedBits
from pokergui.ranges.grid_values import shape_of
from pokergui.viewmodel import CardView
from pokergui.viewmodel.grid import GridCell, GridScene


class UserModel:
    """What the model knows about the user in one game.

    Safe across threads: one call at a time.
    """

    def __init__(self, model: BehaviourModel) -> None:
        self._model = model
        self._lock = Lock()

    @property
    def family(self) -> str:
        return self._model.situations.key

    @property
    def hands(self) -> int:
        return self._model.hands

    def believe(self, spot: PublicState, seat: int) -> Belief:
        """Return the belief about the user's hand, given only the board and the actions.

        Raises:
            PokerError: if the spot is not of this family of games.
        """
        with self._lock:
            return belief(self._model, spot, seat)

    def learn(self, record: SeatRecord, seat: int) -> ModelState:
        """Learn from a finished hand, as the other seat saw it; return the new state.

        Raises:
            PokerError: if the record contradicts the rules.
        """
        with self._lock:
            self._model.learn(record, seat)
            return self._model.save_state()

    def state(self) -> ModelState:
        with self._lock:
            return self._model.save_state()


def family_of(game: Game) -> str:
    return situations_of(game).key


def new_user_model(
    game: Game, home: Path, state: ModelState | None, control: JobControl
) -> UserModel:
    """Build the user's model in a game.

    Raises:
        EngineError: if the state is of other games.
    """
    model = BehaviourModel(game, prior_of(game, home, control))
    if state is not None:
        model.load_state(state)
    return UserModel(model)


_EVEN = 0.25
"""Relative brightness of a combo of average likelihood."""
_LONG = 0.2
"""Bits whose bar fills the room, unless an action gave away more."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class MostRevealing:
    """The most revealing action of the session."""

    bits: float
    title: str
    hand: int

    @property
    def words(self) -> str:
        return tr("Most revealing action this session: {action}, hand {hand}, {bits} bits").format(
            action=phrase(self.title), hand=chips(self.hand), bits=bits_text(self.bits)
        )


@dataclass(frozen=True)
class BeliefAtSpot:
    """A model's belief at a moment, ready to be shown.

    Attributes:
        most: bits and title of the action of this hand that gave away most, if any did.
    """

    scene: HandReadingScene
    most: tuple[float, str] | None


def read(belief: Belief, spot: PublicState, hole: Sequence[Card]) -> BeliefAtSpot:
    """Turn a belief into texts and a grid; the user's own cards only mark their cell."""
    game = spot.game
    titles = [line_action(spot, stage.place) for stage in belief.stages]
    bits = [stage.bits for stage in belief.stages]
    shown = rounded(bits)
    longest = max([_LONG, *bits])
    leaks = tuple(
        LeakedBits(title, bits_text(value / 100), max(0.0, exact) / longest)
        for title, value, exact in zip(titles, shown, bits, strict=True)
    )
    merged = tuple(
        LeakedBits(
            tr("{count} before").format(count=count),
            bits_text(sum(shown[:count]) / 100),
            min(1.0, max(0.0, sum(bits[:count])) / longest),
        )
        for count in range(2, len(bits) + 1)
    )
    most = num_combos(len(game.deck), game.num_hole)
    total = tr("{bits} of {most}").format(
        bits=bits_text(sum(shown) / 100), most=f"{log2(most):.3g}"
    )
    scene = HandReadingScene(
        grid=belief_grid(belief.weights, spot, hole),
        leaks=leaks,
        merged=merged,
        total=total,
        own=own_cards(game, hole),
        own_share=share_text(float(belief.weights[combo_index(hole, game.deck)])),
        note="" if leaks else tr("Nothing yet: you have not acted in this hand."),
    )
    best = max(zip(shown, titles, strict=True), default=None)
    return BeliefAtSpot(
        scene, (best[0] / 100, best[1]) if best is not None and best[0] > 0 else None
    )


def line_action(spot: PublicState, place: int) -> str:
    """Describe an action of a line: "Call preflop"; "Call" if there is only one round."""
    before = PublicState(spot.game, spot.actions[:place], ())
    verb = _verb(before, spot.actions[place])
    if spot.game.num_rounds == 1:
        return verb
    street = street_name(spot.game, before.street)
    return tr("{action} {street}").format(action=verb, street=phrase(street))


def _verb(spot: PublicState, action: Action) -> str:
    if action.kind is ActionKind.FOLD:
        return tr("Fold")
    if action.kind is ActionKind.CALL:
        return tr("Call") if spot.legal.call else tr("Check")
    if not spot.game.is_limit and action.raise_to == spot.legal.max_raise:
        return tr("All-in")
    return tr("Raise") if spot.max_bet else tr("Bet")


def belief_grid(
    weights: Numbers, spot: PublicState, hole: Sequence[Card], known: Sequence[Card] = ()
) -> GridScene:
    """Return a belief about the user's hand as a grid.

    Args:
        weights: (num_combos,) of the belief.
        hole: the user's cards, which mark their cell.
        known: cards beside the board that rule out hands, such as the engine's own.
    """
    game = spot.game
    shape = shape_of(game, ())
    count = shape.rows * shape.columns
    free = ~blocked(game, (*spot.board, *known))
    possible = np.bincount(shape.cell_of, free, count)
    whole = np.bincount(shape.cell_of, weights, count)
    if game.num_hole == 1:
        heights = whole
    else:
        each = whole / np.maximum(possible, 1.0)
        top = max(float(each.max()), 1.0 / (_EVEN * max(1.0, float(possible.sum()))))
        heights = np.sqrt(each / top)
    cells = tuple(
        _cell(game, label, int(number), share, height)
        for label, number, share, height in zip(
            shape.labels, possible.tolist(), whole.tolist(), heights.tolist(), strict=True
        )
    )
    marked = int(shape.cell_of[combo_index(hole, game.deck)])
    return GridScene(shape.rows, shape.columns, cells, marked=marked, shaded=True)


def _cell(game: Game, label: str, number: int, share: float, height: float) -> GridCell:
    if not number:
        words = tr("{cards}, not possible").format(cards=label)
        return GridCell(label, possible=False, spoken=words)
    told = share_text(share)
    if number == 1 or game.num_hole == 1:
        words = tr("{cards}: {share}").format(cards=label, share=told)
    else:
        words = tr("{cards}: {share} in {number} combos").format(
            cards=label, share=told, number=number
        )
    return GridCell(label, height=min(1.0, height), note=told, spoken=words)


def rounded(bits: Sequence[float]) -> list[int]:
    """Round to hundredths so that the parts add up to the rounded sum."""
    exact = [100.0 * value for value in bits]
    floors = [int(np.floor(value)) for value in exact]
    short = round(sum(exact)) - sum(floors)
    order = sorted(range(len(exact)), key=lambda i: floors[i] - exact[i])
    for place in order[:short]:
        floors[place] += 1
    return floors


def bits_text(value: float) -> str:
    return f"{value:.2f}".replace("-", MINUS)


def share_text(share: float) -> str:
    """Write a probability with the digits that distinguish it: "0.14%", "12.5%", "62%"."""
    percent = 100.0 * share
    if percent >= 99.95 or percent == 0.0:
        return f"{percent:.0f}%"
    if percent >= 9.95:
        return f"{percent:.1f}%"
    return f"{percent:.2f}%" if percent >= 0.005 else "<0.01%"


def own_cards(game: Game, hole: Sequence[Card]) -> tuple[CardView, ...]:
    return tuple(card_view(game, card) for card in sorted(hole, reverse=True))
