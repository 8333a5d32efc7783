import numpy as np
import pytest

from ai.cfr.best_response import agent_table
from ai.cfr.infoset_values import infoset_values
from ai.registry import build
from ai.values.node_values import worth_at
from engine.card_display import parse_shown
from engine.equity import equity
from engine.game import get_game
from pokergui.pages.study.reading import presenters as study_reader
from pokergui.ranges.reading import RangeReader
from tests.pokergui.heard import number_in, refuse
from tests.pokergui.pages.study.studied import Studied

LEDUC, DEEP = get_game("leduc"), "holdem-nolimit@100"


def told(scene, part):
    return {getattr(side, part) for side in scene.sides}


@pytest.fixture
def flop(tmp_path):
    studied = Studied(tmp_path, "holdem-nolimit", "equity", shown=False)
    studied.open(DEEP, "r300c/", "Kh8d3c")
    return studied


@pytest.fixture
def later(tmp_path, monkeypatch):
    monkeypatch.setattr(RangeReader, "has_table", False)
    return Studied(tmp_path, "leduc", "random")


def test_both_players_show_equity_and_a_curve_that_marks_the_hovered_cell(flop):
    reading, scene = flop.walk.reading, flop.scene
    ranges, board = reading.ranges[0], parse_shown(reading.place.game, "Kh8d3c")
    names = [(line.name, line.colour) for line in scene.curve]
    assert names == [("Button", "ser_a"), ("Big blind", "ser_b")]
    for side, line in zip(scene.sides, scene.curve, strict=True):
        seat = int(side.key)
        known = equity(ranges[seat], ranges[1 - seat], board)
        assert side.equity == f"{100 * known.equity:.1f}%"
        acts = seat == reading.spots[0].to_act
        why = "its actions here" if acts else "the other player’s decisions"
        assert side.value.endswith(" bb") and why in side.why
        assert list(line.y) == sorted(line.y)
        assert np.mean(line.y) == pytest.approx(reading.worth.total_equity(seat), abs=0.01)
        assert f"median {100 * line.y[100]:.0f}%" in line.spoken
    assert all(total.value.endswith(" bb") for total in scene.totals if total.share)
    flop.do(flop.walk.hover_cell, flop.cell("KK"))
    mark = flop.detail.mark
    assert mark.y > 0.9 and mark.x > 0.9 and mark.colour == "ser_b"  # the big blind acts first
    shown = [float(row.equity) for row in flop.detail.rows if row.equity]
    assert min(shown) <= 100 * mark.y <= max(shown)
    flop.do(flop.walk.choose_side, "1")
    flop.do(flop.walk.hover_cell, 1)
    assert flop.detail.mark.colour == "ser_a"


def test_undealt_streets_use_the_last_board_and_a_fold_concedes_the_pot(flop):
    flop.open(DEEP, "r300")
    scene = flop.rows("c")
    assert all(side.equity for side in scene.sides) and told(scene, "value") == {"– EV"}
    assert told(scene, "why") == {"EV: known once the cards are chosen"} and len(scene.curve) == 2
    assert told(flop.open(DEEP, "r300f"), "value") == {"0.00 bb", "4.00 bb"}


def test_small_games_show_evs_of_both_players_and_actions(leduc):
    values = infoset_values(*[agent_table(LEDUC, build("random", LEDUC))] * 2)
    for line in ((), ("c",), ("r2", "c"), ("r2", "r4")):
        scene = leduc.rows("at:0", *line)
        reading = leduc.walk.reading
        known = worth_at(reading.spots, reading.ranges, (), values)
        evs = {side.key: known.total_ev(int(side.key)) for side in scene.sides}
        for side in scene.sides:
            assert side.value == f"{evs[side.key]:,.2f} antes".replace("-", "−")
        assert sum(evs.values()) == pytest.approx(leduc.walk.place.betting.pot, abs=1e-9)
        mean = sum(one.share * number_in(one.value) for one in scene.totals)
        assert mean == pytest.approx(evs[str(reading.spots[0].to_act)], abs=0.011)
    leduc.do(leduc.walk.hover_cell, 0)
    assert leduc.detail.rows[0].value and leduc.detail.rows[0].equity


def test_uncountable_values_are_reported(later, monkeypatch):
    monkeypatch.setattr(study_reader, "count_on", refuse(ValueError("a plug-in that breaks")))
    scene = later.rows("c")
    assert told(scene, "value") == {"– EV"} and told(scene, "equity") == {""}
    assert all("no strategy" in side.why for side in scene.sides)


def test_navigating_cancels_the_value_computation(later, monkeypatch):
    counted, count, walk = [], study_reader.count_on, later.walk

    def watched(subject, reading, control):
        counted.append(reading.place.actions)
        return count(subject, reading, control)

    monkeypatch.setattr(study_reader, "count_on", watched)
    walk.reader.complete.connect(lambda: None if walk.place.actions else walk.follow("c"))
    later.do(later.presenter.choose, "game", "kuhn")
    assert [len(actions) for actions in counted] == [1]
