from contextlib import contextmanager

import pytest

from engine.game import get_game
from engine.hand import HandState
from engine.lines import parse_line
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.pages.play.presenters import opponents
from pokergui.pages.play.presenters.play import PlayPresenter
from pokergui.store import HandReader, Store, verify
from tests.pokergui.heard import heard, latest
from tests.sync_runner import SyncRunner


def hand_at(game, line, seed=3):
    rules = get_game(game) if isinstance(game, str) else game
    hand = HandState.deal(rules, shuffled_deck(rules, rng_state(seed)))
    for action in parse_line(rules, line):
        hand.apply(action)
    return hand


@contextmanager
def built_by(made):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opponents, "build", made)
        patch.setattr(opponents, "rehearse", lambda *rest: None)
        yield


class Played:
    def __init__(self, folder, choice):
        self.folder = folder
        self.begin(choice)

    def begin(self, choice):
        self.choice, self.runner = choice, SyncRunner()
        self.store = Store.open(self.folder / "hands.db")
        self.presenter = PlayPresenter(self.runner, self.store, self.folder, choice)
        self.hands = self.presenter.hands
        self.frames = []
        self.hands.frames.connect(self.frames.extend)
        self.bars = heard(self.hands.bar.scene)
        self.notices = heard(self.hands.notice, self.presenter.opponents.notice)
        hands, made = self.hands, self.presenter.choice_made
        parts = {"line": hands.line, "session": hands.session, "last_hand": hands.last_hand}
        self.shown = latest(top=self.presenter.top, choice_made=made, **parts)
        with HandReader(self.store.path) as reader:
            self.presenter.start(reader.last(), reader.count(), reader.open_hands())
        self.settle()

    scene = property(lambda self: self.frames[-1].scene)
    bar = property(lambda self: self.bars[-1])
    notice = property(lambda self: self.notices[-1])

    @property
    def told(self):
        return [notice for notice in self.notices if notice is not None]

    play = property(lambda self: self.hands.play)
    actions = property(lambda self: tuple(self.play.table.hand.spot.actions))

    @property
    def legal(self):
        return [slot.kind for slot in self.bar.slots if slot.enabled]

    @property
    def counts(self):
        return self.play is not None and self.play.in_hand and not self.play.training

    def settle(self):
        self.runner.run_all()
        self.hands.table_settled()

    def do(self, intent, *values):
        intent(*values)
        self.settle()

    def act(self, kind, amount=""):
        self.do(self.hands.act, kind, amount)

    def next(self):
        self.do(self.presenter.next_hand)

    def undo(self):
        self.do(self.hands.undo)

    def press(self, key):
        self.do(self.presenter.press_notice, key)

    def choose(self, opponent):
        self.do(self.presenter.choose, "opponent", opponent)

    def reach_decision(self, decided=0):
        for _ in range(200):
            if "call" not in self.legal:
                self.next()
            elif len(self.play.decisions()) > decided:
                return
            else:
                self.act("call")
        raise AssertionError("the person never got a turn")

    def finish_hand(self, kind="call"):
        for _ in range(30):
            if self.bar.next_hand is not None:
                return
            self.act(kind if kind in self.legal else "call")
        raise AssertionError("the hand never ended")

    def play_hands(self, count):
        for number in range(count):
            self.finish_hand()
            yield number
            self.next()

    def saved(self):
        self.store.retry().result()
        with HandReader(self.store.path) as reader:
            return tuple(reader.list().hands)

    @property
    def modes(self):
        found = [hand.mode for hand in self.saved()]
        assert verify(self.store.path).problems == ()
        return found

    @property
    def waiting(self):
        self.store.retry().result()
        return verify(self.store.path).unfinished

    def quit(self):
        self.presenter.stop()
        self.store.close()

    def again(self):
        self.quit()
        self.begin(self.shown.get("choice_made", self.choice))
