"""The events of a finished hand, grouped into the stops of a replayer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.errors import CardError
from engine.hand import (
    Acted,
    BoardDealt,
    Event,
    HandEnded,
    HandState,
    HoleDealt,
    Posted,
    PotWon,
    Returned,
    Shown,
)
from engine.player import PublicState
from engine.records import HandRecord

StopKind = Literal["deal", "act", "board", "shown", "end"]


@dataclass(frozen=True)
class Stop:
    """One event of the replayer's line, with its immediate consequences.

    Attributes:
        kind: the deal, a player's act, a street, cards shown before it, or the end.
        events: events for the table.
        spot: the spot before it; for an act the decision.
    """

    kind: StopKind
    events: tuple[Event, ...]
    spot: PublicState

    @property
    def act(self) -> Acted | None:
        """The action of a player, or None."""
        return next((event for event in self.events if isinstance(event, Acted)), None)

    @property
    def dealt(self) -> BoardDealt | None:
        """The cards of a street, or None."""
        return next((event for event in self.events if isinstance(event, BoardDealt)), None)


def stops_of(record: HandRecord) -> tuple[list[Stop], PublicState]:
    """Return the hand's events in stops, and the public state at its end."""
    hand = HandState(record.game, record.holes, record.board)
    stops = _grouped(hand.opening_events, hand.spot)
    for action in record.actions:
        before = hand.spot
        try:
            events = hand.apply(action)
        except CardError:  # a showdown of cards that the source does not show
            events = _untold(record, before, hand)
        stops += _grouped(events, before)
    return stops, hand.spot


def _untold(record: HandRecord, before: PublicState, hand: HandState) -> tuple[Event, ...]:
    """Return the last action and the end if somebody mucked unseen: the record gives the result."""
    action = record.actions[-1]
    seat = before.to_act
    after = before.after(action)
    added = after.spent(seat) - before.spent(seat)
    events: list[Event] = [Acted(seat, action, added, after.stack(seat) == 0)]
    sizes = record.game.board_sizes
    for street in range(before.street + 1, record.game.num_rounds):
        cards = record.board[sizes[street] - record.game.num_board[street] : sizes[street]]
        if cards:
            events.append(BoardDealt(street, cards))
    for other, hole in enumerate(record.holes):
        if hole is not None and not after.folded(other):
            events.append(Shown(other, hole))
    matched = sorted(after.spent(s) for s in range(record.game.num_players))[-2]
    events.extend(
        Returned(other, after.spent(other) - matched)
        for other in range(record.game.num_players)
        if after.spent(other) > matched
    )
    for other, net in enumerate(record.payoffs):
        won = net + min(after.spent(other), matched)
        if won > 0:
            events.append(PotWon(0, other, won))
    events.append(HandEnded(record.payoffs))
    hand.spot = PublicState(record.game, record.actions, record.board)
    return tuple(events)


def _grouped(events: Iterable[Event], spot: PublicState) -> list[Stop]:
    """Group events into stops."""
    kinds: list[StopKind] = []
    groups: list[list[Event]] = []
    for event in events:
        kind = _kind(event)
        begins = kind in ("act", "board") or not kinds or kinds[-1] != kind
        if begins:
            kinds.append(kind)
            groups.append([])
        groups[-1].append(event)
    for index, group in enumerate(groups):
        if kinds[index] == "end" and not any(isinstance(e, HandEnded) for e in group):
            kinds[index] = "shown"
    return [Stop(kind, tuple(group), spot) for kind, group in zip(kinds, groups, strict=True)]


def _kind(event: Event) -> StopKind:
    match event:
        case Posted() | HoleDealt():
            return "deal"
        case Acted():
            return "act"
        case BoardDealt():
            return "board"
    return "end"
