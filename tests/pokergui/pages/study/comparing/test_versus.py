import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.agents.baselines import CallAgent
from engine.errors import EngineError
from engine.player import CALL, FOLD, Strategy, raise_to
from engine.policy import blocked
from pokergui.formatting.words import MINUS
from pokergui.pages.study.comparing import presenters
from tests.pokergui.heard import refuse
from tests.pokergui.pages.study.studied import Studied, plant


class Plain(RangeAgent):
    name, size, share = "plain", 300, 0.75

    def __init__(self, game):
        self._game = game

    def strategy(self, spot, control=None):
        legal, gone = spot.legal, blocked(self._game, spot.board)
        actions = (FOLD, CALL) if legal.fold else (CALL,)
        if legal.max_raise:
            actions += (raise_to(min(max(self.size, legal.min_raise), legal.max_raise)),)
        rows = np.zeros((len(gone), len(actions)))
        rows[:, -1], rows[:, -2] = self.share, 1.0 - self.share
        rows[gone] = 0.0
        values = np.tile(np.arange(len(actions)) * 100.0, (len(gone), 1))
        return Strategy(actions, rows, values, note="plain")


def listed(studied):
    studied.do(studied.presenter.versus.list_differences, True)
    return studied.differences


def choose(studied, intent, value):
    return studied.do(getattr(studied.presenter.versus, f"choose_{intent}"), value)


def test_two_engines_are_compared_along_the_same_line(leduc):
    leduc.compare("cfr")
    assert leduc.top.second.current == "cfr" and leduc.versus.which == "both"
    assert leduc.versus.names[1] == "Exact equilibrium"
    alone = Studied(leduc.home, "leduc", "cfr")
    for studied in (leduc, alone):
        studied.rows("r", "c")
    assert leduc.beside.cells == alone.grid.cells and not leduc.scene.beside.left
    scene = choose(leduc, "which", "second")
    assert scene.grid.cells == alone.grid.cells and scene.beside is None
    assert (scene.totals, scene.sides) == (alone.scene.totals, alone.scene.sides)
    scene = choose(leduc, "which", "first")
    assert scene.grid != alone.grid and leduc.versus.changes == ()
    assert leduc.compare("").versus is None
    leduc.compare("cfr")
    leduc.do(leduc.presenter.choose, "engine", "cfr")  # they change places
    assert leduc.top.second.current == "random"
    assert leduc.versus.names[0] == "Exact equilibrium"


def test_changes_are_shown_over_the_whole_range_and_for_one_cell(leduc):
    leduc.compare("call")
    assert [(one.label, one.value, one.rest) for one in leduc.versus.changes] == [
        ("Check", "50% v. 100%", "−50"),
        ("Bet 2", "50% v. 0%", "+50"),
    ]
    # the menus are merged: the second has no bet
    assert [action.title for action in leduc.beside.actions] == ["Check", "Bet 2"]
    assert leduc.beside.cells[0].shares == (1.0, 0.0)
    leduc.do(leduc.walk.pin_cell, 0)
    for which, percents in (("second", ("100",)), ("first", ("50", "50"))):
        choose(leduc, "which", which)
        assert leduc.detail.rows[0].percents == percents


def test_difference_is_shown_for_one_action_and_for_all(leduc):
    leduc.compare("call", "difference")
    assert [(one.key, one.title) for one in leduc.versus.measures] == [
        *(("", "All actions"), ("c", "Check"), ("r", "Bet 2"))
    ]
    scale = leduc.grid.scale
    assert (scale.kind, scale.low, scale.high) == ("amount", "0%", "50%")
    assert scale.caption == "How often Random walker and Caller act differently"
    assert [(cell.value, cell.figure) for cell in leduc.grid.cells] == [(1.0, "50")] * 3
    choose(leduc, "measure", "r999")
    assert leduc.versus.measure == ""  # there is none
    scene = choose(leduc, "measure", "c")
    scale = leduc.grid.scale
    assert (scale.kind, scale.low, scale.high) == ("change", "−50%", "+50%")
    assert [(cell.value, cell.figure) for cell in leduc.grid.cells] == [(-1.0, "−50")] * 3
    assert leduc.grid.cells[0].spoken.endswith("−50 points") and scene.view is None
    leduc.compare("cfr", "difference")  # the scale covers the largest difference
    apart = [abs(int(cell.figure.replace(MINUS, "-"))) for cell in leduc.grid.cells]
    assert min(apart) <= 25 < max(apart) and leduc.grid.scale.high == "+50%", apart
    leduc.compare("call", "difference")
    # where neither engine acts, the ranges differ
    leduc.rows("c")
    choose(leduc, "side", "0")
    assert [one.key for one in leduc.versus.measures] == ["range"]
    assert [cell.figure for cell in leduc.grid.cells] == ["−50"] * 3


def test_hands_are_ranked_by_cost(tmp_path, monkeypatch):
    plant(monkeypatch, Plain, type("Other", (Plain,), {"share": 0.5}))
    studied = Studied(tmp_path, "holdem-nolimit", "equity")
    studied.compare("call", "difference")
    found = listed(studied)
    assert not found.whole and found.unit == "mbb" and len(found.rows) == 169
    # a quarter goes from 300 (200 chips) to the call (100): the first gains 25 of 100 chips
    assert found.note.endswith("gains 250 mbb here.")
    pair = next(row for row in found.rows if row.title == "QQ")
    assert (pair.reach, pair.change, pair.cost) == ("0.5%", "25%", "−1.13")
    scene = studied.rows(pair.key)
    assert scene.grid.cells[scene.pinned].label == studied.detail.title == "QQ"
    studied.rows("r300", "c")
    assert studied.differences.rows == ()  # the flop has yet to be chosen
    studied.deal()
    assert len(studied.differences.rows) > 150
    first, second = (choose(studied, "which", which) for which in ("first", "second"))
    assert first.hands.made != second.hands.made  # from the strategy shown
    # different sizes are merged; the second has no value for the first's
    plant(monkeypatch, Plain, type("Other", (Plain,), {"size": 250}))
    studied.rows("at:0")
    studied.compare("raise", "both")
    titles = [action.title for action in studied.grid.actions]
    assert titles == ["Fold", "Call 50", "Raise to 250", "Raise to 300"]
    assert studied.beside.actions == studied.grid.actions
    assert studied.grid.cells[0].shares == (0.0, 0.25, 0.0, 0.75)
    assert studied.beside.cells[0].shares == (0.0, 0.25, 0.75, 0.0)
    assert "reach × difference" in studied.differences.note and studied.differences.unit == ""


def test_small_game_is_ranked_across_all_decisions(leduc):
    leduc.compare("cfr")
    leduc.rows("c", "c")
    found = listed(leduc)
    assert found.whole and found.unit == "mA/hand" and not found.waiting
    assert "736 as first player (737 given up less 0.32 gained), 684 as second" in found.note
    row = found.rows[0]
    assert (row.title, row.player, row.note, row.cost) == ("K", "Second player", "bet 2", "125")
    assert row.first == pytest.approx((1 / 3,) * 3)
    assert len(row.actions) == 3 and "costs 125 mA/hand" in row.spoken
    for one in (next(row for row in found.rows if " on " in row.title), row):
        scene = leduc.rows(one.key)
        assert scene.grid.cells[scene.pinned].label == one.title and leduc.differences == found
    assert leduc.crumbs[-1] == "Second player to act"
    leduc.do(leduc.presenter.whole.toggle, True)
    assert leduc.scene.sheet is not None and leduc.rows(row.key).sheet is None
    leduc.do(leduc.presenter.versus.list_differences, False)
    assert leduc.versus.differences is None


def test_failing_engine_says_why(leduc, monkeypatch):
    class Broken(Plain):
        def strategy(self, spot, control=None):
            if spot.actions:
                raise EngineError("it is broken")
            return super().strategy(spot, control)

    plant(monkeypatch, None, Broken)
    scene = leduc.compare("call")
    assert leduc.versus.status == "" and leduc.beside.cells and not scene.thinking
    scene = leduc.rows("c")
    assert leduc.versus.status == "Caller gives no answer: it is broken"
    assert not scene.thinking and scene.grid.cells
    assert leduc.beside.absent == "No answer from Caller" and not leduc.beside.cells
    for which in ("difference", "second"):
        scene = choose(leduc, "which", which)
        assert scene.grid.absent == "No answer from Caller" and not scene.thinking
    assert "…" not in repr(scene)
    choose(leduc, "side", "both")
    assert leduc.grid.absent and leduc.beside.absent
    assert "cannot be compared: it is broken" in listed(leduc).note
    leduc.rows("at:0")
    assert leduc.versus.status == "" and leduc.beside.cells
    monkeypatch.setattr(presenters, "build", refuse(EngineError("its file is gone")))
    leduc.compare("raise")
    assert leduc.versus.status == "Raiser gives no answer: its file is gone"
    plant(monkeypatch, None, type("ActsOnly", (CallAgent,), {"has_ranges": False}))
    leduc.compare("inverse")
    assert "gives actions only" in leduc.versus.status


def test_both_players_are_shown_side_by_side(leduc):
    leduc.rows("r")
    scene = choose(leduc, "side", "both")
    assert scene.beside.left and scene.beside.names == ("Second player", "First player")
    assert [side.shown for side in scene.sides] == [True, True]
    assert leduc.grid.actions and not leduc.beside.actions
    scene = leduc.rows("c")  # both stay while navigating
    assert scene.beside.names == ("First player", "Second player") and not scene.beside.left
    scene = choose(leduc, "side", "1")
    assert scene.beside is None and [side.shown for side in scene.sides] == [False, True]
    leduc.compare("cfr")
    assert choose(leduc, "side", "both").beside is not None and leduc.versus.which == "first"
    assert choose(leduc, "which", "both").beside.names[1] == "Exact equilibrium"
    scene = leduc.do(leduc.presenter.choose, "game", "kuhn-3")  # of three, none are compared
    assert scene.versus is None and scene.beside is None


def test_second_engine_is_preselected_and_dropped_when_unknown(tmp_path):
    studied = Studied(tmp_path, "leduc", "random", "call")
    assert studied.versus.names == ("Random walker", "Caller") and studied.versus.which == "first"
    made = []
    studied.presenter.choice_made.connect(lambda _: made.append(studied.presenter.second.engine))
    for second in ("raise", "passive", "bluffer", "inverse"):
        studied.compare(second)
    assert listed(studied).rows  # the engine shown stays selected
    assert studied.do(studied.presenter.whole.toggle, True).sheet is not None
    studied.compare("")
    assert made[-1] == ""
    studied = Studied(tmp_path, "leduc", "random", "nobody")
    assert studied.presenter.second.engine == "" and studied.scene.versus is None


@pytest.mark.parametrize("game", ["kuhn", "holdem-limit"])
def test_list_does_not_wait_for_a_failed_engine(tmp_path, game):
    studied = Studied(tmp_path, game, "random")
    studied.compare("call")
    listed(studied)
    studied.do(studied.presenter.choose, "engine", f"file:{tmp_path / 'gone'}")
    assert not studied.differences.waiting
    assert "gone gives no answer" in studied.differences.note
    studied.do(studied.presenter.choose, "engine", "random")
    assert studied.differences.rows
