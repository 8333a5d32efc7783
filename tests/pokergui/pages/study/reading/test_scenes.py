"""Scenes of a place of Study: boards, names, drills, views, doubts."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent
from ai.reach import RangeReader
from ai.registry import build
from engine.cards import parse_cards
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line, spot_of
from engine.player import CALL, raise_to
from engine.shown import parse_shown
from pokergui.formatting.players import player_names
from pokergui.formatting.words import ev_unit, street_name
from pokergui.links import StudyLink
from pokergui.pages.study.comparing.presenters.versus import BOTH_SIDES
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.scenes.board import board_picker
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.scenes.doubts import range_doubts
from pokergui.pages.study.reading.scenes.scene import study_scene
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject, read
from tests.naive.blueprints import random_blueprint
from tests.pokergui.pages.study.paged import listen
from tests.pokergui.pages.study.studied import RIVER, TURN
from tests.sync_runner import SyncRunner

DEEP, LEDUC = get_game("holdem-nolimit@100"), get_game("leduc")
HARDLY = "Hardly trained here, fewer than 100 visits: take it as a guess."


def test_the_river_of_a_turn_spot_is_all_that_can_be_chosen():
    place = Place.dealt(TURN.root)
    assert not place.missing and not place.open_cards and place.spots == (TURN.root,)
    (card,) = parse_cards("5d")
    assert place.toggle(card) == place.with_random_board() == place
    river = place.after(CALL).after(CALL)
    assert river.missing == river.open_cards == 1 and river.spots == ()
    assert river.toggle(TURN.board[0]) == river
    dealt = river.toggle(card)
    assert dealt.spots[0].board == (*TURN.root.board, card) and dealt.toggle(card).missing == 1
    boards = {river.with_random_board().slots for _ in range(4)}
    assert len(boards) > 1 and {slots[:4] for slots in boards} == {TURN.root.board}
    assert board_picker(Place.dealt(RIVER.root)) is None
    picker = board_picker(place)
    cards = [card for row in picker.rows for card in row]
    assert picker.random_text == "" and sum(card.chosen for card in cards) == 4
    assert not any(card.enabled for card in cards)


def test_players_streets_and_values_have_their_names():
    assert player_names(TURN.game) == ("Out of position", "In position")
    assert [street_name(TURN.game, street) for street in range(2)] == ["Turn", "River"]
    assert street_name(RIVER.game, 0) == "River"
    assert ev_unit(RIVER.game).caption == "EV, chips" and ev_unit(RIVER.game).chips == 1


def practised(home, place):
    """What is said after a person asked to practise at a place."""
    walk = StudyNavigator(SyncRunner(), StudyState(StudyChoice(place.game, "cfr", home), place))
    said = listen(link=walk.drill_requested, notice=walk.notice)
    walk.drill()
    ((name, what),) = said
    return name, what


def test_a_decision_is_handed_on_with_its_board_or_one_of_a_small_game(tmp_path):
    line, board = parse_line(DEEP, "r300c/c"), parse_shown(DEEP, "AhTd7c")
    said = practised(tmp_path, Place.at(DEEP, line, board))
    assert said == ("link", StudyLink(DEEP, line, board))
    line = parse_line(LEDUC, "cc/")
    name, link = practised(tmp_path, reduce(Place.after, line, Place.root(LEDUC)))
    assert name == "link" and link.actions == line and len(link.board) == 1


@pytest.mark.parametrize("line", ["r300c/", "f"], ids=["a board is missing", "the hand is over"])
def test_what_cannot_be_practised_is_said(tmp_path, line):
    place = reduce(Place.after, parse_line(DEEP, line), Place.root(DEEP))
    name, notice = practised(tmp_path, place)
    assert name == "notice" and "board" in notice.text


def test_a_view_is_kept_while_walking(leduc):
    walk = leduc.walk
    for intent, value in (
        *((walk.choose_view, "action"), (walk.choose_action, "r"), (walk.choose_heights, "full")),
    ):
        view = leduc.do(intent, value).view
    assert (view.kind, view.action, view.heights) == ("action", "r", "full")
    view = leduc.rows("r", "r").view  # no more raises: the first action stands in
    assert (view.kind, view.action, view.heights) == ("action", "f", "full")
    leduc.do(walk.choose_crumb, 0)
    scene = leduc.rows("c")
    assert (scene.view.kind, scene.view.action) == ("action", "r") and scene.grid.scale is not None
    view = leduc.do(walk.choose_side, "0").view  # who does not act here: no action to look at
    assert view.kind == "strategy" and "action" in dict(view.refused)
    assert leduc.do(walk.choose_side, "1").view.kind == "action"


def test_small_games_know_what_both_players_are_worth_on_one_scale(leduc):
    walk = leduc.walk
    assert leduc.do(walk.choose_view, "ev").view.refused == ()
    for side in "10":
        grid = leduc.do(walk.choose_side, side).grid
        assert grid.scale.caption == "EV, antes"
        assert all(cell.figure and cell.value is not None for cell in grid.cells)
    assert all(len(cell.values) == len(grid.actions) for cell in grid.cells)
    alone = grid.scale
    leduc.do(leduc.presenter.versus.choose_side, BOTH_SIDES)
    scale = leduc.grid.scale
    assert scale == leduc.beside.scale
    words = [cell.figure for shown in (leduc.grid, leduc.beside) for cell in shown.cells]
    *figures, low, high = (float(one.replace("−", "-")) for one in (*words, scale.low, scale.high))
    assert [low, high] == [min(figures), max(figures)]
    assert leduc.do(leduc.presenter.versus.choose_side, "0").grid.scale == alone


def test_a_range_that_was_hardly_trained_is_a_guess(tmp_path):
    made = random_blueprint("holdem-nolimit@20", "50,a/a")
    choice = StudyChoice.of("holdem-nolimit@20", 20, "cfr", tmp_path)
    for rare, size, words in (
        *((False, 0, ""), (True, 0, HARDLY), (True, 210, HARDLY + " Translated")),
    ):
        marks = np.full(len(made.rare), rare)
        reader = RangeReader(BlueprintAgent("cfr", replace(made, rare=marks)))
        place = Place.at(made.game, (raise_to(size),) if size else (), ())
        reading = read(Subject("cfr", reader), place, JobControl(), 60.0)
        note = study_scene(StudyState(choice, place), reading, "cfr").note
        assert note.startswith(words) and (words or "trained" not in note)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "line", "words"),
    [
        ("call", "cc/cc/", "Caller plays every hand the same way"),
        ("call", "r300c/cc/", "“Raise to 300” is not among the actions of Caller as Button"),
        ("cfr", "r333c/cc/", "Caller does not know all sizes: 333 is read as"),
    ],
)
def test_ranges_that_are_a_guess_say_why(tmp_path, engine, line, words):
    reader = RangeReader(build(engine, DEEP, tmp_path, JobControl()))
    spot = spot_of(DEEP, line, parse_cards("7d3cKh2s"))
    assert words in range_doubts(list(reader.steps(spot, JobControl())), "Caller")
