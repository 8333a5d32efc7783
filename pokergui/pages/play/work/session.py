"""One person against engines at a table: the current hand and all that is shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ai.sit_and_go.plan import TournamentEntry, TournamentStage
from engine.cards import Card
from engine.game import Game
from engine.hand import Event
from engine.player import CALL, FOLD, Action, PublicState, SeatView
from engine.rake import NO_RAKE, Rake
from engine.records import HandRecord
from engine.running_result import Interval
from engine.table import Table, moved
from pokergui.felt.ending import EndedHand, ending, winning_cards
from pokergui.felt.table_scene import TableSceneBuilder, frames_of
from pokergui.formatting.line import action_crumb, line_scene
from pokergui.formatting.players import named
from pokergui.formatting.sizing import Amount
from pokergui.formatting.words import blinds_text, chips, stakes
from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.play.scenes.decision import (
    action_bar,
    best_hand,
    idle_bar,
    price_note,
    status_text,
)
from pokergui.viewmodel import (
    ActionBarScene,
    FeltNote,
    LastHandScene,
    LineScene,
    NextHand,
    ResultScene,
    TableFrame,
    TableScene,
)
from pokergui.viewmodel.settings import AmountUnit

_MOST_POINTS = 400


class SessionResults:
    """The user's net chips, hand after hand."""

    def __init__(self) -> None:
        self.hands = self.last = 0
        self._chips = self._squares = 0
        self._every = 1
        self._series = [0]  # cumulative chips, evenly spaced over hands

    def add(self, chips: int) -> None:
        self.hands, self.last = self.hands + 1, chips
        self._chips += chips
        self._squares += chips * chips
        if self.hands % self._every:
            return
        self._series.append(self._chips)
        if len(self._series) > _MOST_POINTS:
            self._series = self._series[::2]
            self._every *= 2

    def interval(self, scale: float) -> Interval:
        return Interval.of_sums(self.hands, self._chips, self._squares, scale)

    @property
    def series(self) -> tuple[float, ...]:
        """The cumulative chips, evenly spaced over the hands, from 0 to now; at most 401 points."""
        rest = (self._chips,) if self.hands % self._every else ()
        return tuple(map(float, (*self._series, *rest)))


HERO = 0
"""The user's player number at the table; engines have the others, clockwise."""
FIRST_HERO = 1
"""The user's position in the first hand of a session."""
NEXT_HAND_MS = 1_800
"""Time for which a result is shown before the next hand is dealt automatically."""


def empty_table(game: Game, opponents: Sequence[str], unit: AmountUnit = "chips") -> TableScene:
    """Build the table before the first hand: seats, stacks and open slots, all in place."""
    hero = frozenset({HERO})
    picture = TableSceneBuilder(game, (tr("You"), *opponents), hero, hero, HERO, unit)
    ready = tr("{name} is getting ready").format(name=opponents[0])
    status = ready if game.is_heads_up else tr("The engines are getting ready")
    return picture.empty_scene(subtitle=_subtitle(game), status=status)


def _subtitle(game: Game) -> str:
    text = blinds_text(game)
    if not game.is_heads_up:
        return tr("{blinds}, {count} seats").format(blinds=text, count=game.num_players)
    return text if game.is_limit else tr("{blinds}, heads-up").format(blinds=text)


def stage_text(stage: TournamentStage) -> str:
    """Return the level: "Level 3 of 9: 25/50"."""
    count, bets = len(stage.plan.levels), stakes(stage.game)
    if count == 1:
        return tr("Blinds {blinds}").format(blinds=bets)
    words = tr("Level {number} of {count}: {bets}")
    return words.format(number=stage.level_number + 1, count=count, bets=bets)


class PlaySession:
    """Hands of one game against the same opponents.

    Args:
        game: the game; its stacks are those of the players, clockwise from the user.
        rake: what the house takes from each hand; the engines' game has none.
        entry: the sit-and-go to play on; the game then changes from hand to hand.

    Attributes:
        game: the game of the present hand, with the stacks clockwise from the user.
        players: the players at the table, clockwise from the user: all, or those left.
        entry: the sit-and-go before the present hand.
        next_entry: the sit-and-go before the next hand; None if it is over for the user.
        last_stage: the sit-and-go as far as it is known: after the last hand.
        ended: the hand that ended last, once ``last_hand`` was called.
    """

    def __init__(
        self,
        game: Game,
        opponents: Sequence[str],
        unit: AmountUnit = "chips",
        rake: Rake = NO_RAKE,
        entry: TournamentEntry | None = None,
    ) -> None:
        self.game = game
        self.unit = unit
        self.entry: TournamentEntry | None = None
        self.next_entry = entry
        self.players = tuple(range(len(opponents) + 1))
        self._rake = rake
        self._everybody = self._titles = (tr("You"), *opponents)
        self.table = Table(game, first=FIRST_HERO)
        self.results = SessionResults()
        self.number = 0
        self.amount: Amount | None = None
        self.thinking = False
        self.training = False
        self.ended: EndedHand | None = None
        self.last_stage: TournamentStage | None = None if entry is None else entry.stage
        self._told: tuple[PublicState, Action] | None = None
        self._picture: TableSceneBuilder | None = None

    def show_in(self, unit: AmountUnit) -> None:
        self.unit = unit
        if self._picture is not None:
            self._picture.unit = unit
        if self.ended is not None:
            self.ended.picture.unit = unit
        if self.amount is not None:
            self.amount.show_in(unit)

    @property
    def hero(self) -> int:
        return self.table.position_of(HERO)

    @property
    def next_hero(self) -> int:
        if self.next_entry is not None:
            return self.next_entry.stage.seats.index(HERO)
        return (HERO + self.table.number + 1) % self.game.num_players

    @property
    def next_game(self) -> Game:
        """The game of the next hand, with the stacks clockwise from the user."""
        if self.next_entry is not None:
            return moved(self.next_entry.stage.game, -self.next_hero)
        return self.game

    @property
    def next_players(self) -> tuple[int, ...]:
        return self.players if self.next_entry is None else self.next_entry.stage.left

    @property
    def over(self) -> bool:
        """True once a sit-and-go is over for the user."""
        return self.entry is not None and self.next_entry is None

    def _take_seats(self) -> None:
        """Move to the next hand of a sit-and-go: whoever has no chips is gone."""
        if self.next_entry is not None:
            hero, self.game = self.next_hero, self.next_game
            self.entry, self.players = self.next_entry, self.next_entry.stage.left
            self._titles = tuple(self._everybody[player] for player in self.players)
            self.table = Table(self.game, first=hero)

    def end_hand(self) -> None:
        """Take the result of the finished hand over into the sit-and-go."""
        if self.entry is not None and self.table.hand.payoffs is not None:
            after = self.entry.after(self.table.hand.payoffs)
            self.last_stage = after.stage
            goes_on = after.stage.stacks[HERO] and not after.stage.over
            self.next_entry = after if goes_on else None

    @property
    def dealt(self) -> bool:
        return self._picture is not None

    @property
    def in_hand(self) -> bool:
        return self._picture is not None and not self.table.hand.finished

    @property
    def hero_to_act(self) -> bool:
        return self.in_hand and self.table.player_to_act == HERO

    @property
    def names(self) -> tuple[str, ...]:
        places = range(self.game.num_players)
        return tuple(self._titles[self.table.player_at(place)] for place in places)

    @property
    def opponents(self) -> tuple[str, ...]:
        """Titles of the engines at the table, clockwise from the user."""
        return self._titles[1:]

    @property
    def opponents_text(self) -> str:
        return named(self._titles[1:])

    def number_in_place(self, saved: int) -> int:
        """Return the number to show for a hand that replaces the one at the table."""
        if not self.dealt:
            return saved + 1
        # A hand that is over may still be on its way to the disk.
        return self.number if self.in_hand else self.number + 1

    def deal(self, deck: Sequence[Card], number: int) -> list[TableFrame]:
        self.number, self.training = number, False
        self._take_seats()
        return self._follow(self._open(deck, self.table.number + 1))

    def replay(
        self,
        deck: Sequence[Card],
        actions: Sequence[Action],
        hero: int,
        number: int,
        *,
        training: bool = True,
    ) -> list[TableFrame]:
        """Resume a hand after some actions; it shows at once.

        Args:
            actions: the actions so far; the hand must not be over after them.

        Raises:
            IllegalActionError: if the rulebook does not allow an action.
        """
        self.number, self.training = number, training
        self._take_seats()
        seats = self.game.num_players
        events = self._open(deck, self.table.number + (hero - self.table.number) % seats)
        for action in actions:
            self._shown.follow(events)
            events = self.table.apply(action)
        return self._follow(events)[-1:]

    def _open(self, deck: Sequence[Card], place: int) -> tuple[Event, ...]:
        """Deal; ``place`` is the table's number of the hand, which determines the seats."""
        self.table.game = game = moved(self.game, place)
        events = self.table.deal(deck, place)
        self._told = None
        hero = frozenset({self.hero})
        seats = (self.names, hero, hero, self.hero)
        self._picture = TableSceneBuilder(game, *seats, self.unit, self._rake)
        return events

    def decisions(self) -> tuple[int, ...]:
        """Return the number of actions before each of the user's decisions in this hand."""
        here = PublicState(self.table.game, (), ())
        places = []
        for done, action in enumerate(self.table.hand.spot.actions):
            if here.to_act == self.hero:
                places.append(done)
            here = here.after(action)
        return (*places, len(here.actions)) if here.to_act == self.hero else tuple(places)

    def last_decision(self) -> SeatView | None:
        """Return the user's view at its current or last decision in this hand, if any."""
        places = self.decisions() if self.dealt else ()
        if not places:
            return None
        hand = self.table.hand
        actions = hand.spot.actions[: places[-1]]
        game = self.table.game
        street = PublicState(game, actions, ()).street
        spot = PublicState(game, actions, hand.board[: game.board_sizes[street]])
        return SeatView(spot, self.hero, hand.view(self.hero).hole)

    @property
    def undo_to(self) -> int | None:
        """The number of actions before the user's last decision made; None without one.

        A sit-and-go takes no decision back: its chips go on.
        """
        if not self.dealt or self.entry is not None:
            return None
        made = [n for n in self.decisions() if n < len(self.table.hand.spot.actions)]
        return made[-1] if made else None

    def act(self, action: Action) -> list[TableFrame]:
        """Take an action of the player to act.

        Raises:
            IllegalActionError: with the rulebook's sentence; nothing has changed then.
        """
        spot = self.table.hand.spot
        events = self.table.apply(action)
        self._told = (spot, action)
        return self._follow(events)

    def _follow(self, events: tuple[Event, ...]) -> list[TableFrame]:
        hand = self.table.hand
        self.amount = None
        self.thinking = self.in_hand and not self.hero_to_act
        if self.hero_to_act and not self.game.is_limit and not hand.spot.legal.no_raise:
            self.amount = Amount(hand.spot, unit=self.unit)

        def at_rest() -> TableScene:
            if hand.finished:  # frame the cards that won a showdown
                self._shown.best = winning_cards(self._shown, hand.spot, hand.holes)
            return self.scene()

        frames = frames_of(self._shown, events, self._passing, at_rest)
        if self._shown.payoffs is not None and not self.training:
            self.results.add(self._shown.payoffs[self.hero])
        return frames

    @property
    def _shown(self) -> TableSceneBuilder:
        assert self._picture is not None, "no hand has been dealt"
        return self._picture

    def view_to_act(self) -> SeatView:
        return self.table.view(self.table.player_to_act)

    def fallback(self) -> Action:
        """Return the fallback action of a player that does not answer: check, else fold."""
        legal = self.table.hand.spot.legal
        return FOLD if legal.fold else CALL

    def record(self) -> HandRecord:
        record = HandRecord.of(self.table.hand, self.number, self.names, self.table.deck)
        taken = self._shown.taken
        return replace(record, taken=taken) if any(taken) else record

    def scene(self) -> TableScene:
        spot = self.table.hand.spot
        left = price_note(spot, self.unit) if self.hero_to_act else FeltNote()
        return self._scene(spot.to_act, left=left, status=self._status(spot))

    def _passing(self) -> TableScene:
        return self._scene()

    def _scene(self, to_act: int | None = None, **more: Any) -> TableScene:
        picture = self._shown
        return picture.scene(
            (
                picture.seat_scene(
                    seat, to_act=seat == to_act, thinking=self.thinking and seat == to_act
                )
                for seat in picture.order
            ),
            right=self._best_hand(),
            title=self._title(),
            subtitle=_subtitle(self.game) if self.entry is None else stage_text(self.entry.stage),
            tag=self._tag(),
            result=self._result(),
            **more,
        )

    def _tag(self) -> str:
        return tr("Training hand, not counted") if self.training else ""

    def _best_hand(self) -> FeltNote:
        picture, hole = self._shown, self._shown.holes[self.hero]
        if hole is None or picture.folded[self.hero]:
            return FeltNote()
        return best_hand(self.game, hole, picture.board)

    def _result(self) -> ResultScene | None:
        if self._shown.payoffs is None:
            return None
        hand = self.table.hand
        return ending(self._shown, hand.spot, hand.holes, self.hero)

    def last_hand(self) -> LastHandScene:
        hand, hole = self.table.hand, self.table.hand.view(self.hero).hole
        self.ended = EndedHand(
            self._shown, hand.spot, hand.holes, self.hero, hole, self._title(), self._tag()
        )
        return self.ended.scene()

    def _title(self) -> str:
        return tr("Hand {number}").format(number=chips(self.number))

    def _status(self, spot: PublicState) -> str:
        return sentences((self._tag(), self._state(spot)))

    def _state(self, spot: PublicState) -> str:
        if self.hero_to_act:
            return status_text(spot, self._shown.board_words, self.amount, self.unit)
        result = self._result()
        if result is not None:
            return phrases((result.text, result.note))
        return tr("{name} is to act").format(name=self.names[spot.to_act])

    def bar(self, *, guard: bool, auto_next: bool | None) -> ActionBarScene:
        """Build the current action bar.

        Args:
            guard: True if costly clicks ask for confirmation.
            auto_next: True if the next hand is dealt automatically; None keeps the end of the hand
                back while the table still moves.
        """
        return replace(
            self._bar(guard, auto_next),
            can_undo=self.undo_to is not None,
            can_study=bool(self.decisions()),
        )

    def _bar(self, guard: bool, auto_next: bool | None) -> ActionBarScene:
        if self.hero_to_act:
            return action_bar(self.table.hand.spot, self.amount, guard=guard, unit=self.unit)
        if self.in_hand or auto_next is None:
            return idle_bar(self.game, self.unit)
        detail = tr("dealt automatically in a moment") if auto_next else tr("when you are ready")
        pause = NEXT_HAND_MS if auto_next else 0
        return ActionBarScene((), next_hand=NextHand(tr("Next hand"), detail, tr("Space"), pause))

    def line(self) -> LineScene:
        return line_scene(self.table.hand.spot, self.names, self.hero, self.unit)

    @property
    def line_so_far(self) -> LineScene:
        """The line as the user knows it before the table has shown what follows."""
        if self._told is None:
            return self.line()
        spot, action = self._told
        before = line_scene(spot, self.names, self.hero, self.unit).crumbs[:-1]
        crumb = action_crumb(spot, action, self.names, self.hero, self.unit)
        return LineScene((*before, crumb))
