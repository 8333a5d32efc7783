"""The sheet of the opponent's model: read, forgotten and brought back, exported, fitted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.opponent.model import Learned
from engine.game import get_game
from engine.hand import HandState
from engine.lines import parse_line
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
from tests.sync_runner import SyncRunner

LEDUC = get_game("leduc")
FAMILY = family_of(LEDUC)


@pytest.fixture(scope="module")
def home(tmp_path_factory: Any) -> Any:
    """A folder that keeps Leduc's equilibrium, so that it is computed once."""
    return tmp_path_factory.mktemp("strategies")


class Sheet:
    """The sheet over a table of Leduc, and its contents."""

    def __init__(self, store: Store, home: Path) -> None:
        self.runner = SyncRunner()
        self.store = store
        self.writer = OpponentStore(store)
        self.mind = Mind(self.runner, self.writer, home)
        self.sheet = LearnedSheet(self.runner, self.writer, self.mind, home)
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

    def play(self, line: str = "rc/rf", seed: int = 1) -> None:
        self.mind.observe(hand(line, seed).record_for(1), 0)
        self.runner.run_all()

    def kept(self, name: str = PERSONS_MODEL) -> int:
        state = self.writer.load(name, FAMILY)
        return int(state["hands"]) if state is not None else 0


@pytest.fixture
def table(tmp_path: Path, home: Path, qapp: Any) -> Iterator[Sheet]:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        yield Sheet(store, home)


def hand(line: str, seed: int = 1) -> HandState:
    dealt = HandState.deal(LEDUC, shuffled_deck(LEDUC, rng_state(seed)))
    for action in parse_line(LEDUC, line):
        dealt.apply(action)
    return dealt


def fill(store: Store) -> None:
    """Some hands of Leduc between two engines."""
    for seed in range(6):
        deal = store.begin_hand(LEDUC, shuffled_deck(LEDUC, rng_state(seed)))
        dealt = HandState.deal(LEDUC, deal.deck)
        for action in parse_line(LEDUC, "rc/rf"):
            dealt.apply(action)
        record = HandRecord.of(dealt, seed, ("Ann", "Bob"), deal.deck)
        store.finish_hand(deal, record, engines=("a", "b"), hero=-1, mode="watch").result()


def test_nothing_is_known_at_first(table: Sheet) -> None:
    table.sheet.open()
    assert table.opened == [True]
    assert table.scene.empty[0] == "Nothing is known about you in Leduc hold\u2019em yet"
    assert not table.scene.can_reset and table.scene.rows == ()
    assert table.scene.opponents.choices[0].title == "You"


def test_a_hand_shows_its_situations(table: Sheet) -> None:
    table.sheet.open()
    table.play()
    scene = table.scene
    assert [row.seen for row in scene.rows] == ["1", "1"]
    assert scene.figures[0].value == "1" and scene.can_reset
    assert all("expected" in row.spoken for row in scene.rows)
    assert [int(row.differs) for row in scene.rows] == sorted(
        (int(row.differs) for row in scene.rows), reverse=True
    )


def test_what_was_seen_once_differs_less_than_what_was_seen_often() -> None:
    seen, expected = np.array([1.0, 0.0, 0.0]), np.array([0.4, 0.5, 0.1])
    few, many = (Learned(0, "", times, seen, expected) for times in (1, 100))
    assert differs(few) == pytest.approx(0.6 / 5)
    assert 0.55 < differs(many) < 0.6


def test_reset_can_be_taken_back(table: Sheet) -> None:
    table.play()
    table.play(seed=2)
    table.sheet.open()
    table.runner.run_all()
    table.sheet.reset()
    assert table.title.startswith("2 hands of you in Leduc") and table.kept() == 0
    assert table.scene.rows == ()
    table.sheet.press_notice(UNDO)
    assert table.scene.notice is None and table.kept() == 2
    assert table.scene.rows
    table.play(seed=3)
    assert table.kept() == 3


def test_after_a_reset_learning_begins_anew(table: Sheet) -> None:
    table.play()
    table.sheet.open()
    table.sheet.reset()
    table.runner.run_all()
    table.play(seed=2)
    assert table.kept() == 1
    assert table.scene.notice is None  # a hand was learned from: nothing to take back any more
    table.sheet.press_notice(UNDO)
    table.runner.run_all()
    assert table.kept() == 1


def test_a_damaged_model_is_told_and_can_be_reset(table: Sheet) -> None:
    table.writer.save(PERSONS_MODEL, FAMILY, 5, {"format": 99}).result()
    table.sheet.open()
    assert table.scene.empty[0] == "What was saved cannot be read" and table.scene.can_reset
    table.sheet.reset()
    assert "forgotten" in table.title
    assert [button.key for button in table.scene.notice.buttons] == [DISMISS]  # type: ignore[union-attr]
    table.sheet.press_notice(DISMISS)
    assert table.scene.notice is None
    table.play()
    assert table.kept() == 1


def test_export_and_fit_carry_a_model_to_another_name(table: Sheet, tmp_path: Path) -> None:
    table.play()
    table.sheet.open()
    file = tmp_path / "me.safetensors"
    table.sheet.export(str(file))
    assert table.title == "Saved as me.safetensors" and file.exists()
    table.sheet.fit([str(file)])  # something is kept of the person already
    assert table.scene.notice is not None and table.scene.notice.kind == "error"
    table.sheet.reset()
    table.runner.run_all()
    table.sheet.fit([str(file)])
    assert table.title == "Learned you from 1 hand" and table.kept() == 1
    table.play(seed=2)
    assert table.kept() == 2


def test_fit_learns_of_every_player_and_tells_what_was_skipped(
    table: Sheet, tmp_path: Path
) -> None:
    with closing(Store.open(tmp_path / "others" / "hands.db")) as others:
        fill(others)
    table.sheet.open()
    table.sheet.fit([str(tmp_path / "others" / "hands.db")])
    assert table.scenes[-1].busy
    assert "6 hands" in table.title
    names = [choice.title for choice in table.scene.opponents.choices]
    assert {"a", "b"} <= set(names)
    assert table.scene.rows and not table.scene.busy
    table.sheet.choose(key_text(("b", FAMILY)))
    assert table.scene.opponents.current == key_text(("b", FAMILY)) and table.scene.rows


def test_a_file_that_is_none_is_told(table: Sheet, tmp_path: Path) -> None:
    file = tmp_path / "poem.phh"
    file.write_text("not a hand")
    table.sheet.open()
    table.sheet.fit([str(file)])
    assert table.scene.notice is not None and table.scene.notice.kind in ("error", "warning")
    assert not table.scene.busy
    table.sheet.press_notice(STOP)
    table.sheet.close()
    assert table.opened == [True, False]
