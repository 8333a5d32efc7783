"""Animation as a pure function of time in milliseconds: position of each moving piece."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel import (
    BetChips,
    CollectBets,
    DealCard,
    PayPot,
    ReturnChips,
    ShowCards,
    TableFrame,
    TableScene,
    TurnBoard,
)

DEAL_MS, TURN_MS, CHIPS_MS, PAY_MS = 180, 160, 200, 250
_DEAL_OVERLAP_MS, _TURN_OVERLAP_MS = 90, 80


def out_cubic(t: float) -> float:
    return 1 - (1 - t) ** 3


def in_out_cubic(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time in milliseconds."""

    start: float
    length: float

    def at(self, now: float) -> float:
        return min(1.0, max(0.0, (now - self.start) / self.length))


@dataclass(frozen=True, slots=True)
class CardMotion:
    """A card on its way: ``slide`` 0 to 1 from the deck, ``turn`` 0 back to 1 face."""

    slide: float
    turn: float


class Timeline:
    """The steps of one frame laid out in time, queried for positions at a moment.

    Pieces that no step moves are in their final state throughout.
    """

    def __init__(self, before: TableScene | None, frame: TableFrame) -> None:
        self.before = before
        self.scene = frame.scene
        self.now = 0.0
        self._deal: dict[tuple[int, int], Span] = {}
        self._hole_turn: dict[tuple[int, int], Span] = {}
        self._board_turn: dict[int, Span] = {}
        self._bets: dict[int, Span] = {}
        self._returns: dict[int, Span] = {}
        self._collect: Span | None = None
        self._pay: Span | None = None
        self.paid_seats: tuple[int, ...] = ()
        end = 0.0
        for step in frame.steps:
            end = max(end, self._add(step))
        self.length = end

    def _add(self, step: object) -> float:
        match step:
            case DealCard(seat, index):
                span = Span(_DEAL_OVERLAP_MS * len(self._deal), DEAL_MS)
                self._deal[seat, index] = span
                if self.scene.seats[seat].cards[index].face_up:
                    span = Span(span.start + span.length - 40, TURN_MS)
                    self._hole_turn[seat, index] = span
            case TurnBoard(index):
                span = Span(_TURN_OVERLAP_MS * len(self._board_turn), TURN_MS)
                self._board_turn[index] = span
            case ShowCards(seat):
                span = Span(0, TURN_MS)
                for index in range(len(self.scene.seats[seat].cards)):
                    self._hole_turn[seat, index] = span
            case BetChips(seat):
                span = self._bets[seat] = Span(0, CHIPS_MS)
            case ReturnChips(seat):
                span = self._returns[seat] = Span(0, CHIPS_MS)
            case CollectBets():
                span = self._collect = Span(0, CHIPS_MS)
            case PayPot(seats):
                span = self._pay = Span(0, PAY_MS)
                self.paid_seats = seats
            case _:
                raise TypeError(f"not a step: {step!r}")
        return span.start + span.length

    @property
    def cards_rest(self) -> bool:
        """True if no card moves or waits any more, so that their meaning may be shown."""
        spans = (*self._deal.values(), *self._hole_turn.values(), *self._board_turn.values())
        return all(self.now >= span.start + span.length for span in spans)

    def hole_card(self, seat: int, index: int) -> CardMotion | None:
        deal = self._deal.get((seat, index))
        turn = self._hole_turn.get((seat, index))
        if deal is None and turn is None:
            return None
        slide = 1.0 if deal is None else deal.at(self.now)
        face = 1.0 if turn is None else in_out_cubic(turn.at(self.now))
        if deal is not None and self.now < deal.start:
            return CardMotion(-1.0, 0.0)  # still in the deck: not painted
        return CardMotion(out_cubic(slide), face)

    def board_card(self, index: int) -> CardMotion | None:
        span = self._board_turn.get(index)
        if span is None:
            return None
        started = self.now >= span.start
        return CardMotion(1.0 if started else -1.0, in_out_cubic(span.at(self.now)))

    def _running(self, span: Span | None) -> float | None:
        if span is None or self.now >= span.start + span.length:
            return None
        return out_cubic(span.at(self.now))

    def bet(self, seat: int) -> float | None:
        return self._running(self._bets.get(seat))

    def returned(self, seat: int) -> float | None:
        return self._running(self._returns.get(seat))

    def collected(self) -> float | None:
        return self._running(self._collect)

    def paid(self) -> float | None:
        return self._running(self._pay)
