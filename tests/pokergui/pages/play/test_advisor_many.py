"""The advisor at tables of three and six: all ranges together, pots, the range shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ai.equities import live_equities
from engine.combos import combo_index
from engine.game import Game, get_game
from engine.hand import HandState
from engine.lines import parse_line
from engine.player import SeatView
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.choices import rivals_of
from pokergui.pages.play.scenes import advisors as advisors_module
from pokergui.pages.play.scenes.decision import action_bar
from tests.pokergui.pages.play.test_advisor import Asked

SHORT = get_game("holdem-nolimit-6").with_stacks((3_000, 20_000, 5_000, 20_000, 20_000, 20_000))


@pytest.fixture
def asked(tmp_path: Any, qapp: Any) -> Any:
    return lambda game: Asked(game, tmp_path)


def view_at(game: Game, line: str, seed: int = 3) -> SeatView:
    hand = HandState.deal(game, shuffled_deck(game, rng_state(seed)))
    for action in parse_line(game, line):
        hand.apply(action)
    return hand.view(hand.to_act)


def test_the_row_of_the_hand_and_all_ranges_together(asked: Any) -> None:
    one = asked("holdem-nolimit-6@100")
    one.advisor.set_on(True)
    view = view_at(get_game("holdem-nolimit-6@100"), "r350fcf")  # the small blind
    one.look(view)
    scene, reading = one.scene, one.advisor._reading
    assert scene.problem is None and reading is not None
    row = combo_index(view.hole)
    assert one.advisor._advice.shares == pytest.approx(reading.answers[0].probabilities[row])
    expected = live_equities(reading.spots[0], reading.ranges[0])[view.seat, row]
    assert one.figures["Equity v. ranges"] == f"{100 * expected:.1f}%"
    assert "Against all their ranges" in scene.figures[0].tip
    assert "random deals" in scene.figures[0].tip
    assert [(side.key, side.short) for side in scene.sides] == [
        ("1", "BB"),
        ("2", "UTG"),
        ("4", "CO"),
        ("you", "You"),
    ]
    assert scene.sides[1].name == "Slate, UTG" and scene.note.startswith("If all play this line")
    assert scene.pots == ()


def test_the_range_of_each_who_is_still_in(asked: Any) -> None:
    one = asked("holdem-nolimit-6@100")
    one.advisor.set_on(True)
    view = view_at(get_game("holdem-nolimit-6@100"), "r350fcf")
    one.look(view)
    notes = {}
    for side in one.scene.sides:
        one.advisor.choose_side(side.key)
        notes[side.short] = one.scene.range_note
        assert one.scene.side == side.key and one.scene.grid is not None
    assert notes["BB"] == "1,326 combos" and notes["UTG"] != notes["BB"]
    marked = one.scene.grid
    assert marked is not None and marked.marked >= 0  # the person's own hand
    one.advisor.choose_side("3")  # who has folded
    assert one.scene.side == "1"


def test_each_pot_has_its_odds_and_its_equity(asked: Any) -> None:
    one = asked("holdem-nolimit-6")
    one.advisor.sit(SHORT, ("Granite",) * 5)
    one.advisor.choose_engine("equity")
    one.advisor.set_on(True)
    view = view_at(SHORT, "r5000cffc")
    one.look(view)
    pots, reading = one.scene.pots, one.advisor._reading
    assert reading is not None
    assert [(pot.name, pot.amount, pot.cost, pot.odds) for pot in pots] == [
        ("Main pot", "12,000", "2,900", "24.2%"),
        ("Side pot 1", "6,000", "2,000", "33.3%"),
    ]
    assert pots[0].equity == one.figures["Equity v. ranges"]
    spot, ranges, row = reading.spots[0], reading.ranges[0], combo_index(view.hole)
    side = live_equities(spot, ranges, None, (1, 2, 3))[view.seat, row]
    assert pots[1].equity == f"{100 * side:.1f}%"


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def test_the_ev_of_a_call_agrees_with_the_equities_over_it(asked: Any) -> None:
    one = asked("holdem-nolimit-6")
    one.advisor.sit(SHORT, ("Granite",) * 5)
    one.advisor.choose_engine("equity")
    one.advisor.set_on(True)
    for seed in (3, 4):
        view = view_at(SHORT, "r5000r20000ffc", seed)
        one.look(view)
        pots = one.scene.pots
        assert len(pots) == 3 and not one.scene.thinking
        won = sum(number(pot.amount) * float(pot.equity.rstrip("%")) / 100.0 for pot in pots)
        bar = one.advisor.on_buttons(action_bar(view.spot, None, guard=False))
        fold, call = (bar.slots[at].advice for at in (0, 1))
        assert fold is not None and fold.value == "EV 0.00"
        assert call is not None and call.value.startswith("EV ")
        expected = (won - view.spot.legal.call) / 100.0
        assert number(call.value.removeprefix("EV ")) == pytest.approx(expected, abs=0.3)


def test_other_evs_are_not_known_and_say_why(asked: Any) -> None:
    one = asked("holdem-nolimit-3@100")
    one.advisor.choose_engine("nfsp")
    one.advisor.set_on(True)
    view = view_at(get_game("holdem-nolimit-3@100"), "r350")
    one.look(view)
    assert np.isnan(one.advisor._advice.values).all() and one.figures["Best EV"] == "–"
    bar = one.advisor.on_buttons(action_bar(view.spot, None, guard=False))
    call = bar.slots[1].advice
    assert call is not None and call.value == "EV –" and "a call ends the betting" in call.reason


@pytest.mark.parametrize(("game", "line"), [("kuhn-3", "cr"), ("leduc-3", "crc")])
def test_small_games_of_three_are_exact(asked: Any, game: str, line: str) -> None:
    one = asked(game)
    one.advisor.choose_engine("random")
    one.advisor.set_on(True)
    one.look(view_at(get_game(game), line))
    assert one.scene.problem is None and not one.scene.thinking
    assert one.figures["Equity v. ranges"].endswith("%")
    assert "random deals" not in one.scene.figures[0].tip
    assert np.isfinite(one.advisor._advice.values).all()
    assert one.advisor._advice.basis == ""


@pytest.mark.parametrize("name", ["holdem-nolimit-3@100", "holdem-nolimit-6@100", "leduc-3"])
def test_only_engines_that_answer_for_ranges_are_offered(asked: Any, name: str) -> None:
    one = asked(name)
    one.advisor.set_on(True)
    choices = {choice.key: choice for choice in one.scene.engine.choices}
    usable = {key for key, choice in choices.items() if choice.usable}
    slow = set() if name == "leduc-3" else {"uct", "smooth-uct", "opponent-model"} & set(choices)
    assert usable == set(choices) - slow - {"nfsp-uct"} and one.advisor.engine in usable
    assert all(choices[key].note == "takes minutes for a range" for key in slow)
    one.look(view_at(get_game(name), ""))
    assert one.scene.problem is None and one.scene.grid is not None


def test_what_cannot_advise_is_not_asked(asked: Any) -> None:
    one = asked("holdem-nolimit@100")
    one.advisor.choose_engine("uct")
    one.advisor.set_on(True)
    assert one.advisor.engine == "uct"  # with two players a whole range takes seconds
    one.advisor.sit(get_game("holdem-nolimit-6@100"), ("Granite",) * 5)
    one.advisor.choose_engine("uct")
    assert one.advisor.engine == "equity"


def test_what_only_acts_says_so(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("holdem-nolimit-3@100")
    rows = [replace(row, has_ranges=row.name != "passive") for row in rivals_of(game, tmp_path)]
    monkeypatch.setattr(advisors_module, "rivals_of", lambda *rest: rows)
    choices = {choice.key: choice for choice in advisors_module.advisors(game, tmp_path)}
    mouse = choices["passive"]
    assert not mouse.usable and mouse.note == "gives no ranges" and choices["equity"].usable
