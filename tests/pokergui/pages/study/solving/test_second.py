from dataclasses import replace

import pytest

from ai.solver.record import list_spots
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from engine.combos import parse_combo
from engine.player import raise_to
from tests.pokergui.pages.study.studied import RIVER, TURN

pytestmark = pytest.mark.slow

RANGES = ("AA,KK,76s,T9s", "AK,QJ,88,A2s")
OTHER_BETS = Spot.parse("Jh Qs 8c 2h 5d", *RANGES, 100, 300, "75,a", "a")
OTHER_RANGE = Spot.parse("Qs Jh 2h 8c 5d", "AA,KK", RANGES[1], 100, 300, "50,a", "a")
OTHER_POT = replace(RIVER, pot=90)
BETS = "Bets 75%, all-in"


def kept(studied, *spots):
    path = None
    for spot in spots:
        studied.solve(spot)
        path = studied.spot.path
        studied.do(studied.spot.close)
    return path


def offered(studied):
    return {one.title: one for one in studied.top.second.choices}


def compare(studied, title):
    studied.compare(offered(studied)[title].key)


@pytest.fixture
def beside(studied):
    path = kept(studied, OTHER_BETS)
    studied.solve()
    compare(studied, BETS)
    return path


def test_comparison_needs_another_saved_spot(studied):
    studied.solve()
    assert studied.top.second is None and studied.scene.versus is None
    studied.do(studied.spot.close)
    assert studied.top.second.title == "None"  # engines are offered again
    # nothing else can be chosen until there is a strategy
    studied.spot.solve(RIVER, (raise_to(50),), 20.0, False)
    studied.presenter.choose("second", "anything")
    studied.runner.run_all()
    assert studied.scene.versus is None and studied.scene.solution is not None


def test_comparable_spots_list_their_differences_and_others_a_reason(studied):
    kept(studied, OTHER_BETS, OTHER_RANGE, OTHER_POT, TURN)
    (studied.folder / "broken.safetensors").write_bytes(b"nothing")
    SpotRun(RIVER).save(studied.folder / "never.safetensors")
    studied.solve()
    found = studied.top.second
    assert found.caption == "Compare with" and found.title == "None"
    told = {one.title: one.note for one in found.choices if one.usable}
    assert set(told) == {"None", BETS, "Other range out of position"}
    assert "% of the pot, " in told[BETS]
    assert [(one.title, one.note) for one in found.choices if not one.usable] == [
        ("The same spot", "not solved yet"),
        ("The same spot", "another pot, 90: cannot be compared"),
        ("1 more saved spot", "on another board: cannot be compared"),
    ]
    compare(studied, "Other range out of position")
    at = studied.cell("76s")
    assert (studied.grid.cells[at].height, studied.beside.cells[at].height) == (1.0, 0.0)


def test_two_bet_menus_are_shown_side_by_side_or_separately(studied, beside):
    versus = studied.versus
    assert versus.which == "both" and not versus.before and versus.status == ""
    assert versus.names == ("This spot", BETS) and studied.top.second.title == BETS
    changed = [figure.label for figure in versus.changes]
    assert changed == ["Check", "Bet 50", "Bet 75", "All-in 300"]
    assert [action.title for action in studied.beside.actions] == changed
    assert studied.beside.cells[studied.cell("AA")].shares[1] == 0.0  # it lacks that bet
    _, rows = SpotRun.load(beside).trainer.answer((), OTHER_BETS.board)
    studied.compare(str(beside), "second")
    studied.do(studied.walk.pin_cell, studied.cell("AA"))
    assert [row.cards[1].suit for row in studied.detail.rows] == [2, 1, 0, 1, 0, 0]
    assert studied.detail.rows[0].shares == pytest.approx(rows[parse_combo("AsAh")])
    compare(studied, "None")
    assert studied.scene.versus is None and studied.top.second.title == "None"
    assert [action.title for action in studied.grid.actions] == ["Check", "Bet 50", "All-in 300"]


def test_a_line_missing_in_the_other_spot_is_reported(studied, beside):
    studied.rows("r100")
    told = "gives no answer: the spot was solved without this betting"
    assert studied.versus.status == f"{BETS} {told}"
    assert not any(cell.shares for cell in studied.beside.cells)
    studied.rows("at:0", "c")  # the next node is compared again
    assert studied.versus.status == "" and studied.versus.changes


def test_unreadable_or_removed_spot_is_no_longer_compared(studied, beside):
    beside.write_bytes(b"nothing")
    assert studied.top.second.title == BETS and studied.versus.changes  # as loaded
    compare(studied, "None")
    grid = studied.grid
    compare(studied, BETS)
    assert studied.notice.title == "The saved spot cannot be opened"
    assert studied.scene.versus is None and studied.grid == grid
    assert studied.top.second.title == "None"
    beside.unlink()
    studied.do(studied.spot.second.look)
    assert studied.top.second is None and not beside.exists()


@pytest.fixture
def locked(studied):
    studied.solve()
    first = studied.spot.path
    studied.paint("r350", "AA")
    studied.do(studied.spot.solve_again)
    second = studied.spot.path
    studied.do(studied.spot.close)
    return first, second


def test_saved_locked_spot_opens_with_its_unlocked_solution(studied, locked):
    studied.do(studied.spot.open, locked[1])
    versus = studied.versus
    assert versus.before and versus.names == ("After", "Before") and versus.which == "first"
    assert not studied.solution.unlocked and studied.top.second.title == "Without locks"
    studied.do(studied.presenter.versus.choose_which, "both")
    assert studied.versus.changes and studied.share("AA", "All-in 300") == 1.0


def test_unsaved_unlocked_solution_is_solved_on_demand(studied, locked, monkeypatch):
    first, path = locked
    first.unlink()
    studied.do(studied.spot.open, path)
    assert offered(studied)["Without locks"].note == "not solved yet: choose it to solve it"
    with monkeypatch.context() as patch:
        patch.setattr("pokergui.pages.study.solving.work.free_bytes", lambda: 1000)
        compare(studied, "Without locks")
    assert studied.notice.title == "The spot cannot be solved"
    assert studied.scene.versus is None and studied.solution.unlocked
    studied.do(studied.spot.second.solve_unlocked)
    versus = studied.versus
    assert versus.before and versus.which == "both" and versus.changes and versus.status == ""
    assert studied.solution.locks == "1 decision locked" and studied.spot.path == path
    assert not studied.solution.unlocked
    found = [file.kept for file in list_spots(studied.folder) if file.kept is not None]
    assert sorted(len(kept.places) for kept in found) == [0, 1]
    studied.do(studied.spot.close)
    studied.do(studied.spot.open, path)
    assert studied.versus.before
