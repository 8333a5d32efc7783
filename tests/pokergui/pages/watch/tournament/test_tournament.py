"""The room of tournaments: from the form to a finished cross table, by its buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from pokergui.pages.watch.tournament.presenters.tournament import TournamentPresenter
from pokergui.pages.watch.tournament.scenes.choices import TournamentChoice
from pokergui.pages.watch.tournament.viewmodel.tournament import TournamentScene
from pokergui.pages.watch.tournament.views.room import TournamentRoom
from pokergui.pages.watch.tournament.wiring import connect_tournaments
from pokergui.store import HandReader, Store, StoreError, verify
from pokergui.store.tournaments import TournamentJournal
from tests.pokergui.gallery.tournament_scenes import NAMES, PAIR, STATES
from tests.pokergui.tournaments.makers import bits, new
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LEDUC = {"game": "leduc", "engines": "cfr, random", "kind": "robin", "hands": "1000"}


class Played:
    """A presenter, the contents of its room, and a runner on this thread."""

    def __init__(self, folder: Path, remembered: dict[str, str]) -> None:
        self.runner = SyncRunner()
        self.store = Store.open(folder / "hands.db")
        self.presenter = TournamentPresenter(self.runner, self.store, folder, remembered)
        self.shown: dict[str, Any] = {}
        self.scenes: list[TournamentScene] = []
        self.matches: list[int] = []
        for part in ("form", "pair", "notice", "choice_made"):
            signal = getattr(self.presenter, part)
            signal.connect(lambda value, part=part: self.shown.__setitem__(part, value))
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.match_requested.connect(self.matches.append)

    def open(self) -> None:
        self.presenter.open()
        self.runner.run_all()

    @property
    def scene(self) -> TournamentScene:
        return self.scenes[-1]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    made = Played(tmp_path, LEDUC)
    yield made
    made.presenter.stop()
    made.store.close()


def test_a_tournament_is_chosen_played_and_looked_at(played: Played, tmp_path: Path) -> None:
    played.open()
    form = played.shown["form"]
    assert form.game.current == "leduc" and form.hands.current == "1000"
    assert [one.key for one in form.engines if one.on] == ["cfr", "random"]
    presenter = played.presenter
    presenter.tick("call")
    assert played.shown["choice_made"] == {**LEDUC, "engines": "cfr, random, call"}
    assert "3 pairs, 3,000 hands" in played.shown["form"].summary
    presenter.choose_kind("gauntlet")
    assert "Exact equilibrium meets all others: 2 pairs" in played.shown["form"].summary
    presenter.choose_kind("robin")
    presenter.begin()
    played.runner.run_all()
    scene = played.scene
    assert played.shown["form"] is None and played.shown["notice"] is None
    assert (scene.main, scene.current, presenter.running) == ("", 1, 0)
    assert scene.cross.names == ("Exact equilibrium", "Random walker", "Caller")
    assert len({row.place for row in scene.order}) >= 2
    assert scene.progress.share == 1.0 and scene.tournaments[0].state == "finished"
    first = scene.cross.cells[0][1]
    assert first is not None and not first.even and first.mean.startswith("+")
    assert scene.cross.cells[1][0].mean.startswith("−")
    presenter.choose_pair(1, 0)
    assert played.shown["pair"].title == "Random walker v. Exact equilibrium"
    presenter.open_match()
    with HandReader(played.store.path) as reader:
        assert played.matches == [reader.tournament(1).state((0, 1)).match]
    table = tmp_path / "cross.csv"
    presenter.export(str(table))
    played.runner.run_all()
    assert len(table.read_text().splitlines()) == 7
    assert verify(played.store.path).sound


def test_tables_of_three_are_chosen_played_and_looked_at(played: Played) -> None:
    played.open()
    presenter = played.presenter
    presenter.choose_game("kuhn-3")
    form = played.shown["form"]
    assert not form.ready and form.summary == "Choose 3 engines or more."
    presenter.tick("call")
    presenter.tick("raise")
    form = played.shown["form"]
    assert form.ready and form.hands.caption == "Each table"
    assert form.summary == "4 tables of 3, 4,008 hands, each deal from every seat"
    presenter.begin()
    played.runner.run_all()
    scene = played.scene
    assert played.shown["notice"] is None
    assert scene.heading.endswith("4 tables of 3")
    assert scene.tournaments[0].detail == "4 engines, 1,002 hands a table"
    assert len(scene.order) == 4
    assert {row.done for row in scene.order} == {"all 3 tables complete"}
    assert scene.cross.cells[0][1].tip.startswith(f"{scene.cross.names[0]} at tables with ")
    presenter.choose_pair(1, 0)
    assert "at 2 tables with" in played.shown["pair"].title
    assert played.shown["pair"].match == 0
    presenter.open_match()
    assert played.matches == []


def test_an_engine_joins_one_that_is_over(played: Played) -> None:
    played.open()
    played.presenter.begin()
    played.runner.run_all()
    assert "call" in [choice.key for choice in played.scene.joining]
    played.presenter.join("call")
    played.runner.run_all()
    assert played.scene.cross.names[-1] == "Caller"
    assert played.scene.progress.share == 1.0


def test_a_pause_keeps_what_is_written_and_resume_goes_on(
    played: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("pokergui.pages.watch.tournament.presenters.tournament.SHOW_S", 0.0)
    number = new(played.store, ("cfr", "random", "call"), "leduc")
    played.open()
    presenter = played.presenter
    assert (played.scene.main, played.scene.tournaments[0].state) == ("resume", "paused")
    pressed: list[bool] = []

    def pause(scene: TournamentScene) -> None:
        if presenter.running and scene.progress.share > 0 and not pressed:
            pressed.append(True)
            presenter.press_main()

    presenter.scene.connect(pause)
    presenter.press_main()
    played.runner.run_all()
    assert pressed and 0 < played.scene.progress.share < 1
    assert played.scene.verdict == "No verdict before all hands are played"
    assert all(row.place == "1–3" for row in played.scene.order if row.rating != "…")
    cells = [cell for row in played.scene.cross.cells for cell in row if cell is not None]
    assert all(cell.even for cell in cells if cell.share is not None)
    assert (played.scene.main, presenter.running) == ("resume", 0)
    presenter.press_main()
    played.runner.run_all()
    assert played.scene.progress.share == 1.0
    assert played.scene.verdict == "Exact equilibrium wins"
    other = Store.open(tmp_path / "other.db")
    try:
        from tests.pokergui.tournaments.makers import go_on

        go_on(other, new(other, ("cfr", "random", "call"), "leduc"))
    finally:
        other.close()
    assert bits(played.store.path, number) == bits(tmp_path / "other.db")


def test_what_goes_wrong_is_told_and_nothing_is_lost(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.open()

    def refuse(*args: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(TournamentJournal, "_append", refuse)
        played.presenter.begin()
        played.runner.run_all()
    assert "the disk is full" in played.shown["notice"].text
    assert played.presenter.running == 0 and played.scene.main == "resume"
    played.presenter.press_main()
    played.runner.run_all()
    assert played.shown["notice"] is None and played.scene.progress.share == 1.0


def test_programs_that_a_database_names_run_only_once_they_are_confirmed(played: Played) -> None:
    new(played.store, ("call", "random"), "leduc")
    engines = ("call", "process:/bin/true")

    def rename(db: Any) -> None:
        from pokergui.store._connect import transaction
        from pokergui.store.tournaments import _put, all_tournaments, rows_of

        with transaction(db):
            (found,) = all_tournaments(rows_of(db))
            entrants = tuple(
                replace(one, name=name)
                for one, name in zip(found.plan.engines, engines, strict=True)
            )
            _put(db, replace(found, plan=replace(found.plan, engines=entrants)))

    played.store.submit(rename).result()
    played.open()
    for key in ("dismiss", "run"):
        played.presenter.press_main()
        played.runner.run_all()
        assert played.shown["notice"].kind == "warning"
        assert played.shown["notice"].text.startswith("process:/bin/true. They can do all")
        played.presenter.press_notice(key)
        assert played.presenter.running == (1 if key == "run" else 0)
    played.runner.run_all()
    assert "are not those that it began with" in played.shown["notice"].text


def test_choices_that_make_no_sense_have_their_defaults(tmp_path: Path) -> None:
    choice = TournamentChoice.of({"game": "chess", "hands": "7", "kind": "x", "engines": ""})
    assert choice == TournamentChoice()
    gone = TournamentChoice.of({"game": "leduc", "engines": "cfr, trained:gone"})
    assert gone.valid(tmp_path).engines == ("cfr",)
    assert TournamentChoice.of(gone.table) == gone


@pytest.mark.parametrize("state", STATES)
def test_every_state_can_be_shown(qtbot: QtBot, state: str) -> None:
    room = TournamentRoom()
    qtbot.addWidget(room)
    scene, form, notice = STATES[state]
    room.resize(960, 600)
    room.set_compact(True)
    room.show()
    room.set_scene(scene)
    room.set_form(form)
    room.pair.set_scene(PAIR)
    room.set_notice(notice)
    assert room.cross.isVisible() == (form is None)
    assert room.bar.main.isEnabled() == bool(scene.main)
    assert not room.grab().isNull()


def test_arrows_and_clicks_go_from_pair_to_pair_over_the_diagonal(qtbot: QtBot) -> None:
    room = TournamentRoom()
    qtbot.addWidget(room)
    room.resize(1400, 800)
    room.set_scene(STATES["running"][0])
    room.show()
    seen: list[tuple[int, int]] = []
    room.cross.chosen.connect(lambda *at: seen.append(at))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(room.cross, key)
    assert seen == [(2, 1), (2, 0), (1, 0)]
    assert "a pair" in room.cross.accessibleDescription()
    with qtbot.waitSignal(room.cross.opened):
        qtbot.keyClick(room.cross, Qt.Key.Key_Return)
    place = room.cross._box(3, 4).center().toPoint()
    qtbot.mouseClick(room.cross.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert seen[-1] == (3, 4)
    inside = room.cross._box(3, 3).center().toPoint()
    qtbot.mouseClick(room.cross.viewport(), Qt.MouseButton.LeftButton, pos=inside)
    qtbot.mouseClick(room.cross.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert seen[-1] == (3, 4)
    assert len(NAMES) == len(room.cross._scene.cells)


def test_its_buttons_reach_the_presenter(qtbot: QtBot, played: Played) -> None:
    room = TournamentRoom()
    qtbot.addWidget(room)
    room.resize(1200, 700)
    connect_tournaments(played.presenter, room)
    room.show()
    played.runner.run_all()
    assert room.form.isVisible()
    room.form._buttons["call"].click()
    assert room.form._buttons["call"].isChecked()
    room.form.begin.click()
    played.runner.run_all()
    assert room.cross.isVisible() and len(room.order.rows) == 3
    room.pair.open.click()
    assert played.matches
    room.new.click()
    assert room.form.isVisible()
