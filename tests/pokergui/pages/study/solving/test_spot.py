"""A spot in Study with a runner on this thread: solved, stopped, locked, compared, kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, Action, raise_to
from engine.shown import parse_shown
from pokergui.links import StudyLink
from pokergui.pages.study.comparing.viewmodel.versus import VersusScene
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.solving.presenters.form import parse_form
from pokergui.pages.study.solving.presenters.spot import SpotStudy
from pokergui.pages.study.solving.scenes.form import Draft
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.viewmodel import Notice
from pokergui.viewmodel.grid import GridScene
from tests.sync_runner import SyncRunner

RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA,KK,76s,T9s", "AK,QJ,88,A2s", 100, 300, "50,a", "a")
TURN = Spot.parse("Qs Jh 2h 8c", "AA,76s", "AK,88", 100, 200, "50", "a")


class Studied:
    """Study with the contents of its page."""

    def __init__(self, folder: Path) -> None:
        self.runner = SyncRunner()
        self.folder = folder / "spots"
        choice = StudyChoice.of("kuhn", 100, "cfr", folder)
        self.presenter = StudyPresenter(self.runner, folder, self.folder, choice)
        self.scenes: list[StudyScene] = []
        self.notices: list[Notice | None] = []
        self.parts: dict[str, Any] = {}
        self.found: list[tuple[Spot, tuple[Action, ...], str, str]] = []
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.walk.notice.connect(self.notices.append)
        self.presenter.detail.connect(lambda value: self.parts.update(detail=value))
        self.presenter.top.connect(lambda value: self.parts.update(top=value))
        for signal in (self.presenter.finder.found, self.presenter.spot.edit_asked):
            signal.connect(lambda *found: self.found.append(found))
        self.do(self.presenter.show_page, True)

    @property
    def spot(self) -> SpotStudy:
        return self.presenter.spot

    def do(self, intent: Any, *values: Any) -> StudyScene:
        intent(*values)
        self.runner.run_all()
        return self.scene

    def solve(self, spot: Spot = RIVER, target: float = 20.0, **more: Any) -> StudyScene:
        return self.do(self.spot.solve, spot, more.get("line", ()), target, False)

    def rows(self, *keys: str) -> StudyScene:
        for key in keys:
            self.do(self.presenter.walk.follow, key)
        return self.scene

    @property
    def scene(self) -> StudyScene:
        return self.scenes[-1]

    @property
    def solution(self) -> SolutionScene:
        assert self.scene.solution is not None
        return self.scene.solution

    @property
    def versus(self) -> VersusScene | None:
        return self.scene.versus

    @property
    def second(self) -> GridScene:
        assert self.scene.beside is not None
        return self.scene.beside.grid

    def compare(self, which: str) -> StudyScene:
        return self.do(self.presenter.versus.choose_which, which)

    @property
    def grid(self) -> GridScene:
        assert self.scene.grid is not None
        return self.scene.grid

    @property
    def notice(self) -> Notice | None:
        return self.notices[-1] if self.notices else None

    def cell(self, label: str) -> int:
        return next(i for i, cell in enumerate(self.grid.cells) if cell.label == label)

    def figure(self, label: str) -> str:
        return next(one.value for one in self.solution.figures if one.label == label)

    def share(self, label: str, title: str) -> float:
        at = [action.title for action in self.grid.actions].index(title)
        return self.grid.cells[self.cell(label)].shares[at]


@pytest.fixture
def studied(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path)


def test_a_spot_is_solved_and_shown_like_any_game(studied: Studied) -> None:
    scene = studied.solve()
    assert [crumb.text for crumb in scene.line.crumbs] == ["River", "Out of position to act"]
    assert [(side.name, side.note) for side in scene.sides] == [
        ("Out of position", "to act"),
        ("In position", ""),
    ]
    assert [(one.label, one.value) for one in scene.figures] == [("Pot", "100"), ("Behind", "300")]
    assert scene.solution is not None and not scene.solution.running
    assert scene.solution.title == "River, pot 100, 300 behind"
    assert scene.solution.state == "Solved to 20% of the pot"
    assert scene.solution.share == 1.0
    labels = [figure.label for figure in scene.solution.figures]
    assert labels == ["Exploitability", "Iterations", "Information sets", "Memory", "Time"]
    assert [figure.label for figure in scene.solution.value] == ["Out of position", "In position"]
    titles = [action.title for action in studied.grid.actions]
    assert titles == ["Check", "Bet 50", "All-in 300"]
    assert sum(total.share for total in scene.totals) == pytest.approx(1.0)
    heights = {cell.label: cell.height for cell in studied.grid.cells if cell.height}
    assert set(heights) == {"AA", "KK", "76s", "T9s"} and set(heights.values()) == {1.0}
    assert scene.sides[0].combos == "20 combos"
    assert scene.board is None  # no card can be chosen any more
    assert not scene.sheet_available and not scene.warning


def test_it_stands_in_the_place_of_the_engine_while_it_is_shown(studied: Studied) -> None:
    studied.solve()
    engine = studied.parts["top"].engine
    assert [one.title for one in engine.choices if one.key == engine.current] == ["Solved spot"]
    studied.do(studied.presenter.choose_engine, engine.current)
    assert studied.spot.shown
    studied.do(studied.presenter.choose_engine, "cfr")
    assert not studied.spot.shown
    assert studied.parts["top"].engine.current == "cfr"


def test_the_first_strategy_does_not_wait_for_what_it_is_worth(studied: Studied) -> None:
    studied.scenes.clear()
    studied.solve()
    shown = [scene for scene in studied.scenes if scene.solution is not None and scene.totals]
    assert sum(total.share for total in shown[0].totals) == pytest.approx(1.0)
    assert [side.value for side in shown[0].sides] == ["… EV", "… EV"]
    assert not any("…" in side.value for side in shown[-1].sides)


def test_its_tree_is_all_there_is(studied: Studied) -> None:
    studied.solve()
    scene = studied.rows("r100")
    rows = [row.title for row in scene.rows if row.key.startswith("do:1:")]
    assert rows == ["Fold", "Call 50", "All-in 300"]
    scene = studied.rows("f")
    assert scene.line.crumbs[-1].text == "In position has folded"
    assert scene.solution is not None and scene.solution.brushes == ()
    studied.rows("at:0", "r120")
    assert studied.notice is not None and studied.notice.title == "The solution gave no answer"


def test_a_spot_of_a_hand_has_values_in_big_blinds(studied: Studied) -> None:
    plain = studied.solve()
    assert all(side.value.endswith(" chips") for side in plain.sides)
    assert all(figure.value.endswith(" chips") for figure in studied.solution.value)
    chips = [float(side.value.split()[0]) for side in plain.sides]
    known = studied.solve(replace(RIVER, big_blind=20))
    assert all(side.value.endswith(" bb") for side in known.sides)
    blinds = [float(side.value.split()[0]) for side in known.sides]
    assert [20 * value for value in blinds] == pytest.approx(chips, abs=0.2)
    studied.do(studied.presenter.walk.pin_cell, studied.cell("AA"))
    assert studied.parts["detail"].value_caption == "EV, bb"
    assert all(figure.value.endswith(" bb") for figure in studied.solution.value)


def test_combos_tell_their_values_in_chips(studied: Studied) -> None:
    studied.solve()
    studied.do(studied.presenter.walk.pin_cell, studied.cell("AA"))
    detail = studied.parts["detail"]
    assert detail.title == "AA" and detail.value_caption == "EV, chips"
    assert all(row.value for row in detail.rows) and len(detail.rows) == 6


def test_the_river_of_a_turn_spot_is_chosen(studied: Studied) -> None:
    studied.solve(TURN)
    assert studied.scene.line.crumbs[0].text == "Turn"
    scene = studied.rows("c", "c")
    assert scene.board is not None and scene.board.title == "River: choose a card"
    free = [card.key for row in scene.board.rows for card in row if card.enabled]
    assert len(free) == 48 and "Qs" not in free
    assert scene.totals == () and scene.grid is not None
    scene = studied.do(studied.presenter.walk.choose_board_card, "5d")
    assert scene.totals and scene.line.crumbs[-1].text == "Out of position to act"
    before = scene
    assert studied.do(studied.presenter.walk.choose_board_card, "Qs") == before
    scene = studied.do(studied.presenter.walk.choose_random_board)
    assert scene.board is not None
    chosen = [card.key for row in scene.board.rows for card in row if card.chosen]
    assert len(chosen) == 5 and {"Qs", "Jh", "2h", "8c"} < set(chosen)


def test_a_spot_can_begin_at_a_decision_of_its_line(studied: Studied) -> None:
    scene = studied.solve(line=(raise_to(50),))
    assert scene.line.crumbs[-1].text == "In position to act"
    assert [total.action.title for total in scene.totals] == ["Fold", "Call 50", "All-in 300"]


def test_it_can_be_stopped_as_soon_as_there_is_a_strategy(studied: Studied) -> None:
    before = len(studied.scenes)
    studied.spot.solve(RIVER, (), 1e-6, False)
    assert len(studied.scenes) == before  # the last picture stays until there is a strategy
    studied.spot.changed.connect(studied.spot.stop)
    studied.runner.run_all()
    assert studied.solution.state == "Stopped" and not studied.solution.running
    assert studied.scene.grid is not None and studied.notice is None


def test_it_is_stopped_and_gone_on_with(studied: Studied) -> None:
    studied.spot.solve(RIVER, (), 1e-6, False)
    studied.spot.stop()
    studied.runner.run_all()
    assert studied.solution.state == "Stopped" and not studied.solution.running
    first = int(studied.figure("Iterations").replace(",", ""))
    assert first >= 1 and studied.scene.grid is not None
    assert studied.solution.share is None or studied.solution.share < 1.0


def test_what_is_solved_is_gone_on_with_to_half_the_target(studied: Studied) -> None:
    studied.solve(target=20.0)
    before = int(studied.figure("Iterations").replace(",", ""))
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 10% of the pot"
    assert int(studied.figure("Iterations").replace(",", "")) > before


def test_the_next_target_is_typed(studied: Studied) -> None:
    studied.solve(target=20.0)
    field = studied.solution.target
    assert field is not None and (field.text, field.note, field.error) == ("", "10%", "")
    studied.do(studied.spot.target.edit, "2,5 %")
    assert studied.solution.target is not None and studied.solution.target.error == ""
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 2.5% of the pot"
    assert float(studied.figure("Exploitability").removesuffix("%")) <= 2.5
    field = studied.solution.target
    assert field is not None and (field.text, field.note) == ("", "1.25%")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x", "Percent of the pot from 0.001 to 100, such as 0.5"),
        ("0", "Percent of the pot from 0.001 to 100, such as 0.5"),
        ("nan", "Percent of the pot from 0.001 to 100, such as 0.5"),
        ("1e9", "Percent of the pot from 0.001 to 100, such as 0.5"),
        ("99", "It is solved to "),
    ],
)
def test_a_target_that_cannot_be_is_told_at_its_field(
    studied: Studied, text: str, error: str
) -> None:
    studied.solve()
    count = studied.figure("Iterations")
    studied.do(studied.spot.target.edit, text)
    studied.do(studied.spot.go_on)
    field = studied.solution.target
    assert field is not None and field.text == text and field.error.startswith(error)
    assert studied.figure("Iterations") == count and studied.solution.state.startswith("Solved")
    studied.do(studied.spot.target.edit, "")
    assert studied.solution.target is not None and not studied.solution.target.error
    studied.do(studied.spot.target.edit, text)
    studied.do(studied.spot.close)
    studied.solve()
    assert studied.solution.target is not None and studied.solution.target.text == ""


def test_a_target_is_typed_while_it_is_being_solved(studied: Studied) -> None:
    studied.spot.solve(RIVER, (), 1e-6, False)
    studied.spot.target.edit("20")
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 20% of the pot"


def test_locks_are_solved_to_the_target_that_is_typed(studied: Studied) -> None:
    studied.solve()
    paint(studied, "r100", "AA")
    field = studied.solution.target
    assert field is not None and field.note == "20%"
    studied.do(studied.spot.target.edit, "x")
    studied.do(studied.spot.solve_again)
    assert studied.solution.unsolved  # nothing is lost
    studied.do(studied.spot.target.edit, "15")
    studied.do(studied.spot.solve_again)
    assert studied.solution.state == "Solved to 15% of the pot"


def test_closing_comes_back_to_the_engine_and_its_place(studied: Studied) -> None:
    studied.rows("c")
    studied.solve()
    scene = studied.do(studied.spot.close)
    assert scene.solution is None and len(scene.line.crumbs) == 3
    assert scene.line.crumbs[-1].text == "Second player to act"
    assert len(list(studied.folder.iterdir())) == 1
    assert studied.do(studied.spot.close) == scene


def test_choosing_an_engine_or_opening_a_link_leaves_the_spot(studied: Studied) -> None:
    studied.solve()
    assert studied.do(studied.presenter.choose_engine, "cfr").solution is None
    studied.solve()
    assert studied.do(studied.presenter.choose_game, "leduc").solution is None
    studied.solve()
    link = StudyLink(get_game("kuhn"), (CALL,), ())
    scene = studied.do(studied.presenter.open_link, link)
    assert scene.solution is None and len(scene.line.crumbs) == 3
    studied.solve()
    bad = StudyLink(get_game("holdem-nolimit-3"), (), ())
    assert studied.do(studied.presenter.open_link, bad).solution is None


def test_a_saved_spot_is_opened_as_it_was_and_gone_on_with(studied: Studied) -> None:
    studied.solve()
    path, count = studied.spot.path, studied.figure("Iterations")
    assert path is not None and path.is_file() and SpotRun.load(path).target == 20.0
    studied.do(studied.spot.close)
    scene = studied.do(studied.spot.open, path)
    assert studied.figure("Iterations") == count and scene.grid is not None
    assert studied.solution.state == "Solved to 20% of the pot" and studied.spot.path == path
    assert studied.do(studied.spot.open, path) == scene
    studied.do(studied.spot.go_on)
    assert studied.figure("Iterations") != count


def test_a_spot_that_was_closed_a_moment_ago_is_taken_up_as_it_is(studied: Studied) -> None:
    studied.solve()
    path, count = studied.spot.path, studied.figure("Iterations")
    assert path is not None and not studied.spot.busy(path)
    studied.spot.go_on()
    studied.spot.close()
    assert studied.spot.busy(path)  # it is still to be stopped, and written
    studied.do(studied.spot.open, path)
    assert studied.spot.path == path and not studied.spot.busy(path)
    assert studied.solution.state == "Stopped" and studied.scene.grid is not None
    done = int(studied.figure("Iterations"))
    assert done >= int(count) and SpotRun.load(path).trainer.iteration == done
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 10% of the pot"
    studied.spot.close()
    studied.spot.open(path)
    assert studied.spot.busy(path)  # it is being read
    studied.runner.run_all()
    assert studied.spot.path == path and not studied.spot.busy(path)


def test_the_solution_before_is_opened_while_it_stops(studied: Studied) -> None:
    studied.solve()
    first = studied.spot.path
    assert first is not None
    paint(studied, "r100", "AA")
    studied.spot.go_on()
    studied.spot.solve_again()
    studied.do(studied.spot.open, first)
    assert studied.spot.path == first and studied.versus is None
    assert studied.solution.state == "Stopped" and not studied.solution.locks
    studied.do(studied.spot.close)
    assert not studied.spot.busy(first)


def test_an_unreadable_file_is_told_and_nothing_is_left(studied: Studied) -> None:
    studied.solve()
    scene = studied.scene
    broken = studied.folder / "broken.safetensors"
    broken.write_bytes(b"nothing")
    assert studied.do(studied.spot.open, broken) == scene
    assert studied.notice is not None
    assert studied.notice.title == "The saved spot cannot be opened"
    assert broken.read_bytes() == b"nothing"
    studied.do(studied.presenter.press_notice, "dismiss")
    assert studied.notice is None


def test_a_failed_save_is_told_and_tried_again(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: SpotRun, path: Path) -> None:
        raise StrategyFileError("no space left")

    monkeypatch.setattr(SpotRun, "save", refuse)
    studied.solve()
    assert studied.notice is not None and studied.notice.title == "The spot cannot be saved"
    assert "No space left" in studied.notice.text and studied.solution.figures
    monkeypatch.undo()
    studied.do(studied.presenter.press_notice, studied.notice.buttons[0].key)
    assert studied.notice is None
    assert studied.spot.path is not None and studied.spot.path.is_file()


def test_a_failed_save_is_told_once_while_it_is_solved(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: SpotRun, path: Path) -> None:
        raise StrategyFileError("no space left")

    told: list[bool] = []
    monkeypatch.setattr(SpotRun, "save", refuse)
    monkeypatch.setattr("pokergui.background.run_work.KEEP_SECONDS", 0.0)
    studied.spot.kept.connect(lambda: told.append(studied.spot.running))
    studied.solve(target=0.5)
    assert told == [True, False]


def test_a_spot_that_was_left_before_it_could_be_saved_is_not_lost(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: SpotRun, path: Path) -> None:
        raise StrategyFileError("no space left")

    monkeypatch.setattr(SpotRun, "save", refuse)
    studied.solve()
    path = studied.spot.path
    assert path is not None
    studied.do(studied.spot.close)
    monkeypatch.undo()
    studied.do(studied.presenter.press_notice, "save-spot")
    assert path.is_file() and studied.notice is None


def test_a_spot_that_cannot_be_built_is_told(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: SpotRun, *_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(SpotRun, "__init__", refuse)
    scene = studied.solve()
    assert scene.solution is None and scene.grid is not None
    assert studied.notice is not None and studied.notice.title == "The spot cannot be solved"


def test_a_run_that_breaks_keeps_what_was_solved(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied.solve()
    figures = studied.solution.figures

    def refuse(self: SpotRun, *_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(SpotRun, "run", refuse)
    studied.do(studied.spot.go_on)
    assert studied.notice is not None and studied.notice.title == "The spot cannot be solved"
    assert studied.solution.figures[0] == figures[0] and studied.solution.state == "Stopped"
    monkeypatch.undo()
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 10% of the pot"


def test_cells_are_painted_and_show_at_once_how_they_will_be_locked(studied: Studied) -> None:
    studied.solve()
    studied.do(studied.presenter.walk.choose_side, "1")
    studied.do(studied.spot.painter.toggle, True)
    assert studied.solution.painting and studied.scene.sides[0].shown
    keys = [brush.key for brush in studied.solution.brushes]
    assert keys == ["c", "r100", "r350", "free"]
    studied.do(studied.spot.painter.choose, "r100")
    assert [brush.chosen for brush in studied.solution.brushes] == [False, True, False, False]
    studied.do(studied.spot.painter.paint, [studied.cell("AA"), studied.cell("22")])
    assert studied.share("AA", "Bet 50") == 1.0 and studied.share("KK", "Bet 50") < 1.0
    locked = {cell.label: cell.locked for cell in studied.grid.cells if cell.locked}
    assert locked == {"AA": 1.0}
    assert studied.solution.unsolved and studied.solution.locks == "1 decision locked"
    studied.do(studied.spot.painter.choose, "free")
    studied.do(studied.spot.painter.paint, [studied.cell("AA"), studied.cell("22")])
    assert not studied.solution.unsolved and studied.solution.locks == ""
    assert not any(cell.locked for cell in studied.grid.cells)
    studied.do(studied.spot.painter.toggle, False)
    assert studied.solution.brushes == ()
    studied.do(studied.spot.painter.paint, [studied.cell("AA")])
    assert not studied.solution.unsolved


def paint(studied: Studied, key: str, *labels: str) -> None:
    if not studied.solution.painting:
        studied.do(studied.spot.painter.toggle, True)
    studied.do(studied.spot.painter.choose, key)
    studied.do(studied.spot.painter.paint, [studied.cell(label) for label in labels])


def test_locks_are_solved_again_and_compared(studied: Studied) -> None:
    studied.solve()
    before, figures = studied.grid, (studied.scene.totals, studied.scene.sides)
    paint(studied, "r350", "AA", "76s")
    assert studied.versus is None
    studied.do(studied.spot.solve_again)
    solution, versus = studied.solution, studied.versus
    assert versus is not None and versus.which == "first" and not solution.unsolved
    assert versus.names == ("After", "Before") and versus.before
    assert solution.state == "Solved to 20% of the pot" and not solution.painting
    assert studied.scene.beside is None and versus.changes == ()
    assert studied.share("AA", "All-in 300") == 1.0
    assert studied.grid.cells[studied.cell("AA")].locked == 1.0
    after = studied.grid
    studied.compare("both")
    assert studied.second == before and studied.grid == after
    assert studied.scene.beside is not None and studied.scene.beside.left
    studied.compare("second")
    assert (studied.scene.totals, studied.scene.sides) == figures
    assert studied.grid == before
    studied.compare("difference")
    scale = studied.grid.scale
    assert scale is not None and scale.kind == "amount" and "act differently" in scale.caption
    assert studied.grid.cells[studied.cell("AA")].value is not None
    studied.compare("both")
    assert studied.scene.totals != figures[0] and studied.versus is not None
    changed = {figure.label: figure.value for figure in studied.versus.changes}
    assert set(changed) == {"Check", "Bet 50", "All-in 300"}
    assert all(" to " in text for text in changed.values())
    studied.rows("c")
    assert studied.versus is not None and studied.versus.changes
    assert studied.second.actions == studied.grid.actions
    studied.compare("nothing")
    assert studied.versus is not None and studied.versus.which == "both"
    studied.compare("first")
    assert studied.scene.beside is None
    assert len(list(studied.folder.glob("*.safetensors"))) == 2


def test_locks_are_kept_with_the_spot(studied: Studied) -> None:
    studied.solve()
    paint(studied, "r100", "AA")
    studied.do(studied.spot.solve_again)
    path = studied.spot.path
    assert path is not None
    studied.do(studied.spot.close)
    studied.do(studied.spot.open, path)
    assert studied.solution.locks == "1 decision locked" and not studied.solution.unsolved
    assert studied.grid.cells[studied.cell("AA")].locked == 1.0
    studied.do(studied.spot.painter.clear)
    assert studied.solution.locks == "" and studied.solution.unsolved


def test_locks_that_cannot_be_solved_leave_the_solution_before(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied.solve()
    path = studied.spot.path
    paint(studied, "r100", "AA")

    def refuse(self: SpotRun, *_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(SpotRun, "__init__", refuse)
    studied.do(studied.spot.solve_again)
    assert studied.notice is not None and studied.notice.title == "The spot cannot be solved"
    assert studied.spot.path == path and studied.solution.unsolved
    assert studied.solution.locks == "1 decision locked" and studied.versus is None
    monkeypatch.undo()
    studied.do(studied.spot.solve_again)
    assert studied.versus is not None and not studied.solution.unsolved


def test_a_solution_before_that_breaks_while_it_stops_leaves_the_new_one(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied.solve()
    first = studied.spot.path
    paint(studied, "r100", "AA")
    studied.spot.go_on()  # waits in the queue, and breaks once another is to be solved
    run = SpotRun.run

    def break_once(self: SpotRun, *values: Any, **more: Any) -> Any:
        monkeypatch.setattr(SpotRun, "run", run)
        raise MemoryError

    monkeypatch.setattr(SpotRun, "run", break_once)
    studied.do(studied.spot.solve_again)
    assert studied.spot.path != first and studied.versus is not None
    assert studied.solution.state == "Solved to 10% of the pot" and not studied.solution.unsolved
    assert studied.solution.locks == "1 decision locked" and studied.notice is None


def test_a_river_of_a_turn_spot_is_locked_by_itself(studied: Studied) -> None:
    studied.solve(TURN)
    studied.rows("c", "c")
    studied.do(studied.presenter.walk.choose_board_card, "5d")
    paint(studied, "r100", "AA")
    assert studied.grid.cells[studied.cell("AA")].locked == 1.0
    studied.do(studied.presenter.walk.choose_board_card, "4c")
    assert studied.grid.cells[studied.cell("AA")].locked == 0.0
    paint(studied, "c", "AA")
    assert studied.solution.locks == "2 decisions locked"


def test_the_spot_of_a_place_is_handed_on(studied: Studied) -> None:
    game = get_game("holdem-nolimit@100")
    board = parse_shown(game, "7d 3c Kh 2s")
    link = StudyLink(game, parse_line(game, "r300c/cr600c/r1200"), board, None, "equity")
    studied.do(studied.presenter.open_link, link)
    studied.do(studied.presenter.solve_here)
    assert studied.notice is None and len(studied.found) == 1
    spot, line, source, doubt = studied.found[0]
    assert doubt.startswith("Odds counter would never call as Big blind here")
    assert set(spot.board) == set(board) and spot.pot == 1200 and spot.stack == 9400
    assert line == (raise_to(600),) and source == "From Study, turn; ranges of Odds counter"
    studied.do(studied.presenter.solve_link, link, "From hand 7, turn")
    assert studied.found[1][2] == "From hand 7, turn; ranges of Odds counter"
    assert studied.found[1][0].texts() == spot.texts()
    more = StudyLink(get_game("holdem-nolimit-3"), (), (), None, "equity")
    studied.do(studied.presenter.solve_link, more, "From hand 7, turn")
    assert studied.notice is not None and "Only hands of two players" in studied.notice.text
    assert len(studied.found) == 2


def test_a_range_has_as_many_combos_in_the_form_as_in_study(studied: Studied) -> None:
    game = get_game("holdem-nolimit@100")
    board = parse_shown(game, "7d 3c Kh 2s")
    link = StudyLink(game, parse_line(game, "r300c/cr600c/"), board, None, "equity")
    scene = studied.do(studied.presenter.open_link, link)
    studied.do(studied.presenter.solve_here)
    spot, line, source, _ = studied.found[0]
    notes = {
        field.key: field.note
        for field in parse_form(Draft.of_spot(spot, line, source, Draft())).form.fields
    }
    told = {side.name: side.combos for side in scene.sides}
    assert notes["oop"].startswith(told["Big blind"])
    assert notes["ip"].startswith(told["Button"])


@pytest.mark.parametrize(
    ("engine", "line", "words"),
    [
        ("call", "cc/cc/", "Caller plays every hand the same way"),
        ("equity", "cc/cc/", "Odds counter would never call as Button"),
        ("call", "r300c/cc/", "“Raise to 300” is not among the actions of Caller as Button"),
        ("cfr", "r333c/cc/", "333 is read as"),
    ],
)
def test_ranges_that_are_a_guess_say_why(
    studied: Studied, engine: str, line: str, words: str
) -> None:
    game = get_game("holdem-nolimit@100")
    board = parse_shown(game, "7d 3c Kh 2s")
    link = StudyLink(game, parse_line(game, line), board, None, engine)
    studied.do(studied.presenter.open_link, link)
    studied.do(studied.presenter.solve_here)
    assert words in studied.found[0][3]


def test_ranges_to_solve_are_of_the_engine_chosen_in_study(studied: Studied) -> None:
    game = get_game("holdem-nolimit@100")
    board = parse_shown(game, "7d 3c Kh 2s")
    link = StudyLink(game, parse_line(game, "cc/cc/"), board)
    studied.do(studied.presenter.choose_game, "holdem-nolimit")
    studied.do(studied.presenter.choose_engine, "call")
    studied.do(studied.presenter.solve_link, link, "From hand 7, turn")
    assert studied.found[0][2] == "From hand 7, turn; ranges of Caller"


def test_a_place_without_a_spot_says_why(studied: Studied) -> None:
    studied.do(studied.presenter.solve_here)
    assert studied.notice is not None
    assert studied.notice.title == "This decision cannot be solved" and not studied.found
    link = StudyLink(get_game("holdem-nolimit@100"), (), (), None, "equity")
    studied.presenter.open_link(link)
    studied.presenter.solve_here()  # while the engine is asked: at once, and afterwards
    assert studied.notice is not None and "before the flop" in studied.notice.text
    studied.runner.run_all()
    assert studied.notice is not None and "before the flop" in studied.notice.text


def test_a_spot_shown_is_handed_on_to_be_changed(studied: Studied) -> None:
    studied.solve()
    studied.rows("r100")
    studied.do(studied.presenter.solve_here)
    assert studied.found == [(RIVER, (raise_to(50),), "", "")]


def test_nothing_comes_once_the_window_closes(studied: Studied) -> None:
    studied.spot.solve(RIVER, (), 20.0, False)
    before = len(studied.scenes)
    studied.presenter.stop()
    studied.runner.run_all()
    assert len(studied.scenes) == before


def test_locks_that_take_too_much_memory_leave_the_solution_before(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied.solve()
    path = studied.spot.path
    paint(studied, "r100", "AA")
    monkeypatch.setattr("pokergui.pages.study.solving.work.solving.free_bytes", lambda: 1000)
    studied.do(studied.spot.solve_again)
    assert studied.notice is not None and "0.0 MB are free" in studied.notice.text
    assert studied.spot.path == path and studied.solution.unsolved


def test_a_file_that_was_never_solved_is_told(studied: Studied, tmp_path: Path) -> None:
    path = tmp_path / "never.safetensors"
    SpotRun(RIVER).save(path)
    studied.do(studied.spot.open, path)
    assert studied.notice is not None and "never solved" in studied.notice.text
    assert not studied.spot.shown
