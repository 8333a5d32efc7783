"""Study's comparisons, with a runner on this thread: two engines, both players, the list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.base import RangeAgent
from ai.worth import PLAYED
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import blocked
from pokergui.pages.study.comparing.presenters import second_engine as study_second_engine
from pokergui.pages.study.comparing.presenters.versus import StudyVersus
from pokergui.pages.study.comparing.viewmodel.versus import DifferenceList, VersusScene
from pokergui.pages.study.presenters import study as study_module
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.viewmodel.grid import GridScene
from tests.pokergui.pages.study.test_study import Studied, choose_flop


class Plain(RangeAgent):
    """Folds the lower half of the combos and calls or raises with the others; one size."""

    size, share = 300, 0.75

    def __init__(self, game: Game) -> None:
        self.name = "plain"
        self._game = game

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        size = len(blocked(self._game, ()))
        actions = (FOLD, CALL) if spot.legal.fold else (CALL,)
        if spot.legal.max_raise:
            legal = spot.legal
            actions += (raise_to(min(max(self.size, legal.min_raise), legal.max_raise)),)
        rows = np.zeros((size, len(actions)))
        rows[:, -1] = self.share
        rows[:, -2] = 1.0 - self.share
        out = blocked(self._game, spot.board)
        values = np.tile(np.arange(len(actions)) * 100.0, (size, 1))
        return Strategy(actions, np.where(out[:, None], 0.0, rows), values, note="plain")


class Other(Plain):
    """Raises less often, to another size."""

    size, share = 250, 0.25


class Same(Plain):
    """Raises to the same size, less often."""

    share = 0.5


class Mute(Plain):
    """States no values."""

    share = 0.5

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        answer = super().strategy(spot, control)
        return Strategy(answer.actions, answer.probabilities, note=answer.note)


class Broken(Plain):
    """Never answers."""

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        raise EngineError("it is broken")


def plant(monkeypatch: pytest.MonkeyPatch, first: type[Any], second: type[Any]) -> None:
    """Let every build of the one shown give the first engine, of the other one the second."""
    for module, agent in ((study_module, first), (study_second_engine, second)):

        def build(
            name: str, game: Game, home: Any, control: JobControl, agent: type[Any] = agent
        ) -> Agent:
            made: Agent = agent(game)
            return made

        monkeypatch.setattr(module, "build", build)


@pytest.fixture
def leduc(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path))


@pytest.fixture
def holdem(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Studied:
    plant(monkeypatch, Plain, Same)
    return Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))


def versus(studied: Studied) -> StudyVersus:
    return studied.presenter.versus


def compare(studied: Studied, engine: str, which: str = "") -> StudyScene:
    studied.do(studied.presenter.second.choose, engine)
    if which:
        studied.do(versus(studied).choose_which, which)
    return studied.scene


def told(scene: StudyScene) -> VersusScene:
    assert scene.versus is not None
    return scene.versus


def listed(scene: StudyScene) -> DifferenceList:
    found = told(scene).differences
    assert found is not None
    return found


def beside(scene: StudyScene) -> GridScene:
    assert scene.beside is not None
    return scene.beside.grid


def grid(scene: StudyScene) -> GridScene:
    assert scene.grid is not None
    return scene.grid


def test_engines_with_ranges_are_offered_but_the_one_shown(leduc: Studied) -> None:
    second = leduc.top.second
    assert second is not None and (second.caption, second.current) == ("Compare with", "")
    keys = [choice.key for choice in second.choices]
    assert keys[0] == "" and second.choices[0].title == "None"
    assert "cfr" in keys and "random" not in keys
    assert leduc.scene.versus is None and leduc.scene.beside is None


def test_two_engines_stand_beside_each_other_along_the_same_line(leduc: Studied) -> None:
    scene = compare(leduc, "cfr")
    assert leduc.top.second is not None and leduc.top.second.current == "cfr"
    assert told(scene).which == "both" and told(scene).names[1] == "Exact equilibrium"
    assert not scene.thinking
    alone = Studied(leduc.presenter._strategies, StudyChoice.of("leduc", 100, "cfr", Path()))
    for studied in (leduc, alone):
        studied.rows("r", "c")
    assert beside(leduc.scene).cells == grid(alone.scene).cells
    assert leduc.scene.beside is not None and not leduc.scene.beside.left
    scene = leduc.do(versus(leduc).choose_which, "second")
    assert grid(scene).cells == grid(alone.scene).cells
    assert (scene.totals, scene.sides) == (alone.scene.totals, alone.scene.sides)
    assert scene.beside is None
    scene = leduc.do(versus(leduc).choose_which, "first")
    assert grid(scene) != grid(alone.scene) and told(scene).changes == ()
    scene = compare(leduc, "")
    assert scene.versus is None


def test_what_changes_is_told_over_the_whole_range(leduc: Studied) -> None:
    scene = compare(leduc, "call")
    assert [(f.label, f.value, f.rest) for f in told(scene).changes] == [
        ("Check", "50% v. 100%", "−50"),
        ("Bet 2", "50% v. 0%", "+50"),
    ]
    # the menus are joined: the second has no bet
    assert [action.title for action in beside(scene).actions] == ["Check", "Bet 2"]
    assert beside(scene).cells[0].shares == (1.0, 0.0)


def test_the_difference_of_one_action_and_of_all(leduc: Studied) -> None:
    scene = compare(leduc, "call", "difference")
    assert [(m.key, m.title) for m in told(scene).measures] == [
        ("", "All actions"),
        ("c", "Check"),
        ("r", "Bet 2"),
    ]
    scale = grid(scene).scale
    assert scale is not None
    assert (scale.kind, scale.caption, scale.low, scale.high) == (
        *("amount", "How often Random walker and Caller act differently", "0%", "50%"),
    )
    assert [(cell.value, cell.figure) for cell in grid(scene).cells] == [(1.0, "50")] * 3
    scene = leduc.do(versus(leduc).choose_measure, "c")
    scale = grid(scene).scale
    assert scale is not None and (scale.kind, scale.low, scale.high) == ("change", "−50%", "+50%")
    assert [(cell.value, cell.figure) for cell in grid(scene).cells] == [(-1.0, "−50")] * 3
    assert grid(scene).cells[0].spoken.endswith("−50 points")
    assert scene.view is None
    # where nobody of a side acts the ranges differ
    leduc.rows("c")
    scene = leduc.do(versus(leduc).choose_side, "0")
    assert [m.key for m in told(scene).measures] == ["range"]
    assert [cell.figure for cell in grid(scene).cells] == ["−50"] * 3


def test_an_engine_differs_nowhere_from_its_twin(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, Plain, Plain)
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))
    scene = compare(studied, "call", "difference")
    assert {cell.value for cell in grid(scene).cells} == {0.0}
    scene = studied.do(versus(studied).list_differences, True)
    assert listed(scene).rows == () and listed(scene).note == "Both play the same here."


def test_menus_of_other_sizes_are_joined(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, Plain, Other)
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))
    scene = compare(studied, "call")
    titles = [action.title for action in grid(scene).actions]
    assert titles == ["Fold", "Call 50", "Raise to 250", "Raise to 300"]
    assert beside(scene).actions == grid(scene).actions
    assert grid(scene).cells[0].shares == (0.0, 0.25, 0.0, 0.75)
    assert beside(scene).cells[0].shares == (0.0, 0.75, 0.25, 0.0)
    scene = studied.do(versus(studied).list_differences, True)
    # the second has no value of the first's size
    assert listed(scene).unit == "" and "reach × difference" in listed(scene).note
    assert listed(scene).rows[0].cost == ""


def test_hands_are_ranked_by_what_they_cost(holdem: Studied) -> None:
    compare(holdem, "call", "difference")
    scene = holdem.do(versus(holdem).list_differences, True)
    found = listed(scene)
    assert not found.whole and found.unit == "mbb" and len(found.rows) == 169
    # a quarter goes from 300 (200 chips) to the call (100): the first gains 25 of 100 chips
    assert found.note.endswith("gains 250 mbb here.")
    pair = next(row for row in found.rows if row.title == "QQ")
    assert pair.reach == "0.5%" and pair.change == "25%" and pair.cost == "−1.13"
    scene = holdem.row(pair.key)
    assert grid(scene).cells[scene.pinned].label == "QQ"
    assert holdem.parts["detail"].title == "QQ"
    holdem.rows("r300", "c")
    assert listed(holdem.scene).rows == ()  # the flop is still to be chosen
    scene = choose_flop(holdem)
    assert len(listed(scene).rows) > 150


def test_without_values_hands_are_ranked_by_reach(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, Plain, Mute)
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))
    compare(studied, "call")
    found = listed(studied.do(versus(studied).list_differences, True))
    assert found.unit == "" and "reach × difference" in found.note and found.rows[0].cost == ""


def test_on_the_river_both_are_played_out(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, Plain, Mute)
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))
    for cards in ("Kh 8d 3c", "2s", "2h"):
        studied.rows("c", "c")
        choose_flop(studied, cards)
    compare(studied, "call", "both")
    found = listed(studied.do(versus(studied).list_differences, True))
    assert found.unit == "mbb" and found.rows[0].cost
    pair = versus(studied).pair()
    assert pair is not None
    for reading in pair.readings:
        assert reading.counted and reading.worth is not None and PLAYED in reading.worth.basis
        total = reading.worth.total_ev(0) + reading.worth.total_ev(1)
        assert total == pytest.approx(reading.place.betting.pot)


def test_a_small_game_is_ranked_as_a_whole(leduc: Studied) -> None:
    compare(leduc, "cfr")
    leduc.rows("c", "c")
    scene = leduc.do(versus(leduc).list_differences, True)
    found = listed(scene)
    assert found.whole and found.unit == "mA/hand" and not found.waiting
    assert "736 as first player (737 given up less 0.32 gained), 684 as second" in found.note
    row = found.rows[0]
    assert (row.title, row.player, row.note, row.cost) == ("K", "Second player", "bet 2", "125")
    assert row.first == pytest.approx((1 / 3,) * 3)
    assert len(row.actions) == 3 and "costs 125 mA/hand" in row.spoken
    scene = leduc.row(row.key)
    assert [crumb.text for crumb in scene.line.crumbs][-1] == "Second player to act"
    assert grid(scene).cells[scene.pinned].label == "K" and listed(scene) == found
    later = next(row for row in found.rows if " on " in row.title)
    scene = leduc.row(later.key)
    assert grid(scene).cells[scene.pinned].label == later.title
    # from the sheet it leads back to one decision
    leduc.do(leduc.presenter.whole.toggle, True)
    assert leduc.scene.sheet is not None
    assert leduc.row(row.key).sheet is None
    assert leduc.do(versus(leduc).list_differences, False).versus == told(leduc.scene)
    assert told(leduc.scene).differences is None


def test_the_combos_are_those_of_the_strategy_shown(leduc: Studied) -> None:
    compare(leduc, "call", "second")
    leduc.do(leduc.presenter.walk.pin_cell, 0)
    detail = leduc.parts["detail"]
    assert detail.rows[0].percents == ("100",)
    leduc.do(versus(leduc).choose_which, "first")
    assert leduc.parts["detail"].rows[0].percents == ("50", "50")


def test_the_first_picture_does_not_wait(leduc: Studied) -> None:
    runner = leduc.runner
    compare(leduc, "cfr")
    leduc.presenter.walk.follow("r")
    shown = len(leduc.scenes)
    while len(leduc.scenes) == shown or leduc.scene.grid is None:
        runner._queue.popleft()()
    # the first is there, the second on its way: its place keeps the last picture
    assert grid(leduc.scene).actions[0].title == "Fold" and leduc.scene.thinking
    assert leduc.scene.beside is not None
    runner.run_all()
    assert beside(leduc.scene).actions[0].title == "Fold" and not leduc.scene.thinking


def test_what_is_said_of_the_range_is_of_the_strategy_shown(holdem: Studied) -> None:
    compare(holdem, "call", "first")
    holdem.rows("c", "c")
    first = choose_flop(holdem)
    second = holdem.do(versus(holdem).choose_which, "second")
    assert first.hands is not None and second.hands is not None
    assert first.hands.made != second.hands.made
    assert first.filter is not None and second.filter is not None
    assert first.filter.longest != second.filter.longest


def test_an_engine_that_fails_says_why(leduc: Studied, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        study_second_engine, "build", lambda name, game, home, control: Broken(game)
    )
    scene = compare(leduc, "call")
    assert told(scene).status == "Caller gives no answer: it is broken"
    assert not scene.thinking and grid(scene).cells
    assert beside(scene).absent == "No answer from Caller" and not beside(scene).cells
    for which in ("difference", "second"):
        scene = leduc.do(versus(leduc).choose_which, which)
        assert grid(scene).absent == "No answer from Caller" and not scene.thinking
    assert "…" not in repr(scene) and {side.combos for side in scene.sides} == {"–"}
    acts = [row for row in scene.rows if row.kind == "action"]
    assert acts and {(row.share, row.percent) for row in acts} == {(None, "–")}
    scene = leduc.do(versus(leduc).choose_side, "both")
    assert grid(scene).absent and beside(scene).absent
    leduc.do(versus(leduc).choose_side, "0")
    scene = leduc.rows("c")
    assert told(scene).status
    scene = leduc.do(versus(leduc).list_differences, True)
    assert "cannot be compared: it is broken" in listed(scene).note

    def refuse(*_: object) -> None:
        raise EngineError("its file is gone")

    monkeypatch.setattr(study_second_engine, "build", refuse)
    scene = compare(leduc, "raise")
    assert told(scene).status == "Raiser gives no answer: its file is gone"

    class Acts(Plain):
        has_ranges = False

    monkeypatch.setattr(study_second_engine, "build", lambda name, game, *_: Acts(game))
    scene = compare(leduc, "inverse")
    assert "can only act" in told(scene).status


def test_an_engine_that_fails_at_one_place_answers_at_another(
    leduc: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Begins(Plain):
        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            if spot.actions:
                raise EngineError("it knows no more")
            return super().strategy(spot, control)

    monkeypatch.setattr(study_second_engine, "build", lambda name, game, *_: Begins(game))
    assert told(compare(leduc, "call")).status == ""
    scene = leduc.rows("c")
    assert "it knows no more" in told(scene).status and beside(scene).absent
    scene = leduc.do(leduc.presenter.walk.choose_crumb, 0)
    assert told(scene).status == "" and beside(scene).cells and not scene.thinking


def test_both_players_stand_beside_each_other(leduc: Studied) -> None:
    leduc.rows("r")
    scene = leduc.do(versus(leduc).choose_side, "both")
    assert scene.beside is not None and scene.beside.left
    assert scene.beside.names == ("Second player", "First player")
    assert [side.shown for side in scene.sides] == [True, True]
    assert grid(scene).actions and not beside(scene).actions
    scene = leduc.rows("c")  # both stay while one walks on
    assert scene.beside is not None and scene.beside.names == ("First player", "Second player")
    assert not scene.beside.left
    scene = leduc.do(versus(leduc).choose_side, "1")
    assert scene.beside is None and [side.shown for side in scene.sides] == [False, True]
    # two engines and two players are not shown at once
    compare(leduc, "cfr")
    scene = leduc.do(versus(leduc).choose_side, "both")
    assert told(scene).which == "first" and scene.beside is not None
    scene = leduc.do(versus(leduc).choose_which, "both")
    assert scene.beside is not None and scene.beside.names[1] == "Exact equilibrium"


def test_engines_change_places_and_games_end_it(leduc: Studied) -> None:
    compare(leduc, "cfr")
    leduc.do(leduc.presenter.choose_engine, "cfr")
    assert leduc.top.second is not None and leduc.top.second.current == "random"
    assert told(leduc.scene).names[0] == "Exact equilibrium"
    leduc.do(leduc.presenter.choose_engine, "call")
    assert leduc.top.second.current == "random" and leduc.scene.beside is not None
    compare(leduc, "inverse")
    leduc.do(leduc.presenter.choose_game, "holdem-limit")
    names = told(leduc.scene).names if leduc.scene.versus else ("", "")
    assert leduc.top.second is not None and leduc.top.second.current in ("inverse", "")
    assert (leduc.top.second.current == "") == (names[1] == "")


def test_nonsense_changes_nothing(leduc: Studied) -> None:
    compare(leduc, "nobody")
    assert leduc.scene.versus is None
    leduc.do(versus(leduc).choose_which, "both")
    leduc.do(versus(leduc).list_differences, True)
    assert leduc.scene.versus is None
    compare(leduc, "call", "sideways")
    assert told(leduc.scene).which == "both"
    leduc.do(versus(leduc).choose_measure, "r999")
    scene = leduc.do(versus(leduc).choose_which, "difference")
    assert told(scene).measure == ""


def test_what_is_given_up_and_what_is_gained_are_told_apart(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mixed(Same):
        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            answer = super().strategy(spot, control)
            assert answer.values is not None
            answer.values[:600, -1] = 0.0  # for the low combos to raise is worth less
            return answer

    plant(monkeypatch, Plain, Mixed)
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))
    compare(studied, "call")
    found = listed(studied.do(versus(studied).list_differences, True))
    costs = [row.numbers[2] * 10 for row in found.rows]  # mbb
    given, gained = (sum(max(0.0, sign * cost) for cost in costs) for sign in (1, -1))
    assert given > 1.0 and gained > 1.0
    assert f"gives up {given:.2f}" in found.note.replace(",", "") or f"{given:.0f}" in found.note
    assert "gains" in found.note and "in total" in found.note


def test_the_second_engine_is_chosen_from_the_start(tmp_path: Path, qtbot: QtBot) -> None:
    choice = StudyChoice.of("leduc", 100, "random", tmp_path)
    studied = Studied(tmp_path, choice, second="call")
    assert told(studied.scene).names == ("Random walker", "Caller")
    assert told(studied.scene).which == "first"
    studied.do(studied.presenter.choose_game, "kuhn")
    made: list[str] = []
    studied.presenter.choice_made.connect(lambda _: made.append(studied.presenter.second.engine))
    studied.do(studied.presenter.second.choose, "")
    assert made == [""]


def test_a_second_engine_that_the_game_does_not_have_is_forgotten(
    tmp_path: Path, qtbot: QtBot
) -> None:
    choice = StudyChoice.of("leduc", 100, "random", tmp_path)
    studied = Studied(tmp_path, choice, second="nobody")
    assert studied.presenter.second.engine == "" and studied.scene.versus is None
