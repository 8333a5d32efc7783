from dataclasses import replace
from itertools import permutations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton

from engine.game import get_game
from engine.rake import Rake
from pokergui.pages.watch.tournament.presenters import TournamentPresenter
from pokergui.pages.watch.tournament.scenes import TournamentChoice
from pokergui.pages.watch.tournament.views import TournamentRoom
from pokergui.pages.watch.wiring import connect_tournaments
from pokergui.store import HandReader, Store, StoreError, TournamentJournal, verify
from pokergui.store.tournaments import begin_tournament
from pokergui.tournaments.plan import Entrant
from pokergui.tournaments.run import plan_of
from tests.pokergui.gallery.tournament_scenes import NAMES, STATES
from tests.pokergui.heard import heard, latest, refuse
from tests.pokergui.tournaments.makers import new
from tests.sync_runner import Driven, SyncRunner

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
LEDUC = {"game": "leduc", "engines": "cfr, random", "kind": "robin", "hands": "1000"}
LEDUC |= {"options": "", "rake": ""}


class Played(Driven):
    form = property(lambda self: self.shown["form"])
    scene = property(lambda self: self.scenes[-1])

    def __init__(self, folder):
        self.runner = SyncRunner()
        self.store = Store.open(folder / "hands.db")
        self.presenter = TournamentPresenter(self.runner, self.store, folder, LEDUC)
        made = self.presenter
        parts = {"form": made.form, "pair": made.pair, "notice": made.notice}
        self.shown = latest(choice_made=made.choice_made, **parts)
        self.scenes, self.matches = heard(made.scene), heard(made.match_requested)

    def open(self):
        self.do(self.presenter.open)
        return self.presenter

    def press(self):
        self.do(self.presenter.press_main)


@pytest.fixture
def played(tmp_path):
    made = Played(tmp_path)
    yield made
    made.presenter.stop()
    made.store.close()


def test_tournament_is_set_up_played_and_viewed(played, tmp_path):
    presenter = played.open()
    assert [one.key for one in played.form.engines if one.on] == ["cfr", "random"]
    presenter.change("engine", "call")
    assert played.shown["choice_made"] == {**LEDUC, "engines": "cfr, random, call"}
    for kind, words in (("gauntlet", "meets all others: 2 pairs"), ("robin", "3 pairs, 3,000")):
        presenter.change("kind", kind)
        assert words in played.form.summary
    played.press()
    scene = played.scene
    assert played.form is None and played.shown["notice"] is None
    assert (scene.main, scene.current, presenter.running) == ("", 1, 0)
    assert scene.heading.endswith("round robin")
    assert scene.cross.names == ("Exact equilibrium", "Random walker", "Caller")
    assert scene.progress.share == 1.0 and scene.tournaments[0].state == "finished"
    first, back = scene.cross.cells[0][1], scene.cross.cells[1][0]
    assert not first.even and first.mean.startswith("+") and back.mean.startswith("−")
    presenter.choose_pair(1, 0)
    assert played.shown["pair"].title == "Random walker v. Exact equilibrium"
    presenter.open_match()
    with HandReader(played.store.path) as reader:
        assert played.matches == [reader.tournament(1).state((0, 1)).match]
    table = tmp_path / "cross.csv"
    played.do(presenter.export, str(table))
    assert len(table.read_text().splitlines()) == 7
    assert "raise" in [choice.key for choice in scene.joining]
    played.do(presenter.join, "raise")
    assert len(played.scene.cross.names) == 4 and played.scene.progress.share == 1.0
    assert verify(played.store.path).sound


def test_three_handed_tables_are_set_up_played_and_viewed(played):
    presenter = played.open()
    presenter.change("game", "kuhn-3")
    assert not played.form.ready and played.form.summary == "Choose 3 engines or more."
    for engine in ("call", "raise"):
        presenter.change("engine", engine)
    assert played.form.summary == "4 tables of 3, 4,008 hands, each deal from every seat"
    played.press()
    scene = played.scene
    assert played.shown["notice"] is None and scene.heading.endswith("4 tables of 3")
    assert scene.tournaments[0].detail == "4 engines, 1,002 hands a table"
    assert [row.done for row in scene.order] == ["all 3 tables complete"] * 4
    presenter.choose_pair(1, 0)
    assert "at 2 tables with" in played.shown["pair"].title and played.shown["pair"].match == 0
    presenter.open_match()
    assert played.matches == []


@pytest.mark.ci
def test_tables_with_antes_and_rake_are_set_up_and_played(played):
    presenter = played.open()
    presenter.change("game", "holdem-nolimit-3@20")
    presenter.change("options", "ante=0.1")
    presenter.change("rake", "5:1")
    assert played.form.options.current == "ante=0.1" and played.form.rake.current == "5:1"
    for engine in ("call", "raise"):
        presenter.change("engine", engine)
    remembered = TournamentChoice.of(played.shown["choice_made"])
    assert (remembered.options, remembered.rake) == ("ante=0.1", "5:1")
    played.press()
    with HandReader(played.store.path) as reader:
        tournament, (match,) = reader.tournament(1), reader.matches()
    assert tournament.game == get_game("holdem-nolimit-3:ante=0.1@20")
    assert tournament.plan.rake == match.rake == Rake(5, 1)
    assert match.tally.chips.sum() < 0 and verify(played.store.path).sound
    assert "ante 10" in played.scene.heading
    presenter.toggle_form()
    presenter.change("game", "leduc")
    assert played.form.options is None and played.form.rake is None


def test_faults_and_pauses_keep_written_results_and_resume_continues(played, monkeypatch):
    monkeypatch.setattr("pokergui.pages.watch.tournament.presenters.SHOW_S", 0.0)
    new(played.store, ("cfr", "random", "call"), "leduc")
    presenter, pressed = played.open(), []
    assert (played.scene.main, played.scene.tournaments[0].state) == ("resume", "paused")

    def pause(scene):
        if presenter.running and scene.progress.share > 0 and not pressed:
            pressed.append(True)
            presenter.press_main()

    with monkeypatch.context() as broken:
        broken.setattr(TournamentJournal, "write", refuse(StoreError("the disk is full")))
        played.press()
    assert "disk is full" in played.shown["notice"].text
    assert presenter.running == 0 and played.scene.main == "resume"
    presenter.scene.connect(pause)
    played.press()
    assert played.shown["notice"] is None
    scene = played.scene
    assert pressed and 0 < scene.progress.share < 1
    assert scene.verdict == "No verdict before all hands are played"
    assert (scene.main, presenter.running) == ("resume", 0)
    played.press()
    assert played.scene.progress.share == 1.0
    assert played.scene.verdict == "Exact equilibrium wins"


def test_programs_named_by_a_database_run_only_once_confirmed(played, tmp_path):
    game = get_game("leduc")
    plan = plan_of(game, ("call", "random"), tmp_path, hands=2000)
    strange = replace(plan, engines=(plan.engines[0], Entrant("process:/bin/true")))
    begin_tournament(played.store, game, strange).result()
    played.open()
    for key in ("dismiss", "run"):
        played.press()
        assert played.shown["notice"].kind == "warning"
        assert played.shown["notice"].text.startswith("process:/bin/true. They can do anything")
        played.presenter.press_notice(key)
        assert played.presenter.running == (1 if key == "run" else 0)
    played.runner.run_all()
    assert "have changed since it began" in played.shown["notice"].text


def test_invalid_choices_fall_back_to_defaults(tmp_path):
    choice = TournamentChoice.of({"game": "chess", "hands": "7", "kind": "x", "engines": ""})
    assert choice == TournamentChoice()
    words = {"game": "leduc", "engines": "cfr, trained:gone", "options": "ante=0.1"}
    gone = TournamentChoice.of(words)
    assert gone.valid(tmp_path).engines == ("cfr",)
    assert TournamentChoice.of(gone.table) == gone


@pytest.fixture
def room(qtbot):
    room = TournamentRoom()
    qtbot.addWidget(room)
    room.resize(1200, 700)
    room.show()
    return room


def test_arrows_and_clicks_move_between_pairs_skipping_the_diagonal(qtbot, room):
    room.set_scene(STATES["running"][0])
    cross, seen = room.cross, heard(room.cross.chosen)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(cross, key)
    assert seen == [(2, 1), (2, 0), (1, 0)]
    with qtbot.waitSignal(cross.opened):
        qtbot.keyClick(cross, Qt.Key.Key_Return)
    seen.clear()
    for x in range(2, cross.viewport().width(), 30):
        for y in range(2, cross.viewport().height(), 15):
            qtbot.mouseClick(cross.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, y))
    assert {*seen} == {*permutations(range(len(NAMES)), 2)}


def test_tournament_buttons_reach_the_presenter(played, room):
    connect_tournaments(played.presenter, room)
    room.set_form(None)
    played.open()
    assert room.form.isVisible() and not room.cross.isVisible()
    (caller,) = (b for b in room.form.findChildren(QToolButton) if b.accessibleName() == "Caller")
    caller.click()
    played.do(room.form.begin.click)
    assert room.cross.isVisible() and len(room.order.rows) == 3
    room.pair.open.click()
    assert played.matches
    room.new.click()
    assert room.form.isVisible()
