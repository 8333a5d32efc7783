from dataclasses import replace

import pytest

from ai.solver.agent import SpotAgent
from ai.solver.record import read_kept
from ai.solver.run import SpotRun, compile_kernels
from ai.solver.spot import Spot
from engine.card_display import parse_shown
from engine.cards import parse_card
from engine.combos import parse_combo
from engine.errors import EngineError, StrategyFileError
from engine.game import get_game
from engine.player import CALL, PublicState, raise_to
from pokergui.background.runner import TaskRunner
from pokergui.links import SolutionLink, StudyLink
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.state import StudyChoice
from tests.pokergui.heard import heard, refuse
from tests.pokergui.pages.study.studied import FLOP, RIVER, TURN, link_of

pytestmark = pytest.mark.slow

FULL = refuse(StrategyFileError("no space left"))
GAME, BOARD = "holdem-nolimit@100", "7d 3c Kh 2s"


def iterations(studied):
    return int(studied.figure("Iterations").replace(",", ""))


def test_solved_spot_is_shown_like_any_game(studied):
    scene = studied.solve()
    assert studied.crumbs == ["River", "Out of position to act"]
    names = ["Out of position", "In position"]
    assert [(side.name, side.note) for side in scene.sides] == [
        (names[0], "to act"),
        (names[1], ""),
    ]
    assert [(one.label, one.value) for one in scene.figures] == [("Pot", "100"), ("Behind", "300")]
    solution = studied.solution
    assert solution.title == "River, pot 100, 300 behind"
    assert solution.state == "Solved to 20% of the pot"
    assert not solution.running and solution.share == 1.0
    assert [figure.label for figure in solution.figures] == [
        *("Exploitability", "Iterations", "Information sets", "Memory", "Time")
    ]
    assert [figure.label for figure in solution.value] == names
    assert [action.title for action in studied.grid.actions] == ["Check", "Bet 50", "All-in 300"]
    assert sum(total.share for total in scene.totals) == pytest.approx(1.0)
    heights = {cell.label: cell.height for cell in studied.grid.cells if cell.height}
    assert heights == dict.fromkeys(("AA", "KK", "76s", "T9s"), 1.0)
    assert scene.sides[0].combos == "20 combos"
    assert scene.board is None  # no more cards can be chosen
    assert not scene.sheet_available and not scene.warning
    engine = studied.top.engine
    assert [one.title for one in engine.choices if one.key == engine.current] == ["Solved spot"]
    studied.do(studied.presenter.choose, "engine", engine.current)
    assert studied.spot.shown
    # the first strategy did not wait for its values
    shown = [scene for scene in studied.scenes if scene.solution is not None and scene.totals]
    assert [side.value for side in shown[0].sides] == ["… EV", "… EV"]
    assert {side.value.split()[1] for side in shown[-1].sides} == {"chips"}
    assert not any("…" in side.value for side in shown[-1].sides)


def test_solution_without_an_answer_says_so(studied, monkeypatch):
    studied.solve()
    monkeypatch.setattr(SpotAgent, "strategy", refuse(EngineError("its values are damaged")))
    studied.rows("c")
    assert studied.notice.title == "The solution gave no answer"
    assert studied.notice.text == "Its values are damaged. The line stays as it is."


def test_flop_cards_are_chosen_one_after_the_other(studied):
    def locked():
        return studied.grid.cells[studied.cell("AA")].locked

    studied.solve(FLOP)
    scene = studied.rows("c", "c")
    assert studied.crumbs[0] == "Flop" and scene.board.title == "Turn: choose a card"
    studied.deal("5d")
    studied.paint("c", "AA")
    scene = studied.rows("c", "c")
    assert scene.board.title == "River: choose a card"
    free = [card.key for row in scene.board.rows for card in row if card.enabled]
    assert len(free) == 49 and "9s" not in free  # another turn, too
    scene = studied.deal("Qh")
    assert scene.totals and studied.crumbs[-1] == "Out of position to act"
    studied.paint("c", "AA")
    assert studied.solution.locks == "2 decisions locked" and locked() == 1.0
    studied.deal("Qd")
    assert locked() == 0.0


def test_flop_reopened_without_its_rivers_is_solved_from_the_start(studied):
    studied.solve(FLOP, 10.0)
    path = studied.spot.path
    before = studied.scene.grid.cells[studied.cell("AA")]
    studied.do(studied.spot.close)
    studied.do(studied.spot.open, path)
    assert not studied.spot.run.whole
    assert studied.solution.warning.startswith("Saved without")
    assert studied.scene.grid.cells[studied.cell("AA")] == before
    studied.do(studied.spot.target.edit, "0.5")
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 0.5% of the pot"
    shown = studied.scene.grid.cells[studied.cell("AA")]
    run = studied.spot.run
    assert run.whole and run.percent <= 0.5 and shown != before
    assert not studied.solution.warning


def test_flop_with_its_rivers_kept_goes_on_where_it_was(studied):
    studied.do(studied.spot.solve, FLOP, (), 10.0, True, True)
    path, done = studied.spot.path, studied.spot.run.trainer.iteration
    studied.do(studied.spot.close)
    studied.do(studied.spot.open, path)
    run = studied.spot.run
    assert run.whole and run.trainer.iteration == done and not studied.solution.warning
    studied.do(studied.spot.go_on)
    assert read_kept(path).keeps and studied.solution.state == "Solved to 5% of the pot"


def test_solving_can_be_stopped_at_the_first_strategy_and_resumed(studied):
    before = len(studied.scenes)
    studied.spot.solve(RIVER, (), 1e-6, False)
    assert len(studied.scenes) == before  # the last picture stays until there is a strategy
    studied.spot.stop()
    studied.runner.run_all()
    assert studied.solution.state == "Stopped" and not studied.solution.running
    assert studied.scene.grid is not None and studied.notice is None
    first = iterations(studied)
    assert first >= 1 and (studied.solution.share or 0.0) < 1.0
    studied.spot.target.edit("20")
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 20% of the pot" and iterations(studied) > first
    studied.spot.go_on()
    studied.presenter.stop()  # the window closes: nothing follows
    shown = len(studied.scenes)
    studied.runner.run_all()
    assert len(studied.scenes) == shown


def test_solving_resumes_to_half_the_target_or_a_typed_one(studied):
    studied.solve()
    for typed, note, to, left in (("", "10%", "10%", "5%"), ("2,5 %", "5%", "2.5%", "1.25%")):
        before, field = iterations(studied), studied.solution.target
        assert (field.text, field.note, field.error) == ("", note, "")
        studied.do(studied.spot.target.edit, typed)
        assert studied.solution.target.error == ""
        studied.do(studied.spot.go_on)
        assert studied.solution.state == f"Solved to {to} of the pot"
        assert iterations(studied) > before
        assert (studied.solution.target.text, studied.solution.target.note) == ("", left)
    assert float(studied.figure("Exploitability").removesuffix("%")) <= 2.5
    count, wrong = iterations(studied), "Percent of the pot from 0.001 to 100"
    for text in ("x", "0", "nan", "1e9", "99"):  # impossible values are reported at their field
        studied.do(studied.spot.target.edit, text)
        studied.do(studied.spot.go_on)
        field = studied.solution.target
        assert field.text == text and iterations(studied) == count
        assert field.error.startswith("It is solved to " if text == "99" else wrong)
    studied.do(studied.spot.close)
    sides = studied.solve(replace(RIVER, big_blind=20)).sides
    assert studied.solution.target.text == studied.solution.target.error == ""
    assert {side.value.split()[1] for side in sides} == {"bb"}


def test_closing_a_spot_returns_to_the_engine_and_its_node(studied):
    studied.rows("c")
    studied.solve()
    assert studied.do(studied.spot.close).solution is None and len(studied.crumbs) == 3
    assert studied.crumbs[-1] == "Second player to act"
    assert len(list(studied.folder.iterdir())) == 1
    presenter = studied.presenter  # as do an engine, a game or a link that is chosen
    for intent, *values in (
        *((presenter.choose, "engine", "cfr"), (presenter.choose, "game", "leduc")),
        (presenter.open_link, link_of("kuhn", "c")),
        (presenter.open_link, StudyLink(get_game("kuhn-3"), (), ())),
    ):
        studied.solve()
        assert studied.do(intent, *values).solution is None


def test_recently_closed_spot_reopens_as_it_was(studied):
    studied.solve()
    path, count = studied.spot.path, iterations(studied)
    assert not studied.spot.busy(path) and SpotRun.load(path).target == 20.0
    studied.spot.go_on()
    studied.spot.close()
    assert studied.spot.busy(path)  # it still has to be stopped and written
    studied.do(studied.spot.open, path)
    assert studied.spot.path == path and not studied.spot.busy(path)
    assert studied.solution.state == "Stopped" and studied.scene.grid is not None
    done = iterations(studied)
    assert done >= count and SpotRun.load(path).trainer.iteration == done
    studied.spot.close()
    studied.spot.open(path)
    assert studied.spot.busy(path)  # it is being loaded
    studied.runner.run_all()
    assert studied.spot.path == path and not studied.spot.busy(path)
    studied.paint("r100", "AA")
    studied.spot.go_on()
    studied.spot.solve_again()
    studied.do(studied.spot.open, path)
    assert studied.spot.path == path and studied.scene.versus is None
    assert studied.solution.state == "Stopped" and not studied.solution.locks


def test_unreadable_file_is_reported_and_leaves_nothing_open(studied, tmp_path):
    scene = studied.solve()
    broken, never = studied.folder / "broken.safetensors", tmp_path / "never.safetensors"
    broken.write_bytes(b"nothing")
    assert studied.do(studied.spot.open, broken) == scene
    assert studied.notice.title == "The saved spot cannot be opened"
    assert broken.read_bytes() == b"nothing"
    studied.do(studied.presenter.press_notice, "dismiss")
    assert studied.notice is None
    SpotRun(RIVER).save(never)
    studied.do(studied.spot.open, never)
    assert "never solved" in studied.told


def test_failed_save_is_reported_once_and_retried_even_after_leaving(studied, monkeypatch):
    told = []
    monkeypatch.setattr(SpotRun, "save", FULL)
    monkeypatch.setattr("pokergui.background.run_work.KEEP_SECONDS", 0.0)
    studied.spot.kept.connect(lambda: told.append(studied.spot.running))
    studied.solve(target=0.5)
    assert told == [True, False]
    path, button = studied.spot.path, studied.notice.buttons[0].key
    assert studied.told.startswith("The spot cannot be saved: No space left")
    assert studied.solution.figures
    studied.do(studied.spot.close)
    monkeypatch.undo()
    studied.do(studied.presenter.press_notice, button)
    assert studied.notice is None and path.is_file()


def test_failed_run_keeps_the_previous_solution(studied, monkeypatch):
    monkeypatch.setattr(SpotRun, "__init__", refuse(MemoryError()))
    scene = studied.solve()
    assert scene.solution is None and scene.grid is not None
    assert studied.notice.title == "The spot cannot be solved"
    monkeypatch.undo()
    studied.solve()
    figures = studied.solution.figures
    monkeypatch.setattr(SpotRun, "run", refuse(MemoryError()))
    studied.do(studied.spot.go_on)
    assert studied.notice.title == "The spot cannot be solved"
    assert studied.solution.figures[0] == figures[0] and studied.solution.state == "Stopped"
    monkeypatch.undo()
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 10% of the pot"


def test_painted_cells_preview_their_locks_at_once(studied):
    studied.solve()
    painter = studied.spot.painter
    studied.do(studied.walk.choose_side, "1")
    studied.do(painter.toggle, True)
    assert studied.solution.painting and studied.scene.sides[0].shown
    assert [brush.key for brush in studied.solution.brushes] == ["c", "r100", "r350", "free"]
    studied.paint("r100", "AA", "22")
    assert [brush.chosen for brush in studied.solution.brushes] == [False, True, False, False]
    assert studied.share("AA", "Bet 50") == 1.0 and studied.share("KK", "Bet 50") < 1.0
    assert {cell.label: cell.locked for cell in studied.grid.cells if cell.locked} == {"AA": 1.0}
    assert studied.solution.unsolved and studied.solution.locks == "1 decision locked"
    studied.paint("free", "AA", "22")
    assert not studied.solution.unsolved and studied.solution.locks == ""
    studied.do(painter.toggle, False)
    studied.do(painter.paint, [studied.cell("AA")])
    assert studied.solution.brushes == () and not studied.solution.unsolved


def test_single_combos_can_be_locked_solved_and_saved(studied):
    painter, aces = studied.spot.painter, [parse_combo(name) for name in ("AdAc", "AsAh")]
    out = [parse_combo("QsAs"), parse_combo("2c2d")]  # on the board, not in the range

    def locked():
        return [row.combo for row in studied.detail.rows if row.locked][::-1]

    studied.solve()
    studied.do(studied.walk.pin_cell, studied.cell("AA"))
    studied.do(painter.paint_combos, aces)
    assert not studied.detail.paintable and locked() == []  # nothing is painted yet
    studied.do(painter.toggle, True)
    studied.do(painter.choose, "r350")
    studied.do(painter.paint_combos, out)
    assert studied.detail.paintable and not studied.solution.unsolved
    studied.do(painter.paint_combos, aces)
    told = {row.combo for row in studied.detail.rows if row.shares[2] == 1.0}
    assert told == set(aces) and locked() == aces
    assert studied.grid.cells[studied.cell("AA")].locked == pytest.approx(1 / 3)
    studied.do(painter.choose, "free")
    studied.do(painter.paint_combos, aces[:1])
    studied.do(studied.spot.solve_again)
    run = SpotRun.load(studied.spot.path)
    assert run.locks[0].combos.nonzero()[0].tolist() == aces[1:]
    assert run.trainer.answer((), run.spot.board)[1][aces[1:], 2] == pytest.approx(1.0)
    assert locked() == aces[1:] and not studied.detail.paintable
    studied.do(studied.presenter.versus.choose_which, "second")
    assert locked() == []  # those of the previous solution


def test_locked_spot_is_solved_again_and_compared(studied):
    studied.solve()
    which = studied.presenter.versus.choose_which
    before, figures = studied.grid, (studied.scene.totals, studied.scene.sides)
    studied.paint("r350", "AA", "76s")
    assert studied.solution.target.note == "20%" and studied.scene.versus is None
    studied.do(studied.spot.target.edit, "x")
    studied.do(studied.spot.solve_again)
    assert studied.solution.unsolved  # nothing is lost
    studied.do(studied.spot.target.edit, "15")
    studied.do(studied.spot.solve_again)
    versus, solution, after = studied.versus, studied.solution, studied.grid
    assert versus.which == "first" and versus.names == ("After", "Before") and versus.before
    assert solution.state == "Solved to 15% of the pot"
    assert not solution.painting and not solution.unsolved
    assert studied.scene.beside is None and versus.changes == ()
    assert studied.share("AA", "All-in 300") == 1.0
    assert after.cells[studied.cell("AA")].locked == 1.0
    studied.do(which, "both")
    assert studied.beside == before and studied.grid == after and studied.scene.beside.left
    studied.do(which, "second")
    assert (studied.scene.totals, studied.scene.sides) == figures and studied.grid == before
    studied.do(which, "both")
    changed = {figure.label: figure.value for figure in studied.versus.changes}
    assert set(changed) == {"Check", "Bet 50", "All-in 300"}
    assert all(" to " in text for text in changed.values())
    studied.rows("c")
    assert studied.versus.changes and studied.beside.actions == studied.grid.actions
    assert len(list(studied.folder.glob("*.safetensors"))) == 2
    studied.do(studied.spot.painter.clear)
    assert studied.solution.locks == "" and studied.solution.unsolved


@pytest.mark.parametrize("free", [None, 1000])
def test_unsolvable_locks_keep_the_previous_solution(studied, monkeypatch, free):
    studied.solve()
    path = studied.spot.path
    studied.paint("r100", "AA")
    if free is None:
        monkeypatch.setattr(SpotRun, "__init__", refuse(MemoryError()))
    else:
        monkeypatch.setattr("pokergui.pages.study.solving.work.free_bytes", lambda: free)
    studied.do(studied.spot.solve_again)
    assert studied.notice.title == "The spot cannot be solved"
    assert free is None or "only 0.0 MB is free" in studied.notice.text
    assert studied.spot.path == path and studied.solution.unsolved
    assert studied.solution.locks == "1 decision locked" and studied.scene.versus is None
    monkeypatch.undo()
    studied.do(studied.spot.solve_again)
    assert studied.versus.before and not studied.solution.unsolved


def test_spot_of_a_node_is_passed_on_with_its_ranges(studied):
    studied.open(GAME, "r300c/cr600c/r1200", BOARD, engine="equity")
    studied.do(studied.presenter.solve_here)
    ((spot, line, source, doubt),) = studied.found
    assert studied.notice is None and set(spot.board) == set(studied.walk.place.chosen)
    assert doubt.startswith("Odds counter would never call as Big blind here")
    assert (spot.pot, spot.stack, line) == (1200, 9400, (raise_to(600),))
    assert source == "From Study, turn; ranges of Odds counter"
    studied.solve()
    studied.rows("r100")
    studied.do(studied.presenter.solve_here)  # the spot shown, to be edited
    assert studied.found[1] == (RIVER, (raise_to(50),), "", "")
    # a hand, with the ranges of the engine chosen
    studied.do(studied.presenter.choose, "game", "holdem-nolimit")
    studied.do(studied.presenter.choose, "engine", "call")
    studied.do(studied.presenter.solve_link, link_of(GAME, "cc/cc/", BOARD), "From hand 7, turn")
    assert studied.found[2][2] == "From hand 7, turn; ranges of Caller"


def test_unsolvable_node_says_why(studied):
    studied.do(studied.presenter.solve_here)
    assert studied.notice.title == "This decision cannot be solved" and not studied.found
    studied.presenter.open_link(link_of(GAME, "", engine="equity"))
    studied.presenter.solve_here()  # while the engine is queried: at once, and afterwards
    assert "from the flop on" in studied.told
    studied.runner.run_all()
    assert "from the flop on" in studied.told


def test_spot_decision_can_be_drilled_and_the_drill_links_back(studied):
    links, board = heard(studied.walk.drill_requested), (*TURN.board, parse_card("7d"))
    studied.solve(TURN)
    for walked, count in (((), 1), (("c",), 2), (("c",), 2)):  # the river has yet to be chosen
        studied.rows(*walked)
        studied.do(studied.spot.practise)
        assert len(links) == count
    assert [link.start for link in links] == [TURN.root, TURN.root.after(CALL).on(TURN.board)]
    studied.do(studied.walk.choose_random_board)
    studied.do(studied.spot.practise)
    assert len(links[2].start.board) == 5 and links[2].start.actions == (CALL, CALL)
    aces, state = parse_shown(get_game(GAME), "AsAh"), PublicState(TURN.game, (CALL, CALL), board)
    studied.do(studied.spot.show_practised, SolutionLink(links[0].run, state, aces))
    place = studied.walk.place
    assert (place.actions, place.spots[0].board, place.fixed) == ((CALL, CALL), board, 4)
    assert studied.grid.cells[studied.walk.state.pinned].label == "AA"
    studied.rows("c", "c")  # the hand is over
    studied.do(studied.spot.practise)
    assert len(links) == 3 and "cannot be practised" in studied.notice.title


WIDE = Spot.parse("Qs Jh 2h 8c 5d", "random", "random", 100, 950, "50,100,a", "50,100,a")


def test_solution_is_refined_until_stopped_and_saved_at_the_end(tmp_path, qtbot):
    compile_kernels()
    runner, solved = TaskRunner(), []
    choice = StudyChoice.of("kuhn", 100, "cfr", tmp_path)
    study = StudyPresenter(runner, tmp_path, tmp_path / "spots", choice)
    study.scene.connect(lambda scene: scene.solution and scene.grid and solved.append(scene))
    spot = study.spot

    def wait_for(state):
        qtbot.waitUntil(lambda: bool(solved) and solved[-1].solution.state == state)

    def iterations():
        shown = {figure.label: figure.value for figure in solved[-1].solution.figures}
        return int(shown["Iterations"].replace(",", ""))

    spot.solve(WIDE, (), 1e-9, False)
    qtbot.waitUntil(lambda: len({scene.totals for scene in solved}) > 3)
    wait_for("Solving")
    study.walk.follow("c")
    qtbot.waitUntil(lambda: len(solved[-1].line.crumbs) == 3)
    spot.stop()
    assert solved[-1].solution.stopping
    wait_for("Stopped")
    before = read_kept(spot.path).iterations
    assert before > 1 and not solved[-1].solution.stopping
    spot.go_on()
    wait_for("Solving")
    qtbot.waitUntil(lambda: iterations() > before)
    path = spot.path
    study.stop()  # the window closes
    assert runner.shutdown(60.0)
    assert read_kept(path).iterations > before
