"""A spot in Study beside another saved one: fits, refusals, and the spot before locks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.spot.kept import list_spots
from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.player import raise_to
from pokergui.viewmodel import Choice, ChoiceList
from tests.pokergui.pages.study.solving.test_spot import RIVER, TURN, Studied, paint

RANGES = ("AA,KK,76s,T9s", "AK,QJ,88,A2s")
OTHER_BETS = Spot.parse("Jh Qs 8c 2h 5d", *RANGES, 100, 300, "75,a", "a")
OTHER_RANGE = Spot.parse("Qs Jh 2h 8c 5d", "AA,KK", RANGES[1], 100, 300, "50,a", "a")
OTHER_POT = Spot.parse("Qs Jh 2h 8c 5d", *RANGES, 90, 300, "50,a", "a")


@pytest.fixture
def studied(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path)


def kept(studied: Studied, spot: Spot, target: float = 20.0) -> Path:
    """Solve a spot and close it; its file."""
    studied.solve(spot, target)
    path = studied.spot.path
    assert path is not None
    studied.do(studied.spot.close)
    return path


def offered(studied: Studied) -> ChoiceList:
    found = studied.parts["top"].second
    assert isinstance(found, ChoiceList)
    return found


def choice(studied: Studied, title: str) -> Choice:
    return next(one for one in offered(studied).choices if one.title == title)


def compare(studied: Studied, title: str) -> None:
    studied.do(studied.presenter.choose_second, choice(studied, title).key)


def test_nothing_is_offered_where_no_other_spot_is_saved(studied: Studied) -> None:
    studied.solve()
    assert studied.parts["top"].second is None and studied.versus is None
    studied.do(studied.spot.close)
    assert offered(studied).title == "None"  # engines are offered again


def test_what_fits_is_offered_by_what_it_has_of_its_own_and_the_rest_says_why_not(
    studied: Studied,
) -> None:
    for spot in (OTHER_BETS, OTHER_RANGE, OTHER_POT, TURN):
        kept(studied, spot)
    (studied.folder / "broken.safetensors").write_bytes(b"nothing")
    SpotRun(RIVER).save(studied.folder / "never.safetensors")
    studied.solve()
    found = offered(studied)
    assert found.caption == "Compare with" and found.title == "None"
    told = {one.title: one.note for one in found.choices if one.usable}
    assert set(told) == {"None", "Bets 75%, all-in", "Other range out of position"}
    assert "% of the pot, " in told["Bets 75%, all-in"]
    assert [(one.title, one.note) for one in found.choices if not one.usable] == [
        ("The same spot", "not solved yet"),
        ("The same spot", "another pot, 90: cannot be compared"),
        ("1 more saved spot", "on another board: cannot be compared"),
    ]


def test_two_menus_are_seen_beside_each_other_and_apart(studied: Studied) -> None:
    kept(studied, OTHER_BETS)
    studied.solve()
    first = studied.grid
    compare(studied, "Bets 75%, all-in")
    versus = studied.versus
    assert versus is not None and versus.which == "both" and not versus.before
    assert versus.names == ("This spot", "Bets 75%, all-in") and versus.status == ""
    assert offered(studied).title == "Bets 75%, all-in"
    changed = [figure.label for figure in versus.changes]
    assert changed == ["Check", "Bet 50", "Bet 75", "All-in 300"]
    assert [action.title for action in studied.second.actions] == changed
    aces = studied.second.cells[studied.cell("AA")]
    assert aces.shares[1] == 0.0  # it has no such bet
    alone = SpotRun.load(studied.spot.second.session.work.path)  # type: ignore[union-attr]
    _, rows = alone.trainer.answer((), OTHER_BETS.board)
    combo = combo_index(parse_cards("AsAh"))
    studied.compare("second")
    studied.do(studied.presenter.walk.pin_cell, studied.cell("AA"))
    detail = studied.parts["detail"]
    assert [row.cards[1].suit for row in detail.rows] == [2, 1, 0, 1, 0, 0]
    ace = detail.rows[0]
    assert ace.shares == pytest.approx(rows[combo])
    studied.compare("difference")
    assert studied.grid.scale is not None
    studied.do(studied.presenter.versus.list_differences, True)
    assert studied.versus is not None and studied.versus.differences is not None
    assert studied.versus.differences.rows
    compare(studied, "None")
    assert studied.versus is None and studied.grid == first
    assert offered(studied).title == "None"


def test_another_range_is_told_in_its_own_height(studied: Studied) -> None:
    kept(studied, OTHER_RANGE)
    studied.solve()
    compare(studied, "Other range out of position")
    at = studied.cell("76s")
    assert studied.grid.cells[at].height == 1.0 and studied.second.cells[at].height == 0.0


def test_a_line_that_the_other_has_not_is_told_and_the_next_place_is_compared_again(
    studied: Studied,
) -> None:
    kept(studied, OTHER_BETS)
    studied.solve()
    compare(studied, "Bets 75%, all-in")
    studied.rows("r100")
    assert studied.versus is not None
    assert studied.versus.status == (
        "Bets 75%, all-in gives no answer: the spot was solved without this betting"
    )
    assert not any(cell.shares for cell in studied.second.cells)
    studied.rows("at:0", "c")
    versus = studied.scene.versus
    assert versus is not None and versus.status == "" and versus.changes


def test_a_file_that_cannot_be_read_any_more_is_told(studied: Studied) -> None:
    path = kept(studied, OTHER_BETS)
    studied.solve()
    grid = studied.grid
    path.write_bytes(b"nothing")
    compare(studied, "Bets 75%, all-in")
    assert studied.notice is not None
    assert studied.notice.title == "The saved spot cannot be opened"
    assert studied.versus is None and studied.grid == grid and offered(studied).title == "None"


def test_a_spot_that_was_removed_is_not_offered_any_more(studied: Studied) -> None:
    path = kept(studied, OTHER_BETS)
    studied.solve()
    compare(studied, "Bets 75%, all-in")
    path.unlink()
    studied.do(studied.spot.second.look)
    assert (
        offered(studied).title == "Bets 75%, all-in" and studied.versus is not None
    )  # as it was read
    compare(studied, "None")
    assert studied.parts["top"].second is None and not path.exists()


def test_the_second_spot_can_become_the_first(studied: Studied) -> None:
    path = kept(studied, OTHER_BETS)
    studied.solve()
    compare(studied, "Bets 75%, all-in")
    studied.do(studied.spot.open, path)
    assert studied.spot.path == path and studied.versus is None
    assert [action.title for action in studied.grid.actions][1] == "Bet 75"
    compare(studied, "Bets 50%, all-in")
    assert studied.versus is not None and studied.versus.changes
    studied.do(studied.spot.close)
    assert studied.versus is None and not studied.spot.busy(path)


def locked(studied: Studied) -> tuple[Path, Path]:
    """A spot without locks and with some, both closed."""
    studied.solve()
    first = studied.spot.path
    paint(studied, "r350", "AA")
    studied.do(studied.spot.solve_again)
    second = studied.spot.path
    assert first is not None and second is not None
    studied.do(studied.spot.close)
    return first, second


def test_a_saved_spot_with_locks_opens_with_what_was_before(studied: Studied) -> None:
    _, path = locked(studied)
    studied.do(studied.spot.open, path)
    versus = studied.versus
    assert versus is not None and versus.before and versus.names == ("After", "Before")
    assert versus.which == "first" and not studied.solution.unlocked
    assert offered(studied).title == "Without locks"
    studied.compare("both")
    assert studied.versus is not None and studied.versus.changes
    assert studied.share("AA", "All-in 300") == 1.0


def test_what_was_before_is_solved_where_it_is_not_saved(studied: Studied) -> None:
    first, path = locked(studied)
    first.unlink()
    studied.do(studied.spot.open, path)
    assert studied.versus is None and studied.solution.unlocked
    assert choice(studied, "Without locks").note == "not solved yet: choose it to solve it"
    studied.do(studied.spot.second.solve_unlocked)
    versus = studied.versus
    assert versus is not None and versus.before and versus.which == "both" and versus.changes
    assert versus.status == "" and not studied.solution.unlocked
    assert studied.solution.locks == "1 decision locked" and studied.spot.path == path
    found = [file.kept for file in list_spots(studied.folder) if file.kept is not None]
    assert sorted(len(kept.places) for kept in found) == [0, 1]
    studied.do(studied.spot.close)
    studied.do(studied.spot.open, path)
    assert studied.versus is not None and studied.versus.before


def test_what_cannot_be_solved_without_locks_leaves_the_solution(
    studied: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, path = locked(studied)
    first.unlink()
    studied.do(studied.spot.open, path)
    monkeypatch.setattr("pokergui.pages.study.solving.work.solving.free_bytes", lambda: 1000)
    compare(studied, "Without locks")
    assert studied.notice is not None and studied.notice.title == "The spot cannot be solved"
    assert studied.versus is None and studied.solution.unlocked and studied.spot.path == path


def test_nothing_else_is_chosen_until_there_is_a_strategy(studied: Studied) -> None:
    kept(studied, OTHER_BETS)
    studied.solve()
    studied.do(studied.spot.close)
    studied.spot.solve(replace(RIVER), (raise_to(50),), 20.0, False)
    studied.presenter.choose_second("anything")
    assert studied.versus is None
    studied.runner.run_all()
    assert studied.versus is None and studied.scene.solution is not None
