"""Values of ranges in Study: both sides, curves, the current cell; at once or later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.cfr.best_response import agent_table
from ai.cfr.infoset_values import infoset_values
from ai.registry import build
from ai.worth import worth_at
from engine.equity import equity
from engine.game import get_game
from engine.shown import parse_shown
from pokergui.pages.study.reading.presenters import reader as study_reader
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.viewmodel.reading import StudySide
from pokergui.ranges import reading as study_read
from pokergui.viewmodel.grid import CellDetail
from tests.pokergui.pages.study.test_study import Studied, choose_flop

LEDUC = get_game("leduc")


@pytest.fixture
def holdem(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))


def small(tmp_path: Path, engine: str) -> Studied:
    return Studied(tmp_path, StudyChoice.of("leduc", 100, engine, tmp_path))


def sides(studied: Studied) -> dict[str, StudySide]:
    return {side.key: side for side in studied.scene.sides}


def detail(studied: Studied, cell: int) -> CellDetail:
    studied.do(studied.presenter.walk.hover_cell, cell)
    found = studied.parts["detail"]
    assert isinstance(found, CellDetail)
    return found


def test_both_sides_say_their_equity_on_a_flop(holdem: Studied) -> None:
    holdem.rows("r300", "c")
    choose_flop(holdem)
    reading = holdem.presenter.walk.reading
    assert reading is not None
    ranges = reading.ranges[0]
    board = parse_shown(reading.place.game, "Kh8d3c")
    for seat in (0, 1):
        known = equity(ranges[seat], ranges[1 - seat], board)
        assert sides(holdem)[str(seat)].equity == f"{100 * known.equity:.1f}%"
    acts, waits = sides(holdem)[str(reading.spots[0].to_act)], holdem.scene.sides
    assert acts.value.endswith(" bb") and "its actions here" in acts.why
    other = next(side for side in waits if side.key != acts.key)
    assert other.value.endswith(" bb") and "the other player's decisions" in other.why


def test_the_curve_lies_over_the_range_of_each_side(holdem: Studied) -> None:
    holdem.rows("r300", "c")
    scene = choose_flop(holdem)
    assert [(line.name, line.colour) for line in scene.curve] == [
        ("Button", "ser_a"),
        ("Big blind", "ser_b"),
    ]
    worth = holdem.presenter.walk.reading.worth  # type: ignore[union-attr]
    assert worth is not None
    for side, line in zip(scene.sides, scene.curve, strict=True):
        seat = side.key
        assert list(line.y) == sorted(line.y)
        assert np.mean(line.y) == pytest.approx(worth.total_equity(int(seat)), abs=0.01)
        assert f"median {100 * line.y[100]:.0f}%" in line.spoken


def test_the_cell_at_hand_stands_on_the_curve_of_its_side(holdem: Studied) -> None:
    holdem.rows("r300", "c")
    choose_flop(holdem)
    sets, air = detail(holdem, 14), detail(holdem, 13 * 12 + 5)
    assert sets.title == "KK" and sets.mark is not None
    assert sets.mark.y > 0.9 and sets.mark.x > 0.9
    assert sets.mark.colour == "ser_b"  # the big blind acts first
    shown = [float(row.equity) for row in sets.rows if row.equity]
    assert min(shown) <= 100 * sets.mark.y <= max(shown)
    assert air.mark is None or air.mark.y < 0.6
    holdem.do(holdem.presenter.walk.choose_side, "1")
    other = detail(holdem, 1).mark
    assert other is not None and other.colour == "ser_a"
    holdem.do(holdem.presenter.walk.hover_cell, -1)
    assert holdem.parts["detail"] is None


def test_before_cards_are_chosen_the_last_board_counts(holdem: Studied) -> None:
    scene = holdem.rows("r300", "c")
    assert all(side.equity and side.value == "– EV" for side in scene.sides)
    assert all(side.why == "EV: known once the cards are chosen" for side in scene.sides)
    assert len(scene.curve) == 2


def test_an_end_by_fold_gives_the_pot_away(holdem: Studied) -> None:
    scene = holdem.rows("r300", "f")
    assert sorted(side.value for side in scene.sides) == ["0.00 bb", "4.00 bb"]


@pytest.mark.parametrize("line", [(), ("c",), ("r2", "c"), ("r2", "r4")])
def test_small_games_know_the_ev_of_both(tmp_path: Path, qtbot: QtBot, line: Any) -> None:
    studied = small(tmp_path, "random")
    studied.rows(*line)
    reading = studied.presenter.walk.reading
    assert reading is not None
    table = agent_table(LEDUC, build("random", LEDUC))
    known = worth_at(reading.spots, reading.ranges, (), infoset_values(table, table))
    assert known is not None
    total = 0.0
    for seat, side in sides(studied).items():
        ev = known.total_ev(int(seat))
        assert side.value == f"{ev:,.2f} antes".replace("-", "−")
        total += ev
    assert total == pytest.approx(studied.presenter.walk.place.betting.pot, abs=1e-9)
    row = detail(studied, 0).rows[0]
    assert row.value and row.equity


def test_on_the_river_the_rest_is_played_out(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "call", tmp_path))
    for cards in ("Kh 8d 3c", "2s", "2h"):
        studied.rows("c", "c")
        choose_flop(studied, cards)
    reading = studied.presenter.walk.reading
    assert reading is not None and reading.counted and reading.worth is not None
    for seat, side in sides(studied).items():
        ev = 200 * reading.worth.total_equity(int(seat))  # nobody ever bets
        assert side.value == f"{ev / 100:.2f} bb" and "both go on as this engine plays" in side.why
    assert any(row.value for row in detail(studied, 14).rows)


def test_an_engine_without_values_says_so(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "call", tmp_path))
    assert {side.value for side in studied.scene.sides} == {"– EV"}
    assert {side.why for side in studied.scene.sides} == {"EV: this engine does not value hands"}
    assert {side.equity for side in studied.scene.sides} == {"50.0%"}


def test_what_takes_long_comes_later(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_read.RangeReader, "has_table", False)
    studied = small(tmp_path, "random")
    studied.scenes.clear()
    scene = studied.row("c")
    shown = [s for s in studied.scenes if not s.thinking]
    assert {side.equity for side in shown[0].sides} == {"…"} and shown[0].curve == ()
    assert all(side.value.endswith("antes") for side in scene.sides) and scene.curve


def test_what_cannot_be_counted_is_told(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("a plug-in that breaks")

    monkeypatch.setattr(study_read.RangeReader, "has_table", False)
    studied = small(tmp_path, "random")
    monkeypatch.setattr(study_reader, "count_on", fail)
    scene = studied.row("c")
    assert {(side.equity, side.value) for side in scene.sides} == {("", "– EV")}
    assert all("no answer" in side.why for side in scene.sides)


def test_walking_on_stops_the_counting(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_read.RangeReader, "has_table", False)
    counted = []
    count = study_reader.count_on

    def watched(subject: Any, reading: Any, control: Any) -> Any:
        counted.append(reading.place.actions)
        return count(subject, reading, control)

    monkeypatch.setattr(study_reader, "count_on", watched)
    studied = small(tmp_path, "random")
    counted.clear()
    walk = studied.presenter.walk
    walk.reader.complete.connect(
        lambda: studied.presenter.walk.follow("c") if not walk.place.actions else None
    )
    studied.presenter.choose_game("kuhn")
    studied.runner.run_all()
    assert [len(actions) for actions in counted] == [1]


def test_actions_say_what_they_are_worth_to_the_hands_that_do_them(tmp_path: Path, qtbot) -> None:
    studied = small(tmp_path, "call")
    studied.do(studied.presenter.choose_engine, "random")
    worth = sides(studied)[str(studied.presenter.walk.place.betting.to_act)].value
    totals = studied.scene.totals
    assert [total.value.split()[1] for total in totals] == ["antes"] * len(totals)
    values = [float(total.value.split()[0].replace("−", "-")) for total in totals]
    mean = sum(total.share * value for total, value in zip(totals, values, strict=True))
    assert mean == pytest.approx(float(worth.split()[0].replace("−", "-")), abs=0.011)
    assert len(set(values)) > 1


def test_actions_of_hold_em_are_worth_what_the_engine_says(holdem: Studied) -> None:
    assert all(total.value.endswith(" bb") for total in holdem.scene.totals if total.share)
