from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.blueprint.agent import BlueprintAgent
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.strength.trainings import Change, Training
from engine.card_display import parse_shown
from engine.cards import parse_cards
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line, spot_of
from engine.player import CALL, raise_to
from pokergui.formatting.words import percent
from pokergui.links import StudyLink
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.narrow import range_doubts
from pokergui.pages.study.reading.scenes.scene import board_picker, study_scene
from pokergui.pages.study.reading.scenes.state import NONE, RivalStrategy, StudyChoice, StudyState
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject, read
from tests.naive.blueprints import random_blueprint
from tests.pokergui.pages.study.paged import listen
from tests.pokergui.pages.study.studied import RIVER, TURN, Studied, link_of, plant
from tests.sync_runner import SyncRunner

DEEP, LEDUC = get_game("holdem-nolimit@100"), get_game("leduc")
HARDLY = "Hardly trained here, fewer than 100 visits: treat it as a guess."


def test_turn_spot_offers_only_its_river():
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


def practised(home, place):
    walk = StudyNavigator(SyncRunner(), StudyState(StudyChoice(place.game, "cfr", home), place))
    said = listen(link=walk.drill_requested, notice=walk.notice)
    walk.drill()
    ((name, what),) = said
    return name, what


def test_decision_link_carries_its_board_or_a_small_game_board(tmp_path):
    line, board = parse_line(DEEP, "r300c/c"), parse_shown(DEEP, "AhTd7c")
    said = practised(tmp_path, Place.at(DEEP, line, board))
    assert said == ("link", StudyLink(DEEP, line, board))
    line = parse_line(LEDUC, "cc/")
    name, link = practised(tmp_path, reduce(Place.after, line, Place.root(LEDUC)))
    assert name == "link" and link.actions == line and len(link.board) == 1


@pytest.mark.parametrize("line", ["r300c/", "f"], ids=["a board is missing", "the hand is over"])
def test_unsupported_drills_are_reported(tmp_path, line):
    place = reduce(Place.after, parse_line(DEEP, line), Place.root(DEEP))
    name, notice = practised(tmp_path, place)
    assert name == "notice" and "board" in notice.text


def test_undertrained_range_is_a_guess(tmp_path):
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
        assert note.startswith(words) and (words or "Hardly" not in note)


@pytest.mark.parametrize(
    ("earlier", "told"),
    [
        (None, "; no second training to compare with"),
        (Training(5000, {}), ""),
        (
            Training(5000, {"c": Change(0.0412, 0.021)}),
            "; an earlier training (5,000 deals) differs by 4.1 points here, and in the most"
            " frequent action of 2.1% of these hands",
        ),
    ],
)
def test_decision_before_the_flop_says_how_well_it_was_trained(
    tmp_path, monkeypatch, earlier, told
):
    monkeypatch.setattr("pokergui.ranges.worth.earlier_training", lambda info: earlier)
    made = random_blueprint("holdem-nolimit@20", "50,a/a")
    measured = {"lbr": 12.5, "ci95": 4.0}
    info = replace(made.info, algorithm="blueprint", iterations=43_062_652, measured=measured)
    made = replace(made, info=info)
    reader = RangeReader(BlueprintAgent("cfr", replace(made, rare=made.rare & False)))
    choice = StudyChoice.of("holdem-nolimit@20", 20, "cfr", tmp_path)
    spot = spot_of(made.game, "c", ())
    place = Place.at(made.game, spot.actions, ())
    reading = read(Subject("cfr", reader), place, JobControl(), 60.0)
    often = percent(reading.past[0].shares[1])
    assert study_scene(StudyState(choice, place), reading, "cfr").note == (
        f"Reached in {often} of hands; trained by 43,062,652 deals; 0% of these hands had fewer"
        f" than 100 visits; LBR wins 125 ± 40 mbb/hand from it as trained{told}."
    )


def test_ev_after_an_untrained_action_is_a_dash_with_its_reason(tmp_path):
    made = random_blueprint("holdem-nolimit@20", "50,a/a")
    agent = BlueprintAgent("cfr", replace(made, rare=made.rare & False))
    choice = StudyChoice.of("holdem-nolimit@20", 20, "cfr", tmp_path)

    def totals():
        place = Place.root(made.game)
        reading = read(Subject("cfr", RangeReader(agent)), place, JobControl(), 60.0)
        return study_scene(StudyState(choice, place), reading, "cfr").totals

    assert all(one.value.endswith("bb") and not one.why for one in totals())
    agent.untrained = lambda spot, answer, ranges: np.array([True, False, True, False])
    fold, call, small, jam = totals()
    assert fold.value.endswith("bb")  # it ends the betting
    assert call.value.endswith("bb") and jam.value.endswith("bb")
    assert (small.value, small.why) == (
        "–",
        "EV: not known, as training hardly visited what follows",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "line", "words"),
    [
        ("call", "cc/cc/", "Caller plays every hand the same way"),
        ("call", "r300c/cc/", "“Raise to 300” is not among the actions of Caller as Button"),
        ("cfr", "r333c/cc/", "Caller does not know all sizes: 333 is mapped to"),
    ],
)
def test_guessed_ranges_say_why(tmp_path, engine, line, words):
    reader = RangeReader(build(engine, DEEP, tmp_path, JobControl()))
    spot = spot_of(DEEP, line, parse_cards("7d3cKh2s"))
    assert words in range_doubts(list(reader.steps(spot, JobControl())), "Caller")


def state(**parts):
    return replace(StudyState(StudyChoice(LEDUC, "call", Path()), Place.root(LEDUC)), **parts)


def test_navigation_keeps_the_view_but_drops_unavailable_side_and_cells():
    before = state(side=0, pinned=2, hovered=1, both=True, measure="c")
    there = before.followed("c")
    assert there.place.actions == (CALL,) and (there.side, there.pinned) == (None, 2)
    assert (there.both, there.measure, there.visit) == (True, "c", before.visit)
    assert before.at(there.place, keep_side=True).side == 0
    other = before.followed("line:cc/")
    assert (other.pinned, other.hovered) == (NONE, NONE)


def test_key_can_pin_a_cell_and_leaves_the_sheet():
    sheet = state(sheet=True)
    there = sheet.followed("pin:1:")
    assert (there.pinned, there.sheet) == (1, False) and there.place is sheet.place
    there = sheet.followed("pin:7:line:cc/")
    assert there.pinned == 7 and len(there.place.actions) == 2
    assert sheet.followed("pin:7:c").pinned == NONE  # three cells, numbered from 0
    with pytest.raises(PokerError):
        sheet.followed("pin:1:r999")


def test_link_pins_its_cards_and_starts_a_new_visit():
    link, before = link_of("leduc", "rc/", "Kh", "Qs"), state()
    there = before.entered(Place.at(LEDUC, link.actions, link.board), link)
    assert there.pinned == there.marked == 3 and there.visit == before.visit + 1
    assert there.entered(Place.root(LEDUC)).marked == NONE


def test_new_comparison_replaces_the_previous_one():
    rival, before = RivalStrategy(("a", "b"), lambda: None, str), state(both=True, listed=True)
    assert before.against(rival, "both").both is False
    assert before.against(rival).both is True and before.against(rival).listed is False
    assert before.against(rival, "second").against(None).which == "first"


def test_view_changes_query_no_engine_and_equal_scenes_are_shown_once(tmp_path, monkeypatch):
    asked = []

    class Counting(CallAgent):
        def strategy(self, spot, control=None):
            asked.append(spot)
            return super().strategy(spot, control)

    plant(monkeypatch, Counting)
    studied = Studied(tmp_path, "holdem-limit", "call")
    walk, filters = studied.walk, studied.presenter.filter
    shown, reading = len(studied.scenes), walk.reading
    for intent, *values in (
        *((walk.look, "kind", "weight"), (walk.look, "heights", "full")),
        *((filters.choose_suit, 2), (filters.choose_action, "c")),
        *((walk.choose_side, "0"), (walk.choose_side, "1"), (walk.pin_cell, 3)),
        *((walk.hover_cell, 5), (studied.presenter.versus.choose_side, "both")),
        *((walk.look, "heights", "full"), (filters.choose_action, "c")),  # as it is
    ):
        studied.do(intent, *values)
    assert len(asked) == 1 and walk.reading is reading
    assert len(studied.scenes) - shown == 7  # hovering and pinning do not make a new picture
    totals = studied.scene.totals
    studied.do(walk.look, "heights", "reach")
    assert studied.scene.totals is totals  # not touched, not made again
    for keys in (("c",), ("at:0", "c")):
        studied.rows(*keys)
        assert len(asked) == 2  # one step costs one answer
