"""Play's presenter on this thread with the contents of its page, and hands at a decision."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.game import Game, get_game
from engine.hand import HandState
from engine.lines import parse_line
from engine.player import Action
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.choices import PlayChoice
from pokergui.pages.play.presenters.play import PlayPresenter
from pokergui.pages.play.work.session import PlaySession
from pokergui.store import HandReader, Store, verify
from pokergui.store.hands import StoredHand
from pokergui.viewmodel import ActionBarScene, TableFrame, TableScene
from tests.sync_runner import SyncRunner


def hand_at(game: Game | str, line: str, seed: int = 3) -> HandState:
    """The hand after a line, with cards from a seed."""
    rules = get_game(game) if isinstance(game, str) else game
    hand = HandState.deal(rules, shuffled_deck(rules, rng_state(seed)))
    for action in parse_line(rules, line):
        hand.apply(action)
    return hand


class Played:
    """A presenter, what its page shows, and the clockwork that a window would supply."""

    def __init__(self, folder: Path, choice: PlayChoice) -> None:
        self.folder = folder
        self.begin(choice)

    def begin(self, choice: PlayChoice) -> None:
        """Start the program."""
        folder, self.choice, self.runner = self.folder, choice, SyncRunner()
        self.store = Store.open(folder / "hands.db")
        self.presenter = PlayPresenter(self.runner, self.store, folder, choice)
        self.hands = self.presenter.hands
        self.frames: list[TableFrame] = []
        self.shown: dict[str, Any] = {}
        self.bars: list[ActionBarScene] = []
        self.notices: list[Any] = []
        for owner, parts in (
            (self.presenter, ("top", "explainer", "choice_made")),
            (self.hands, ("line", "session", "last_hand")),
        ):
            for part in parts:
                getattr(owner, part).connect(
                    lambda value, part=part: self.shown.update({part: value})
                )
        self.hands.bar.scene.connect(self.bars.append)
        self.hands.notice.connect(self.notices.append)
        self.presenter.opponents.notice.connect(self.notices.append)
        self.hands.frames.connect(self.frames.extend)
        with HandReader(self.store.path) as reader:
            self.presenter.start(reader.last(), reader.count(), reader.open_hands())
        self.settle()

    @property
    def scene(self) -> TableScene:
        return self.frames[-1].scene

    @property
    def bar(self) -> ActionBarScene:
        return self.bars[-1]

    @property
    def notice(self) -> Any:
        return self.notices[-1]

    @property
    def play(self) -> PlaySession:
        assert self.hands.play is not None
        return self.hands.play

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(self.play.table.hand.spot.actions)

    @property
    def legal(self) -> list[str]:
        """The kinds of the decisions that the bar offers."""
        return [slot.kind for slot in self.bar.slots if slot.enabled]

    @property
    def counts(self) -> bool:
        """Whether a hand that counts is in play."""
        return self.hands.play is not None and self.play.in_hand and not self.play.training

    def settle(self) -> None:
        self.runner.run_all()
        self.hands.table_settled()

    def do(self, intent: Any, *values: Any) -> None:
        intent(*values)
        self.settle()

    def act(self, kind: str, amount: str = "") -> None:
        self.do(self.hands.act, kind, amount)

    def next(self) -> None:
        self.do(self.presenter.next_hand)

    def undo(self) -> None:
        self.do(self.hands.undo)

    def press(self, key: str) -> None:
        self.do(self.presenter.press_notice, key)

    def reach_decision(self) -> None:
        """Deal until it is the person's turn."""
        for _ in range(50):
            if "call" in self.legal:
                return
            self.next()
        raise AssertionError("the person never got a turn")

    def second_decision(self) -> None:
        """Deal until the person has decided once in a hand and is to act again."""
        for _ in range(200):
            self.reach_decision()
            self.act("call")
            if self.play.hero_to_act:
                return
        raise AssertionError("the person never got a second decision")

    def finish_hand(self, kind: str = "call") -> None:
        """Take one kind of decision where it is legal, else call, to the end of the hand."""
        for _ in range(30):
            if self.bar.next_hand is not None:
                return
            self.act(kind if kind in self.legal else "call")
        raise AssertionError("the hand never ended")

    def play_hands(self, count: int) -> Iterable[int]:
        """Play hands to their end, one after the other; each is at the table when it is told."""
        for number in range(count):
            self.finish_hand()
            yield number
            self.next()

    def saved(self) -> tuple[StoredHand, ...]:
        """All hands on disk, once what was asked for is written."""
        self.store.retry().result()
        with HandReader(self.store.path) as reader:
            return tuple(reader.list().hands)

    @property
    def modes(self) -> list[str]:
        """Whether each finished hand counts, everything on disk being sound."""
        found = [hand.mode for hand in self.saved()]
        assert verify(self.store.path).problems == ()
        return found

    @property
    def waiting(self) -> int:
        """Unfinished hands on disk."""
        self.store.retry().result()
        return verify(self.store.path).unfinished

    def quit(self) -> None:
        """Do what closing the window does."""
        self.presenter.stop()
        self.store.close()

    def again(self) -> None:
        """Quit, and start the program again."""
        self.quit()
        self.begin(self.shown.get("choice_made", self.choice))
