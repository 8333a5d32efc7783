"""A finished hand, event by event: the stops in it, and the table at each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from engine.hand import (
    Acted,
    BoardDealt,
    Event,
    HandEnded,
    HandState,
    HoleDealt,
    Posted,
    Shown,
)
from engine.player import ActionKind, PublicState
from engine.records import HandRecord
from pokergui.felt.ending import ending, winning_cards
from pokergui.felt.table_scene import TableSceneBuilder, frames_of, net_text, winner_text
from pokergui.formatting.handname import hand_name
from pokergui.formatting.line import action_crumb, street_crumb
from pokergui.formatting.sizing import pot_odds, tone_of
from pokergui.formatting.words import Money, blinds_text, card_view, chips, said, street_name
from pokergui.handtext import hand_text, remarks, stage_text, stakes_text
from pokergui.language import tr_history as tr
from pokergui.language.joins import first_phrase, phrases
from pokergui.pages.history.viewmodel import ReplayDot, ReplayedDecision
from pokergui.store import IMPORTED, NO_NOTE, HandNote, StoredHand
from pokergui.viewmodel import (
    Crumb,
    FeltNote,
    LineScene,
    ResultScene,
    TableFrame,
    TableScene,
    Tone,
)
from pokergui.viewmodel.settings import AmountUnit

StopKind = Literal["deal", "act", "board", "shown", "end"]


@dataclass(frozen=True)
class Stop:
    """One event of the replayer's line with its consequences, and the public state before it."""

    kind: StopKind
    events: tuple[Event, ...]
    spot: PublicState

    @property
    def act(self) -> Acted | None:
        return next((event for event in self.events if isinstance(event, Acted)), None)

    @property
    def dealt(self) -> BoardDealt | None:
        return next((event for event in self.events if isinstance(event, BoardDealt)), None)


def stops_of(record: HandRecord) -> tuple[list[Stop], PublicState]:
    """Return the hand's events in stops, and the public state at its end."""
    hand = HandState(record.game, record.holes, record.board, record.told)
    stops = _grouped(hand.opening_events, hand.spot)
    for action in record.actions:
        before = hand.spot
        stops += _grouped(hand.apply(action), before)
    return stops, hand.spot


def _grouped(events: Iterable[Event], spot: PublicState) -> list[Stop]:
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


class Replay:
    """One finished hand.

    Args:
        hero: the user's position; -1 for none: then all known cards are open.
        title: heading above the table: "Hand 413".
        engines: engine names by position, empty for people; None if only the user's is empty.
        seat: the position that is shown first; -1 for that of ``viewpoint``.
        stakes: blinds and rake of a hand from a poker site; empty for the game's blinds.

    Raises:
        PokerError: if the rulebook does not accept the hand.
    """

    def __init__(
        self,
        record: HandRecord,
        hero: int,
        title: str,
        engines: Sequence[str] | None = None,
        seat: int = -1,
        stakes: str = "",
        unit: AmountUnit = "chips",
    ) -> None:
        self._unit = unit
        self.stakes = stakes
        self.record = record
        self.game = record.game
        self.hero = hero
        self.title = title
        self.names = tuple(
            tr("You") if seat == hero else name for seat, name in enumerate(record.players)
        )
        self._first = seat if seat >= 0 else viewpoint(hero, record.holes)
        seats = range(self.game.num_players)
        names = engines or ["" if s == hero else "engine" for s in seats]
        self._people = {s for s, name in enumerate(names) if not name}
        self.stops, self.last_spot = stops_of(record)
        self.position = 0
        self.show_all = False
        self._picture = self._fresh()
        self._taken = 0

    @property
    def can_show_all(self) -> bool:
        shown = {e.seat for stop in self.stops for e in stop.events if isinstance(e, Shown)}
        known = {seat for seat, hole in enumerate(self.record.holes) if hole is not None}
        return self.hero >= 0 and bool(known - shown - {self.hero})

    def _fresh(self) -> TableSceneBuilder:
        seats = range(self.game.num_players)
        all_open = self.show_all or self.hero < 0
        open_seats = frozenset(seats) if all_open else frozenset({self.hero})
        persons = frozenset({self.hero} & set(seats))
        return TableSceneBuilder(
            self.game, self.names, persons, open_seats, self._first, self._unit
        )

    def go(self, position: int) -> list[TableFrame]:
        """Go to a stop: one step forward moves, any other step shows it at once."""
        position = min(max(position, 0), len(self.stops) - 1)
        moves = position == self._taken and position > 0
        if not moves:
            self._picture, self._taken = self._fresh(), 0
        frames: list[TableFrame] = []
        while self._taken <= position:
            stop = self.stops[self._taken]
            frames = frames_of(self._picture, stop.events, self._scene)
            if stop.kind == "deal":
                self._picture.dealt = [True] * self.game.num_players
            self._taken += 1
        self.position = position
        if self.stops[position].kind == "end":
            self._picture.best = winning_cards(self._picture, self.last_spot, self.record.holes)
        return [*(frames if moves else ()), TableFrame(self._scene(at_rest=True))]

    def turn_cards(self, show_all: bool) -> list[TableFrame]:
        self.show_all = show_all
        self._taken = 0
        return self.go(self.position)

    def show_in(self, unit: AmountUnit) -> list[TableFrame]:
        self._unit = self._picture.unit = unit
        return self.go(self.position)

    # Decisions

    @property
    def acts(self) -> list[int]:
        return [index for index, stop in enumerate(self.stops) if stop.kind == "act"]

    def act_ahead(self) -> int | None:
        """Return the stop of the decision that the table shows; None if nobody is to act."""
        ahead = self.position + 1
        if ahead < len(self.stops) and self.stops[ahead].kind == "act":
            return ahead
        return None

    def act_in_view(self) -> int | None:
        """Return the decision ahead, or else the last one; None in a hand without decisions."""
        before = [index for index in self.acts if index <= self.position]
        ahead = [index for index in self.acts if index > self.position]
        return ahead[0] if ahead else before[-1] if before else None

    def act_to_play(self) -> int | None:
        """Return where to play on: the decision in view, or at the end the user's last one."""
        if any(index > self.position for index in self.acts) or self.hero < 0:
            return self.act_in_view()
        own = [index for index in self.acts if self.stops[index].spot.to_act == self.hero]
        return own[-1] if own else self.act_in_view()

    def sees(self, seat: int) -> bool:
        return self._picture.holes[seat] is not None

    @cached_property
    def end(self) -> PublicState:
        return PublicState(self.game, self.record.actions, self.record.board)

    # What is shown

    def _scene(self, *, at_rest: bool = False) -> TableScene:
        picture = self._picture
        act = self.act_ahead() if at_rest else None
        to_act = -1 if act is None else self.stops[act].spot.to_act
        ended = picture.payoffs is not None
        return TableScene(
            seats=tuple(
                replace(
                    picture.seat_scene(seat, to_act=seat == to_act),
                    hand=self._best_hand(seat),
                    person=seat in self._people,
                )
                for seat in picture.order
            ),
            bets=picture.bet_scenes(),
            board=picture.board_scene(),
            pot=picture.pot_scene(),
            title=self.title,
            subtitle=self._blinds(),
            tag=tr("All cards face up") if self.show_all else "",
            result=self._result() if ended else None,
            status=self._status(to_act),
        )

    def _best_hand(self, seat: int) -> FeltNote:
        picture = self._picture
        hole = picture.holes[seat]
        if hole is None or picture.folded[seat] or not picture.board:
            return FeltNote()
        return FeltNote(*first_phrase(hand_name(self.game, (*hole, *picture.board))))

    @property
    def _money(self) -> Money:
        return self._picture.money

    def _result(self) -> ResultScene:
        if not any(self.record.taken):
            return ending(self._picture, self.last_spot, self.record.holes, self.hero)
        picture = copy(self._picture)
        picture.payoffs = self.record.results
        result = ending(picture, self.last_spot, self.record.holes, self.hero)
        words = tr("after the rake of {chips}").format(
            chips=self._money.text(sum(self.record.taken))
        )
        return replace(result, note=phrases((result.note, words)))

    def _blinds(self) -> str:
        if not self.stakes:
            return blinds_text(self.game)
        return tr("Blinds {blinds}").format(blinds=self.stakes)

    def _status(self, to_act: int) -> str:
        picture = self._picture
        parts = [self.tip(self.position)]
        board = " ".join(card.name for card in picture.board_scene() if card is not None)
        if board:
            parts.append(tr("board {cards}").format(cards=board))
        parts.append(tr("pot {chips}").format(chips=self._money.text(picture.pot)))
        if to_act >= 0:
            parts.append(tr("{name} is to act").format(name=self.names[to_act]))
        return phrases(parts)

    def tip(self, index: int) -> str:
        stop = self.stops[index]
        if stop.act is not None:
            you, name = stop.act.seat == self.hero, self.names[stop.act.seat]
            return said(stop.spot, stop.act.action, name, you=you, unit=self._unit)[0]
        if stop.dealt is not None:
            cards = " ".join(card_view(self.game, card).name for card in stop.dealt.cards)
            return f"{street_name(self.game, stop.dealt.street)} {cards}"
        if stop.kind == "deal":
            return tr("Blinds and cards") if not self.game.ante else tr("Antes and cards")
        if stop.kind == "shown":
            return tr("All-in, cards shown")
        payoffs = next(e.payoffs for e in stop.events if isinstance(e, HandEnded))
        winner = max(range(len(payoffs)), key=lambda seat: payoffs[seat])
        if self.hero >= 0:
            return net_text(self._money, payoffs[self.hero])
        return winner_text(self._money, self.names[winner], payoffs[winner])

    def label(self) -> str:
        stop = self.stops[self.position]
        if stop.kind == "deal":
            return tr("deal")
        if stop.kind == "shown":
            return tr("all-in")
        if stop.kind == "end":
            return tr("showdown") if self.last_spot.showdown else tr("end")
        street = stop.spot.street if stop.dealt is None else stop.dealt.street
        return street_name(self.game, street).lower()

    def dots(self) -> tuple[ReplayDot, ...]:
        first = self._picture.order[0]
        dots = []
        for index, stop in enumerate(self.stops):
            kind: Literal["person", "other", "dealer"] = "dealer"
            if stop.act is not None:
                kind = "person" if stop.act.seat == first else "other"
            dots.append(ReplayDot(kind, self.tip(index)))
        return tuple(dots)

    def line(self) -> tuple[LineScene, tuple[int, ...]]:
        """Return the whole hand as crumbs, and the stop that each of them leads to.

        The crumb of the decision ahead is the current one: a click on it goes before the decision.
        """
        crumbs: list[Crumb] = []
        goals: list[int] = []
        present = self.act_ahead()
        for index, stop in enumerate(self.stops):
            if stop.act is not None:
                crumb = action_crumb(stop.spot, stop.act.action, self.names, self.hero, self._unit)
                if index == present:
                    crumb = replace(crumb, kind="present")
                elif index > self.position:
                    crumb = replace(crumb, kind="later")
                crumbs.append(crumb)
                goals.append(index - 1)
            elif stop.kind in ("deal", "board"):
                street = 0 if stop.dealt is None else stop.dealt.street
                seen = index <= self.position or stop.kind == "deal"
                board = self.last_spot.board if seen else ()
                crumbs.append(street_crumb(self.game, street, board))
                goals.append(index)
        return LineScene(tuple(crumbs)), tuple(goals)

    def decisions(self) -> tuple[ReplayedDecision, ...]:
        here = self.act_in_view()
        return tuple(self._decision(index, index == here) for index in self.acts)

    def _decision(self, index: int, current: bool) -> ReplayedDecision:
        stop = self.stops[index]
        spot, seat = stop.spot, stop.spot.to_act
        assert stop.act is not None
        action = stop.act.action
        you = seat == self.hero
        short = said(spot, action, self.names[seat], you=you, unit=self._unit)[1]
        call = spot.legal.call
        price = ""
        if call:
            price = tr("{chips} for {percent}%").format(
                chips=self._money.text(call), percent=f"{100 * pot_odds(spot):.1f}"
            )
        tone: Tone = "fold" if action.kind is ActionKind.FOLD else "call"
        if action.kind is ActionKind.RAISE:
            tone = tone_of(spot, action.raise_to)
        return ReplayedDecision(
            street=street_name(self.game, spot.street),
            who=self.names[seat],
            action=short[:1].upper() + short[1:],
            tone=tone,
            pot=self._money.text(spot.pot),
            price=price,
            person=seat == self._picture.order[0],
            current=current,
        )


def viewpoint(hero: int, holes: Sequence[object | None]) -> int:
    """Return the position that a hand is seen from: the user's, else that of the known cards."""
    known = [seat for seat, hole in enumerate(holes) if hole is not None]
    return hero if hero >= 0 else known[0] if len(known) == 1 else 0


@dataclass(frozen=True)
class HandToReplay:
    """A hand to replay, from any source.

    Attributes:
        engines: engine names by position, empty for people.
        hero: the user's position; -1 for none.
        read: returns the hand itself; raises a PokerError if it cannot be read.
        seat: the position that is shown first; -1 for the default.
        stakes: blinds and rake of a hand from a poker site, and what else its file says.
        kept_as_text: whether the rulebook does not play it.
        at_decision: True to open it before the user's last decision, not at its end.
        note: what the user noted on it.
    """

    key: str
    title: str
    engines: tuple[str, ...]
    hero: int
    read: Callable[[], HandRecord]
    seat: int = -1
    stakes: str = ""
    text: Callable[[], str] = str
    kept_as_text: bool = False
    at_decision: bool = False
    note: HandNote = NO_NOTE

    @classmethod
    def of(
        cls, hand: StoredHand, at_decision: bool = False, note: HandNote = NO_NOTE
    ) -> HandToReplay:
        number = chips(hand.number)
        stakes = phrases((stakes_text(hand), *remarks(hand))) if hand.mode == IMPORTED else ""
        return cls(
            f"hand {number} of {hand.hero}",
            tr("Hand {number}").format(number=number),
            hand.engines,
            hand.hero,
            lambda: hand.record,
            stakes=stakes or stage_text(hand),
            text=lambda: hand_text(hand),
            kept_as_text=hand.is_wide,
            at_decision=at_decision,
            note=note,
        )
