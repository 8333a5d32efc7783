"""The sheet of the opponent's model: read, forgotten and brought back, exported, fitted."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from ai.opponent.model import Learned
from engine.game import get_game
from engine.records.record import HandRecord
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.notices import DISMISS
from pokergui.pages.play.presenters.learned import LearnedSheet
from pokergui.pages.play.presenters.mind import Mind
from pokergui.pages.play.scenes.learned import STOP, UNDO, differs, key_text
from pokergui.pages.play.viewmodel.mind import LearnedScene
from pokergui.pages.play.work.mind import family_of
from pokergui.store import PERSONS_MODEL, OpponentStore, Store
from tests.pokergui.pages.play.tables import hand_at
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")
FAMILY = family_of(LEDUC)


class Table:
    """A table of Leduc with its sheet, and the sheet's contents."""

    def __init__(self, writer: OpponentStore, home: Path) -> None:
        self.runner, self.writer = SyncRunner(), writer
        self.mind = Mind(self.runner, writer, home)
        self.sheet = LearnedSheet(self.runner, writer, self.mind, home)
        self.scenes: list[LearnedScene] = []
        self.opened: list[bool] = []
        self.sheet.scene.connect(self.scenes.append)
        self.sheet.opened.connect(self.opened.append)
        self.mind.sit(LEDUC, "Granite")
        self.runner.run_all()

    @property
    def scene(self) -> LearnedScene:
        self.runner.run_all()
        return self.scenes[-1]

    @property
    def title(self) -> str:
        notice = self.scene.notice
        return notice.title if notice is not None else ""

    def play(self, seed: int = 1) -> None:
        self.mind.observe(hand_at(LEDUC, "rc/rf", seed).record_for(1), 0)
        self.runner.run_all()

    @property
    def kept(self) -> int:
        self.runner.run_all()
        state = self.writer.load(PERSONS_MODEL, FAMILY)
        return int(state["hands"]) if state is not None else 0


@pytest.fixture
def table(writer, home) -> Table:
    return Table(writer, home)


def test_a_hand_shows_its_situations(table):
    table.sheet.open()
    scene = table.scene
    assert table.opened == [True] and scene.opponents.choices[0].title == "You"
    assert scene.empty[0] == "Nothing is known about you in Leduc hold\u2019em yet"
    assert not scene.can_reset and scene.rows == ()
    table.play()
    scene = table.scene
    assert [row.seen for row in scene.rows] == ["1", "1"]
    assert scene.figures[0].value == "1" and scene.can_reset
    assert all("expected" in row.spoken for row in scene.rows)
    order = [int(row.differs) for row in scene.rows]
    assert order == sorted(order, reverse=True)


def test_what_was_seen_once_differs_less_than_what_was_seen_often():
    seen, expected = np.array([1.0, 0.0, 0.0]), np.array([0.4, 0.5, 0.1])
    few, many = (Learned(0, "", times, seen, expected) for times in (1, 100))
    assert differs(few) == pytest.approx(0.6 / 5)
    assert 0.55 < differs(many) < 0.6


def test_reset_can_be_taken_back_until_something_is_learned(table):
    table.play()
    table.play(seed=2)
    table.sheet.open()
    table.runner.run_all()
    table.sheet.reset()
    assert table.title.startswith("2 hands of you in Leduc") and table.kept == 0
    assert table.scene.rows == ()
    table.sheet.press_notice(UNDO)
    assert table.scene.notice is None and table.kept == 2 and table.scene.rows
    table.play(seed=3)
    assert table.kept == 3
    table.sheet.reset()
    assert table.kept == 0
    table.play()
    assert table.kept == 1 and table.scene.notice is None
    table.sheet.press_notice(UNDO)
    assert table.kept == 1


def test_a_damaged_model_is_told_and_can_be_reset(table):
    table.writer.save(PERSONS_MODEL, FAMILY, 5, {"format": 99}).result()
    table.sheet.open()
    assert table.scene.empty[0] == "What was saved cannot be read" and table.scene.can_reset
    table.sheet.reset()
    notice = table.scene.notice
    assert notice is not None and "forgotten" in notice.title
    assert [button.key for button in notice.buttons] == [DISMISS]
    table.sheet.press_notice(DISMISS)
    assert table.scene.notice is None
    table.play()
    assert table.kept == 1


def test_export_and_fit_carry_a_model_to_another_name(table, tmp_path):
    table.play()
    table.sheet.open()
    file = tmp_path / "me.safetensors"
    table.sheet.export(str(file))
    assert table.title == "Saved as me.safetensors" and file.exists()
    table.sheet.fit([str(file)])  # something is kept of the person already
    notice = table.scene.notice
    assert notice is not None and notice.kind == "error"
    table.sheet.reset()
    table.runner.run_all()
    table.sheet.fit([str(file)])
    assert table.title == "Learned you from 1 hand" and table.kept == 1
    table.play(seed=2)
    assert table.kept == 2


def test_fit_learns_of_every_player_and_tells_what_was_skipped(table, tmp_path):
    path = tmp_path / "others" / "hands.db"
    with closing(Store.open(path)) as others:
        for seed in range(6):
            deal = others.begin_hand(LEDUC, shuffled_deck(LEDUC, rng_state(seed)))
            record = HandRecord.of(hand_at(LEDUC, "rc/rf", seed), seed, ("Ann", "Bob"), deal.deck)
            kept = {"engines": ("a", "b"), "hero": -1, "mode": "watch"}
            others.finish_hand(deal, record, **kept).result()
    table.sheet.open()
    table.sheet.fit([str(path)])
    assert table.scenes[-1].busy
    assert "6 hands" in table.title and not table.scene.busy
    assert {"a", "b"} <= {choice.title for choice in table.scene.opponents.choices}
    table.sheet.choose(key_text(("b", FAMILY)))
    assert table.scene.opponents.current == key_text(("b", FAMILY)) and table.scene.rows


def test_a_file_that_is_none_is_told(table, tmp_path):
    file = tmp_path / "poem.phh"
    file.write_text("not a hand")
    table.sheet.open()
    table.sheet.fit([str(file)])
    notice = table.scene.notice
    assert notice is not None and notice.kind in ("error", "warning") and not table.scene.busy
    table.sheet.press_notice(STOP)
    table.sheet.close()
    assert table.opened == [True, False]
