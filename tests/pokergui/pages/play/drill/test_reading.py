"""Ranges read in the room of drills: painted, named and compared with the judge's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.game import get_game
from pokergui.formatting.words import percent
from pokergui.links import StudyLink
from pokergui.pages.play.drill.presenters.reading import ReadingPresenter
from pokergui.pages.play.drill.viewmodel.reading import ReadingScene
from pokergui.pages.play.drill.wiring import connect_drills, connect_reading
from pokergui.pages.play.drill.work.drilling import RANGES, Plan
from pokergui.store import Store
from pokergui.viewmodel import TableFrame
from pokergui.window.window import MainWindow
from tests.pokergui.cli_runner import Cli
from tests.pokergui.gallery import drill_scenes
from tests.pokergui.pages.play.drill.test_drill import AtOnce, Room


class Reader:
    def __init__(self, home: Path, game: str = "leduc", seed: int = 7) -> None:
        self.presenter = ReadingPresenter(AtOnce(), home, seed=seed)
        self.scenes: list[ReadingScene] = []
        self.frames: list[list[TableFrame]] = []
        self.links: list[StudyLink] = []
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.frames.connect(self.frames.append)
        self.presenter.study_requested.connect(self.links.append)
        self.presenter.begin(Plan(get_game(game), "cfr", RANGES))

    @property
    def scene(self) -> ReadingScene:
        return self.scenes[-1]

    @property
    def table(self) -> Any:
        return self.frames[-1][-1].scene


@pytest.fixture
def reader(qtbot: QtBot, tmp_path: Path) -> Reader:
    return Reader(tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "hands.db")) as made:
        yield made


def heights(scene: ReadingScene) -> list[float]:
    assert scene.yours is not None
    return [cell.height for cell in scene.yours.cells]


def test_a_range_is_painted_named_and_told(reader: Reader) -> None:
    scene = reader.scene
    assert reader.table.title == "Spot 1 of 10"
    assert heights(scene) == [0.0, 0.0, 0.0]
    assert scene.judged is None and not scene.can_commit
    reader.presenter.commit()  # nothing is painted
    assert reader.scene.verdict is None
    reader.presenter.paint(0, True)
    for _ in range(10):
        reader.presenter.weigh(1, 0.05)
    assert heights(reader.scene) == pytest.approx([1.0, 0.5, 0.0])
    reader.presenter.commit()
    scene = reader.scene
    assert scene.verdict is not None and scene.judged is not None
    assert max(cell.height for cell in scene.judged.cells) == pytest.approx(1.0)
    now = reader.presenter._state.now  # type: ignore[union-attr]
    assert scene.verdict.title.startswith(f"{percent(now.score)} in common")
    assert f"uniform range {percent(now.every)}" in scene.verdict.title
    assert scene.series.marks[0] == "answered" and scene.can_next
    reader.presenter.paint(2, True)  # it is named
    assert heights(reader.scene) == pytest.approx([1.0, 0.5, 0.0])
    reader.presenter.study()
    assert reader.links[-1].hole == now.dealt.hole
    reader.presenter.go_on()
    assert reader.table.title == "Spot 2 of 10"
    assert heights(reader.scene) == [0.0, 0.0, 0.0]


def test_the_figures_are_those_of_the_command(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    reader = Reader(tmp_path)
    seed = reader.presenter._drill._seed  # type: ignore[union-attr]
    args = ("drill", "leduc", "--ranges", "--seed", str(seed), "--spots", "1")
    (spot,) = Cli(capsys).json(*args, "--answer=K, Q")["spots"]
    for cell in (0, 1):
        reader.presenter.paint(cell, True)
    reader.presenter.commit()
    now = reader.presenter._state.now  # type: ignore[union-attr]
    assert 100 * now.score == pytest.approx(spot["answer"]["score_pct"])


def test_every_hand_has_the_score_of_every_hand(reader: Reader) -> None:
    reader.presenter.take_all()
    assert heights(reader.scene) == [1.0, 1.0, 1.0]
    reader.presenter.commit()
    now = reader.presenter._state.now  # type: ignore[union-attr]
    assert now.score == pytest.approx(now.every)
    reader.presenter.again()
    assert reader.scene.verdict is None
    reader.presenter.take_none()
    assert not reader.scene.can_commit


def test_a_range_is_copied_and_pasted_as_text(reader: Reader) -> None:
    copied: list[str] = []
    reader.presenter.copied.connect(copied.append)
    reader.presenter.paste("K, J:0.25")
    assert heights(reader.scene) == pytest.approx([1.0, 0.0, 0.25])
    reader.presenter.paste("nonsense")
    assert heights(reader.scene) == pytest.approx([1.0, 0.0, 0.25])
    reader.presenter.copy()
    assert copied == ["K, J:0.25"]


def test_a_series_ends_with_its_means(reader: Reader) -> None:
    for _ in range(10):
        reader.presenter.take_all()
        reader.presenter.commit()
        reader.presenter.go_on()
    assert reader.scene.over and reader.scene.problem.startswith("10 of 10 spots: in common")
    reader.presenter.go_on()
    assert reader.table.title == "Spot 1 of 10" and not reader.scene.over


def test_what_cannot_be_asked_is_one_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    reader = Reader(tmp_path, "leduc-3")
    assert "two players" in reader.scene.problem
    assert reader.scene.can_next


def test_ranges_are_read_in_the_room_by_keys(
    qtbot: QtBot, window: MainWindow, store: Store
) -> None:
    page, room = window.play, Room(store)
    connect_drills(room.presenter, page.drills)
    reading = ReadingPresenter(AtOnce(), store.path.parent, seed=3)
    connect_reading(reading, room.presenter, page.drills)
    QTest.keyClick(window, Qt.Key.Key_P)
    room.presenter.choose_spots(RANGES)
    view = page.drills.reading
    assert view.isVisible() and not page.drills.bar.isVisible()
    assert not page.drills.length_box.isVisible()
    assert not view.commit.isEnabled()
    view.paint.setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Plus):
        QTest.keyClick(view.paint, key)
    assert [cell.height for cell in view.paint.scene.cells] == pytest.approx([1.0, 0.05, 0.0])
    QTest.keyClick(view.paint, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "K, Q:0.05"
    QTest.keyClick(window, Qt.Key.Key_I)
    assert view.commit.isEnabled()
    page.drills.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert view.verdict.next.isVisible() and not view.commit.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert view.table.isVisible() and view.table.scene.title == "Spot 2 of 10"
    room.presenter.choose_spots("mine")
    assert not view.isVisible() and page.drills.bar.isVisible()


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900), (1920, 1080)])
def test_every_state_has_room_at_every_size(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    room = window.play.drills
    for name in drill_scenes.STATES:
        drill_scenes.show(window, name)
        assert not window.grab().isNull()
        for part in (room, room.top, room.reading):
            assert part.minimumSizeHint().width() <= room.width()
            assert part.minimumSizeHint().height() <= room.height()


def test_leave_shows_its_key_again_after_a_narrow_window(window: MainWindow) -> None:
    window.resize(1440, 900)
    drill_scenes.show(window, "told")
    back = window.play.drills.back
    wide = back.sizeHint().width()
    for size in ((1024, 640), (1440, 900)):
        window.resize(*size)
        QTest.qWait(1)
    assert back.sizeHint().width() == wide
