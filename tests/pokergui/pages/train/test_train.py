"""The Train presenter with a runner on this thread: runs, checkpoints, engines, failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.vector import Solver
from ai.run import Bounds, Point
from ai.table_runs import Training
from ai.tensors import write_tensors
from ai.trained_engines import list_trained, remove_trained
from engine.game import _BUILT_IN, get_game
from engine.jobs import JobControl
from pokergui.background.runner import TaskRunner
from pokergui.links import EngineLink, StudyLink, TrainLink
from pokergui.pages.train.presenters.train import TrainPresenter
from pokergui.pages.train.scenes.chart import thinned
from pokergui.pages.train.scenes.choice import TrainChoice
from pokergui.pages.train.scenes.options import option_scenes
from pokergui.pages.train.viewmodel.train import (
    MilestonesScene,
    RunListScene,
    RunScene,
    TrainChartScene,
    TrainTopScene,
)
from tests.pokergui.train_parts import said
from tests.sync_runner import SyncRunner

PARTS = ("top", "run", "chart", "milestones", "runs", "choice_made")


class Trained:
    """A presenter and the contents of its page."""

    def __init__(self, folder: Path, runner: Any, remembered: dict[str, str] | None) -> None:
        self.runner = runner
        self.folder, self.home = folder / "training", folder / "strategies"
        self.presenter = TrainPresenter(runner, self.folder, self.home, remembered)
        self.shown: dict[str, Any] = {}
        self.notices: list[Any] = []
        self.links: list[EngineLink | StudyLink] = []
        for part in PARTS:
            said(self.presenter, part).connect(lambda value, part=part: self._keep(part, value))
        self.presenter.teller.notice.connect(self._note)
        self.presenter.play_requested.connect(self.links.append)
        self.presenter.study_requested.connect(self.links.append)
        self.presenter.start()
        self.presenter.show.show_page(True)
        self.settle()

    def _keep(self, part: str, value: object) -> None:
        self.shown[part] = value

    def _note(self, notice: Any) -> None:
        self.shown["notice"] = notice
        if notice is not None:
            self.notices.append(notice)

    def settle(self) -> None:
        if isinstance(self.runner, SyncRunner):
            self.runner.run_all()

    def begin(self, method: str = "cfr+", stop: str = "200", game: str = "kuhn") -> None:
        self.presenter.next.choose("game", game)
        self.presenter.next.choose("method", method)
        self.presenter.next.choose("stop", "custom")
        self.presenter.next.choose("stop_text", stop)
        self.presenter.begin()
        self.settle()

    @property
    def top(self) -> TrainTopScene:
        return self.shown["top"]

    @property
    def front(self) -> RunScene:
        return self.shown["run"]

    @property
    def rows(self) -> RunListScene:
        return self.shown["runs"]

    @property
    def chart(self) -> TrainChartScene:
        return self.shown["chart"]

    @property
    def milestones(self) -> MilestonesScene:
        return self.shown["milestones"]

    @property
    def engines(self) -> list[str]:
        return [engine.name for engine in list_trained(self.home)]


Make = Callable[..., Trained]


@pytest.fixture
def train(tmp_path: Path, qtbot: QtBot) -> Iterator[Make]:
    made: list[Trained] = []

    def make(runner: Any = None, remembered: dict[str, str] | None = None) -> Trained:
        made.append(Trained(tmp_path, runner or SyncRunner(), remembered))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown(60.0)


def test_a_schedule_of_another_page_waits_for_the_first_look(tmp_path: Path, qtbot: QtBot) -> None:
    runner = SyncRunner()
    presenter = TrainPresenter(runner, tmp_path / "training", tmp_path / "strategies")
    shown: list[TrainTopScene] = []
    presenter.next.top.connect(shown.append)
    presenter.start()
    presenter.next.prepare(TrainLink(get_game("leduc"), "explicit:2,all"))
    assert shown == []
    runner.run_all()
    assert presenter.next.make()[0].parameters["picks"] == "explicit:2,all"
    assert presenter.next.make()[0].game == get_game("leduc")
    presenter.stop()


def test_a_run_ends_with_curve_checkpoint_and_engine(train: Make) -> None:
    page = train()
    assert page.front is None
    assert page.rows.rows == ()
    assert page.chart.chart.lines == ()
    assert page.chart.empty
    page.begin("cfr+", "1,000")
    assert page.front.phase == "done"
    assert page.front.share == 1.0
    (row,) = page.rows.rows
    assert (row.title, row.detail, row.state) == ("CFR+", "Kuhn, 1,000 iterations", "done")
    (curve,) = page.chart.chart.lines
    assert curve.x[0] == 1
    assert curve.x[-1] == 1000
    assert page.milestones.heads == ("10", "100", "1,000")
    assert page.engines == ["trained:kuhn-cfr+-1k"]
    assert len(list(page.folder.glob("*.safetensors"))) == 1
    assert "Kuhn have it as “CFR+, 1,000 iterations”" in page.rows.foot
    assert page.notices == []


def test_a_result_is_played_against_and_studied(train: Make) -> None:
    page = train()
    page.begin("pdcfr+", "500", game="leduc")
    page.presenter.play()
    page.presenter.study()
    play, study = page.links
    assert isinstance(play, EngineLink)
    assert isinstance(study, StudyLink)
    assert (play.game.name, play.engine) == ("leduc", "trained:leduc-pdcfr+-500")
    assert (study.game.name, study.engine) == ("leduc", "trained:leduc-pdcfr+-500")


def test_three_players_are_solved_without_a_promise(train: Make) -> None:
    page = train()
    page.begin("cfr", "1000", game="kuhn-3")
    methods = {choice.key for choice in page.top.method.choices}
    assert {"cfr", "pdcfr+", "nfsp", "sd-cfr"} <= methods
    assert not methods & {"es-mccfr", "os-mccfr", "robust-mccfr"}
    assert "NashConv ÷ players" in page.chart.chart.title
    run = page.presenter.runs.front
    assert run is not None
    assert 3 * run.curve[-1].exploitability == pytest.approx(0.003922335434, abs=2e-10)
    assert page.engines == ["trained:kuhn-3-cfr-1k"]
    assert page.front.can_play and page.front.can_study
    page.presenter.study()
    page.presenter.play()
    game, name = get_game("kuhn-3"), "trained:kuhn-3-cfr-1k"
    assert page.links == [StudyLink(game, (), (), engine=name), EngineLink(game, name)]


def test_engine_lists_hear_of_results(train: Make) -> None:
    page = train()
    told: list[list[str]] = []
    page.presenter.runs.engines_changed.connect(lambda: told.append(page.engines))
    page.begin()
    assert told == [["trained:kuhn-cfr+-200"]]
    page.presenter.ask_remove()
    page.presenter.press_notice("remove-both")
    assert told[1:] == [[]]


def press(page: Trained, key: str) -> None:
    """A button of the notice that is shown."""
    assert key in [button.key for button in page.shown["notice"].buttons]
    page.presenter.press_notice(key)


def going(page: Trained, qtbot: QtBot, method: str = "cfr", stop: str = "1e9") -> None:
    """Start a run that does not end by itself, and wait for its curve."""
    qtbot.waitUntil(lambda: "top" in page.shown)
    page.begin(method, stop, game="leduc")
    qtbot.waitUntil(lambda: page.front.phase == "running" and len(page.chart.chart.lines) > 0)


def wait(page: Trained, qtbot: QtBot, phase: str) -> None:
    qtbot.waitUntil(lambda: page.front.phase == phase)


def test_a_run_is_paused_resumed_and_stopped(train: Make, qtbot: QtBot) -> None:
    page = train(TaskRunner())
    going(page, qtbot)
    page.presenter.press_main()
    wait(page, qtbot, "paused")
    before = page.chart.chart.lines[0].x[-1]
    assert page.front.main == "resume"
    assert page.engines == []
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.chart.chart.lines[0].x[-1] > before)
    page.presenter.end()
    wait(page, qtbot, "stopped")
    assert page.engines == [f"trained:leduc-cfr-{int(page.chart.chart.lines[0].x[-1])}"]
    assert not page.front.can_stop
    assert page.front.main == "resume"


def test_pausing_and_resuming_at_once_goes_on(train: Make, qtbot: QtBot) -> None:
    page = train(TaskRunner())
    going(page, qtbot)
    run = page.presenter.runs.front
    assert run is not None
    run.pause()
    run.start()
    before = run.iteration
    qtbot.waitUntil(lambda: run.iteration > before + 1000)
    assert run.phase == "running"


def test_a_run_says_that_it_is_about_to_pause_or_stop(train: Make) -> None:
    page = train()
    page.presenter.next.choose("game", "kuhn")
    page.presenter.begin()  # its worker waits for its turn here
    assert (page.front.main, page.front.can_stop) == ("pause", True)
    page.presenter.press_main()
    assert (page.front.main, page.front.can_stop) == ("pausing", True)
    assert (page.front.figures[0].caption, page.rows.rows[0].state) == ("Pausing", "pausing")
    page.presenter.end()
    assert (page.front.main, page.front.can_stop) == ("stopping", False)
    assert page.rows.rows[0].state == "stopping"
    page.settle()
    assert page.front.main in ("", "resume") and page.rows.rows[0].state in ("stopped", "done")


def test_a_paused_run_is_stopped(train: Make, qtbot: QtBot) -> None:
    page = train(TaskRunner())
    going(page, qtbot)
    page.presenter.press_main()
    wait(page, qtbot, "paused")
    page.presenter.end()
    qtbot.waitUntil(lambda: len(page.engines) == 1)
    assert page.front.phase == "stopped"


def test_saving_while_it_goes_on_puts_it_on_the_lists(train: Make, qtbot: QtBot) -> None:
    page = train(TaskRunner())
    going(page, qtbot)
    page.presenter.save()
    qtbot.waitUntil(lambda: page.shown.get("notice") is not None)
    assert "is on the engine lists" in page.shown["notice"].title
    assert len(page.engines) == 1
    assert page.front.phase == "running"
    page.presenter.play()
    qtbot.waitUntil(lambda: len(page.links) == 1)
    assert page.links[0].engine in page.engines
    assert page.front.phase == "running"


def test_a_run_goes_on_only_when_its_files_are_written(train: Make) -> None:
    page = train()
    page.begin("cfr", "2,000", game="leduc")
    (path,) = page.folder.glob("*.safetensors")
    Training.load(path).run(Bounds(iterations=5_000), halted(), path=path)
    again = train()  # the run waits
    again.presenter.save()
    again.presenter.save()
    again.presenter.press_main()
    assert again.runner.waiting == 1  # one worker at a time
    assert again.front.main == "resume"  # it does not go on yet
    again.settle()
    assert again.front.phase == "done"
    assert "trained:leduc-cfr-5k" in again.engines


def halted() -> JobControl:
    control = JobControl()
    control.cancel()
    return control


def test_closing_leaves_checkpoints_that_go_on(train: Make, qtbot: QtBot) -> None:
    page = train(TaskRunner())
    for method in ("cfr", "pdcfr+"):
        going(page, qtbot, method)
    page.presenter.stop()
    assert page.runner.shutdown(60.0)
    runs = {run.key: run.iteration for run in page.presenter.runs.all}
    again = train(TaskRunner())
    qtbot.waitUntil(lambda: "runs" in again.shown)
    assert [row.state for row in again.rows.rows] == ["paused", "paused"]
    assert {run.key: run.iteration for run in again.presenter.runs.all} == runs
    again.presenter.press_main()
    run = again.presenter.runs.front
    assert run is not None
    qtbot.waitUntil(lambda: run.iteration > runs[run.key])


def test_six_runs_go_on_at_once_and_no_more(train: Make, qtbot: QtBot) -> None:
    page = train(TaskRunner())
    for _ in range(6):
        going(page, qtbot)
    assert not page.top.can_start
    assert page.top.why_not.startswith("6 runs go on already")
    assert sorted(row.series for row in page.rows.rows) == list(range(6))
    page.presenter.begin()
    assert len(page.rows.rows) == 6
    assert "6 runs go on" in page.shown["notice"].title
    page.presenter.end()
    wait(page, qtbot, "stopped")
    assert page.top.can_start


def test_no_figure_is_awaited_of_a_run_that_is_over(train: Make) -> None:
    page = train()
    page.begin("cfr", "10")
    page.begin("cfr", "1,000")
    longer, shorter = page.milestones.rows
    assert page.milestones.heads == ("10", "100", "1,000")
    assert shorter.cells[1:] == ("–", "–") and "–" not in longer.cells


def test_a_seventh_curve_takes_the_place_of_the_oldest_that_is_over(train: Make) -> None:
    page = train()
    for count in range(7):
        page.begin("cfr", str(10 + count))
    assert page.rows.full
    assert [row.series >= 0 for row in page.rows.rows] == [True] * 6 + [False]
    assert page.rows.shown == "shown on chart: 6 of 7"
    first, last = page.rows.rows[0], page.rows.rows[-1]
    page.presenter.runs.toggle(last.key, True)
    assert page.rows.rows[-1].series == -1
    page.presenter.runs.toggle(first.key, False)
    page.presenter.runs.toggle(last.key, True)
    assert page.rows.rows[0].series == -1
    assert page.rows.rows[-1].series == first.series
    assert len(page.chart.chart.lines) == 6
    assert [row.name for row in page.milestones.rows] == [f"CFR #{n}" for n in range(6, 1, -1)] + [
        "CFR"
    ]


def test_axes_and_runs_of_several_games(train: Make) -> None:
    page = train()
    page.begin("cfr+", "300")
    page.begin("es-mccfr", "300", game="leduc")
    assert [curve.end.split(", ")[1] for curve in page.chart.chart.lines] == ["Leduc", "Kuhn"]
    for axis in ("nodes", "seconds", "iterations"):
        page.presenter.show.choose_axis(axis)
        assert page.chart.axis == axis
        for curve in page.chart.chart.lines:
            assert min(curve.x) > 0
            assert list(curve.x) == sorted(curve.x)
    key = page.rows.rows[1].key
    page.presenter.runs.choose(key)
    assert [row.front for row in page.rows.rows] == [False, True]
    assert [curve.style == "front" for curve in page.chart.chart.lines] == [False, True]


def test_an_aim_that_time_does_not_reach_is_said(train: Make) -> None:
    page = train()
    page.begin("cfr", "1e-30 antes or 0.2 s")
    assert page.front.phase == "done"
    assert page.front.progress == "ended before its aim"
    time = page.front.figures[4]
    assert (time.caption, time.note) == ("Run time", "time is up")


def test_an_aim_is_reached(train: Make) -> None:
    page = train()
    page.begin("cfr+", "1 mA")
    assert page.front.figures[4].note == "aim reached"
    assert page.chart.chart.lines[0].y[-1] <= 1e-3
    assert page.milestones.rows[0].last != "not reached"


@pytest.mark.parametrize("method", [algorithm.name for algorithm in ALGORITHMS])
def test_every_method_runs_with_every_option(train: Make, method: str) -> None:
    page = train()
    page.begin(method, "20")
    assert page.front.phase == "done"
    for option in page.top.options:
        for choice in option.choices.choices:
            page.presenter.next.choose_option(option.key, choice.key)
            assert page.top.can_start
            page.presenter.begin()
            page.settle()
            assert page.front.phase == "done"
    assert page.notices == []


def test_options_that_make_no_sense_say_why(train: Make) -> None:
    page = train()
    page.presenter.next.choose("method", "robust-mccfr")
    page.presenter.next.choose_option("picks", "custom")
    page.presenter.next.edit_option("picks", "constant:0")
    assert not page.top.can_start
    field = page.top.options[0].field
    assert field is not None
    assert "none would ever be walked" in field.error
    page.presenter.begin()
    assert page.rows.rows == ()
    page.presenter.next.edit_option("picks", "explicit:1,2,all")
    page.presenter.next.choose_option("seed", "custom")
    page.presenter.next.edit_option("seed", "x")
    assert page.top.why_not == "A seed is a whole number, such as 7"
    page.presenter.next.edit_option("seed", "12")
    page.presenter.next.choose("stop", "custom")
    page.presenter.next.choose("stop_text", "no\tidea")
    assert "A bound is" in page.top.why_not
    assert all(value.isprintable() for value in page.shown["choice_made"].values())


def test_a_depth_is_that_of_the_game_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second heads-up game with stacks trains by its own rules."""
    known = get_game("holdem-nolimit")
    small = replace(known, name="holdem-small", blinds=(10, 5), stacks=(2_000,) * 2)
    monkeypatch.setitem(_BUILT_IN, small.name, small)
    choice = TrainChoice.of({"game": small.name, "depth": "custom", "depth_text": "30"})
    assert choice.build_game() == small.with_stacks((300, 300))
    (scene,) = option_scenes(get_game(choice.game), choice.options, ("depth",))
    assert scene.field is not None
    assert scene.field.hint == "Stacks of 300 chips"


def test_choices_are_remembered(train: Make) -> None:
    page = train()
    page.presenter.next.choose("game", "kuhn")
    page.presenter.next.choose("method", "es-mccfr")
    page.presenter.next.choose_option("baselines", "on")
    page.presenter.next.choose("stop", "seconds:60")
    again = train(remembered=page.shown["choice_made"])
    assert (again.top.game.current, again.top.method.current) == ("kuhn", "es-mccfr")
    assert again.top.stop.current == "seconds:60"
    assert [o.choices.current for o in again.top.options] == ["linear", "on", "0"]
    odd = train(remembered={"game": "holdem-nolimit-6", "method": "x", "stop": "7", "seed": "q"})
    assert (odd.top.game.current, odd.top.method.current) == ("leduc", "pdcfr+")


def test_runs_of_earlier_sessions_are_listed_and_others_named(train: Make) -> None:
    page = train()
    page.begin("cfr+", "100")
    page.begin("pdcfr+", "200")
    (page.folder / "20200101-000000-bad.safetensors").write_bytes(b"{}" * 40)
    record, arrays = {"format_version": 99, "kind": "checkpoint"}, {"curve": np.zeros((1, 4))}
    write_tensors(page.folder / "20200102-000000-new.safetensors", record, arrays)
    again = train()
    assert [(row.title, row.state) for row in again.rows.rows] == [
        ("PDCFR+", "done"),
        ("CFR+", "done"),
    ]
    assert len(again.chart.chart.lines) == 2
    (notice,) = again.notices
    assert notice.title == "2 runs could not be read"
    assert "bad.safetensors" in notice.text
    assert "format 99" in notice.text
    assert len(list(again.folder.glob("*.safetensors"))) == 4
    again.presenter.play()
    assert again.links[0].engine == "trained:kuhn-pdcfr+-200"


def test_a_run_whose_state_is_damaged_fails_with_its_curve(train: Make) -> None:
    page = train()
    page.begin("cfr+", "100")
    (path,) = page.folder.glob("*.safetensors")
    data = bytearray(path.read_bytes())
    data[-20] ^= 255
    path.write_bytes(data)
    for file in (page.home / "trained").iterdir():
        file.unlink()
    again = train()
    again.presenter.save()
    again.settle()
    assert again.front.phase == "failed"
    assert "damaged" in again.shown["notice"].text
    assert again.shown["notice"].details
    assert len(again.chart.chart.lines) == 1
    assert path.exists()


def test_a_run_is_removed_with_or_without_its_strategy(train: Make) -> None:
    page = train()
    for method in ("cfr", "cfr+", "dcfr"):
        page.begin(method, "50")
    page.presenter.ask_remove()
    press(page, "dismiss")
    assert len(page.rows.rows) == 3
    page.presenter.ask_remove()
    press(page, "remove")
    assert [row.title for row in page.rows.rows] == ["CFR+", "CFR"]
    assert len(page.engines) == 3
    page.presenter.ask_remove()
    press(page, "remove-both")
    assert [row.title for row in page.rows.rows] == ["CFR"]
    assert "trained:kuhn-cfr+-50" not in page.engines
    page.presenter.ask_remove()
    press(page, "remove")
    assert page.front is None
    assert page.chart.chart.lines == ()
    assert list(page.folder.iterdir()) == []


def test_an_engine_that_was_removed_elsewhere_can_be_saved_again(train: Make) -> None:
    page = train()
    page.begin("cfr", "50")
    assert not page.front.can_save
    remove_trained(page.home, "kuhn-cfr-50")
    page.presenter.refresh_engines()
    assert page.front.can_save
    page.presenter.save()
    page.settle()
    assert page.engines == ["trained:kuhn-cfr-50"]


def test_a_checkpoint_that_cannot_be_written_is_told_of_and_tried_again(
    train: Make, qtbot: QtBot
) -> None:
    page = train(TaskRunner())
    page.folder.parent.mkdir(exist_ok=True)
    page.folder.write_text("a file where the folder should be")
    going(page, qtbot)
    qtbot.waitUntil(lambda: len(page.notices) > 0)
    (notice,) = page.notices
    assert notice.title == "The checkpoint of CFR cannot be written"
    assert "nothing of it is saved yet" in notice.text
    assert page.front.phase == "running"
    page.folder.unlink()
    press(page, "again")
    qtbot.waitUntil(lambda: page.folder.is_dir())
    page.presenter.end()
    wait(page, qtbot, "stopped")
    assert page.shown["notice"] is None


def test_a_checkpoint_of_a_run_that_is_over_is_tried_again(train: Make) -> None:
    page = train()
    page.folder.write_text("a file where the folder should be")
    page.begin("cfr", "50")
    assert page.front.phase == "done"
    assert page.front.figures[0].note == "no checkpoint"
    press(page, "again")
    page.settle()
    assert "cannot be written" in page.shown["notice"].title
    page.folder.unlink()
    press(page, "again")
    page.settle()
    assert page.shown["notice"] is None
    assert len(list(page.folder.glob("*.safetensors"))) == 1


def test_a_strategy_that_cannot_be_kept_is_told_of(train: Make) -> None:
    page = train()
    page.home.mkdir(parents=True)
    (page.home / "trained").write_text("a file where the folder should be")
    page.begin("cfr", "50")
    assert page.front.phase == "done"
    assert "cannot be saved" in page.shown["notice"].title
    assert page.front.can_save
    assert page.rows.foot_title == "Not on the engine lists"
    (page.home / "trained").unlink()
    page.presenter.save()
    page.settle()
    assert page.engines == ["trained:kuhn-cfr-50"]


def test_an_exception_in_a_run_is_told_of_and_its_curve_kept(
    train: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Solver.step

    def fail(solver: Solver, count: int) -> None:
        if solver.iteration >= 30:
            raise ZeroDivisionError("a mistake of ours")
        step(solver, count)

    page = train()
    monkeypatch.setattr(Solver, "step", fail)
    page.begin("cfr", "1,000")
    assert page.front.phase == "failed"
    assert page.shown["notice"].title == "CFR cannot go on"
    assert "a mistake of ours" in page.shown["notice"].details
    assert page.chart.chart.lines[0].x[-1] >= 28
    monkeypatch.setattr(Solver, "step", step)
    press(page, "retry")
    page.settle()
    assert page.front.phase == "done"
    assert page.front.figures[2].value == "1,000"


def test_long_curves_are_thinned_with_their_ends_kept() -> None:
    points = [Point(n, n / 9, 1 / n, 5 * n) for n in range(1, 20_000)]
    few = thinned(points)
    assert len(few) <= 300
    assert (few[0], few[-1]) == (points[0], points[-1])
    assert [point.iteration for point in few] == sorted({point.iteration for point in few})
    assert thinned(points[:300]) == points[:300]
