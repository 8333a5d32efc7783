"""Locks of single combos: painted in the table of a pinned cell, in part in the grid."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.spot.run import SpotRun
from engine.combos import parse_combo
from pokergui.viewmodel.grid import CellDetail
from tests.pokergui.pages.study.solving.test_spot import Studied

ACES = [parse_combo(name) for name in ("AsAh", "AdAc")]


@pytest.fixture
def studied(tmp_path: Path, qtbot: QtBot) -> Studied:
    made = Studied(tmp_path)
    made.solve()
    made.do(made.presenter.walk.pin_cell, made.cell("AA"))
    return made


def detail(studied: Studied) -> CellDetail:
    found = studied.parts["detail"]
    assert isinstance(found, CellDetail)
    return found


def locked(studied: Studied) -> list[int]:
    return sorted(row.combo for row in detail(studied).rows if row.locked)


def test_single_combos_are_locked_and_let_go(studied: Studied) -> None:
    painter = studied.spot.painter
    assert not detail(studied).paintable and locked(studied) == []
    studied.do(painter.paint_combos, ACES)
    assert locked(studied) == []  # nothing is painted yet
    studied.do(painter.toggle, True)
    assert detail(studied).paintable
    studied.do(painter.choose, "r350")
    studied.do(painter.paint_combos, ACES)
    assert locked(studied) == sorted(ACES)
    at = [action.key for action in detail(studied).actions].index("r350")
    told = {row.combo: row.shares[at] for row in detail(studied).rows}
    assert [told[combo] for combo in ACES] == [1.0, 1.0]
    assert max(share for combo, share in told.items() if combo not in ACES) < 1.0
    assert studied.grid.cells[studied.cell("AA")].locked == pytest.approx(1 / 3)
    studied.do(painter.choose, "free")
    studied.do(painter.paint_combos, ACES[:1])
    assert locked(studied) == ACES[1:]


def test_they_are_solved_and_kept(studied: Studied) -> None:
    painter = studied.spot.painter
    studied.do(painter.toggle, True)
    studied.do(painter.choose, "r350")
    studied.do(painter.paint_combos, ACES)
    studied.do(studied.spot.solve_again)
    path = studied.spot.path
    assert path is not None
    run = SpotRun.load(path)
    assert run.locks[0].combos.nonzero()[0].tolist() == sorted(ACES)
    _, rows = run.trainer.answer((), run.spot.board)
    assert rows[ACES, 2] == pytest.approx(1.0)
    assert locked(studied) == sorted(ACES) and not detail(studied).paintable
    studied.compare("second")
    assert locked(studied) == []  # those of the solution before
    studied.compare("both")
    assert locked(studied) == sorted(ACES)


def test_hands_that_cannot_be_held_are_not_locked(studied: Studied) -> None:
    studied.do(studied.spot.painter.toggle, True)
    out = [parse_combo("QsAs"), parse_combo("2c2d")]  # on the board, not in the range
    studied.do(studied.spot.painter.paint_combos, out)
    assert not studied.solution.unsolved
