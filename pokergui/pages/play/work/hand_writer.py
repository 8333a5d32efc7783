"""Persists the hand at the table: its deck, every action, and the finished hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from ai.sit_and_go.plan import TournamentEntry
from engine.cards import Card
from engine.game import Game
from engine.player import Action
from engine.table import live_deck, moved
from pokergui.background.jobs import Runner
from pokergui.pages.play.work.session import PlaySession
from pokergui.store import Deal, OpenHand, Store


@dataclass(frozen=True, eq=False)
class WaitingHand:
    """An unfinished hand that counts."""

    deal: Deal
    actions: tuple[Action, ...]
    notes: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The game, with the stacks of the players clockwise from the user."""
        return moved(self.deal.game, -self.hero)

    @property
    def opponents(self) -> tuple[str, ...]:
        return self._begun.opponents

    @property
    def entry(self) -> TournamentEntry | None:
        return TournamentEntry.of_notes(self.notes)

    @property
    def hero(self) -> int:
        return self._begun.hero

    @property
    def _begun(self) -> OpenHand:
        assert self.deal.begun is not None, "a training hand does not wait"
        return self.deal.begun

    @classmethod
    def of(cls, hand: OpenHand) -> WaitingHand:
        return cls(Deal.of(hand), hand.actions, hand.notes)


class UnfinishedHands(list[WaitingHand]):
    """The unfinished hands, the one left last at the end."""

    def find(
        self, game: Game, opponents: tuple[str, ...], entry: TournamentEntry | None = None
    ) -> WaitingHand | None:
        wanted = game, opponents, entry
        same = (one for one in reversed(self) if (one.game, one.opponents, one.entry) == wanted)
        return next(same, None)


class HandWriter:
    """The deal at the table, from the deck's hash to the finished hand.

    A hand that counts is on disk from the deal on. If it is left, it waits. A training hand counts
    nowhere and is kept only when it is finished.

    Attributes:
        remarks: notes on other events in it.
    """

    def __init__(self, runner: Runner, store: Store, failed: Callable[[Exception], None]) -> None:
        self.deal: Deal | None = None
        self.remarks: list[str] = []
        self.waiting = UnfinishedHands()
        self._runner = runner
        self._store = store
        self._failed = failed

    def begin(self, play: PlaySession, opponents: tuple[str, ...]) -> Deal:
        """Shuffle for the next hand that counts, and have it kept from now on."""
        hero = play.next_hero
        engines = engine_names(opponents, hero)
        game, deck = moved(play.next_game, hero), live_deck(play.next_game)
        self.remarks = [play.next_entry.note] if play.next_entry is not None else []
        self.deal = self._store.begin_hand(
            game, deck, engines=engines, hero=hero, notes=self.remarks
        )
        return self.deal

    def train(self, play: PlaySession, deck: Sequence[Card], hero: int) -> WaitingHand | None:
        """Begin a training hand; return the hand left unfinished by it, if any."""
        left = self.put_aside(play.table.hand.spot.actions if play.in_hand else ())
        self.deal, self.remarks = self._store.begin_hand(moved(play.game, hero), deck), []
        self._watch(self.deal.committed)
        return left

    def take_back(self, play: PlaySession) -> None:
        """Make the hand at the table a training hand, over or not."""
        deal = self.deal
        if deal is None:
            self.train(play, play.table.deck, play.hero)
        elif deal.begun is not None:
            self.deal = replace(deal, begun=None)
            self._watch(self._store.drop_hand(deal))

    def put_aside(self, actions: Sequence[Action]) -> WaitingHand | None:
        """Shelve the hand at the table, if it counts; ``actions`` are those taken in it."""
        deal, self.deal = self.deal, None
        if deal is None or deal.begun is None:
            return None
        left = WaitingHand(deal, tuple(actions), tuple(self.remarks))
        self.waiting.append(left)
        return left

    def take(self, play: PlaySession, opponents: tuple[str, ...]) -> WaitingHand | None:
        """Take the unfinished hand of this table, if any waits."""
        hand = self.waiting.find(play.next_game, opponents, play.next_entry)
        if hand is not None:
            self.waiting.remove(hand)
            self.deal, self.remarks = hand.deal, list(hand.notes)
        return hand

    def keep(self, play: PlaySession) -> None:
        """Keep the hand at the table as it is now, if it counts."""
        deal, actions = self.deal, play.table.hand.spot.actions
        if deal is None or deal.begun is None or not play.in_hand or not actions:
            return
        if deal.committed.done() and deal.committed.exception() is not None:
            return  # that was reported when it was dealt
        self._watch(self._store.keep_hand(deal, actions, self.remarks))

    def finish(self, play: PlaySession, opponents: tuple[str, ...]) -> Future[int]:
        deal, self.deal = self.deal, None
        assert deal is not None
        return self._store.finish_hand(
            deal,
            play.record(),
            engines=engine_names(opponents, play.hero),
            hero=play.hero,
            mode="training" if play.training else "play",
            notes=self.remarks,
        )

    def seed(self, play: PlaySession) -> tuple[int, ...] | None:
        """Return the seed of the engine's next draw: a resumed hand has the same luck.

        The salt is fixed with the deck's hash and secret until the hand is over. In training the
        engine may act differently after a decision is taken back.
        """
        assert self.deal is not None
        actions = play.table.hand.spot.actions
        return None if play.training else (int(self.deal.salt, 16), len(actions))

    def _watch(self, future: Future[Any]) -> None:
        self._runner.watch(future, lambda done: None, failed=self._failed)


def engine_names(opponents: tuple[str, ...], hero: int) -> list[str]:
    """Return engine names by position, given clockwise from the user; empty for the user."""
    after = len(opponents) - hero
    return [*opponents[after:], "", *opponents[:after]]
