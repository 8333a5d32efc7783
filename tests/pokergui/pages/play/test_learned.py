"""The sheet of the opponent's model: read, forgotten and brought back, exported, fitted."""

from contextlib import closing

import numpy as np
import pytest

from ai.opponent.model import Learned
from engine.game import get_game
from engine.records.record import HandRecord
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.pages.play.presenters.learned import LearnedSheet
from pokergui.pages.play.presenters.mind import Mind
from pokergui.pages.play.scenes.learned import STOP, UNDO, differs, key_text
from pokergui.pages.play.work.mind import family_of
from pokergui.store import PERSONS_MODEL, Store
from tests.pokergui.heard import heard
from tests.pokergui.pages.play.tables import hand_at
from tests.sync_runner import SyncRunner

LEDUC = get_game("leduc")
FAMILY = family_of(LEDUC)


class Table:
    """A table of Leduc with its sheet, and the sheet's contents."""

    def __init__(self, writer, home):
        self.runner, self.writer = SyncRunner(), writer
        self.mind = Mind(self.runner, writer, home)
        self.sheet = LearnedSheet(self.runner, writer, self.mind, home)
        self.scenes, self.opened = heard(self.sheet.scene), heard(self.sheet.opened)
        self.mind.sit(LEDUC, "Granite")
        self.runner.run_all()

    @property
    def scene(self):
        self.runner.run_all()
        return self.scenes[-1]

    @property
    def title(self):
        notice = self.scene.notice
        return notice.title if notice is not None else ""

    def play(self, seed=1):
        self.mind.observe(hand_at(LEDUC, "rc/rf", seed).record_for(1), 0)
        self.runner.run_all()

    @property
    def kept(self):
        self.runner.run_all()
        state = self.writer.load(PERSONS_MODEL, FAMILY)
        return int(state["hands"]) if state is not None else 0


@pytest.fixture
def table(writer, home):
    return Table(writer, home)


def test_what_was_seen_once_differs_less_than_what_was_seen_often():
    seen, expected = np.array([1.0, 0.0, 0.0]), np.array([0.4, 0.5, 0.1])
    few, many = (Learned(0, "", times, seen, expected) for times in (1, 100))
    assert differs(few) == pytest.approx(0.6 / 5)
    assert 0.55 < differs(many) < 0.6


@pytest.mark.slow
def test_a_hand_shows_its_situations_and_a_reset_can_be_taken_back(table):
    table.sheet.open()
    scene = table.scene
    assert table.opened == [True] and scene.opponents.choices[0].title == "You"
    assert scene.empty[0] == "Nothing is known about you in Leduc hold\u2019em yet"
    assert not scene.can_reset and scene.rows == ()
    table.play()
    scene = table.scene
    assert [row.seen for row in scene.rows] == ["1", "1"]
    assert scene.figures[0].value == "1" and scene.can_reset
    order = [int(row.differs) for row in scene.rows]
    assert order == sorted(order, reverse=True)
    table.sheet.reset()
    assert table.title.startswith("1 hand of you in Leduc") and table.kept == 0
    assert table.scene.rows == ()
    table.sheet.press_notice(UNDO)
    assert table.scene.notice is None and table.kept == 1 and table.scene.rows
    table.play(seed=2)
    table.sheet.reset()
    assert table.kept == 0
    table.play()  # something is learned: too late
    assert table.kept == 1 and table.scene.notice is None
    table.sheet.press_notice(UNDO)
    assert table.kept == 1


@pytest.mark.slow
def test_export_and_fit_carry_models_to_other_names(table, tmp_path):
    table.play()
    table.sheet.open()
    file = tmp_path / "me.safetensors"
    table.sheet.export(str(file))
    assert table.title == "Saved as me.safetensors" and file.exists()
    table.sheet.fit([str(file)])  # something is kept of the person already
    assert table.scene.notice.kind == "error"
    table.sheet.reset()
    table.runner.run_all()
    table.sheet.fit([str(file)])
    assert table.title == "Learned you from 1 hand" and table.kept == 1
    path, poem = tmp_path / "others" / "hands.db", tmp_path / "poem.phh"
    poem.write_text("not a hand")
    with closing(Store.open(path)) as others:
        for seed in range(6):
            deal = others.begin_hand(LEDUC, shuffled_deck(LEDUC, rng_state(seed)))
            record = HandRecord.of(hand_at(LEDUC, "rc/rf", seed), seed, ("Ann", "Bob"), deal.deck)
            kept = {"engines": ("a", "b"), "hero": -1, "mode": "watch"}
            others.finish_hand(deal, record, **kept).result()
    table.sheet.fit([str(path)])
    assert table.scenes[-1].busy
    assert "6 hands" in table.title and not table.scene.busy
    assert {"a", "b"} <= {choice.title for choice in table.scene.opponents.choices}
    table.sheet.choose(key_text(("b", FAMILY)))
    assert table.scene.opponents.current == key_text(("b", FAMILY)) and table.scene.rows
    table.sheet.fit([str(poem)])
    assert table.scene.notice.kind in ("error", "warning") and not table.scene.busy
    table.sheet.press_notice(STOP)
    table.sheet.close()
    assert table.opened == [True, False]
