"""Each hand is reviewed once it is over, where the person wants that."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.registry import build
from ai.review import hands
from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY
from ai.review.hands import HandReviewer
from ai.review.traits import CALL, Traits
from ai.review.verdict import Verdict
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import parse_line
from engine.records.record import HandRecord
from engine.shown import parse_shown
from pokergui.links import StudyLink
from pokergui.pages.play.scenes.lookback import decision_detail, hand_decisions, look_back
from pokergui.viewmodel.grid import AllHandsScene

DEEP = get_game("holdem-nolimit@100")
KIND = Traits(3, 1, CALL, "large", "top_pair")


def hand() -> HandRecord:
    holes = tuple(tuple(parse_shown(DEEP, text)) for text in ("AsAh", "KdQd"))
    line = parse_line(DEEP, "r300c/cc/cc/r900c")
    board = parse_shown(DEEP, "7d3cKh2sQs")
    return HandRecord(DEEP, 1, ("0", "1"), holes, board, line, (-900, 900))


def verdict(place: int, quality: str, best: str = "c", loss: float = 0.0) -> Verdict:
    return Verdict(place, KIND, quality, best, "", True, loss, 10.0, 6000.0, -loss)


def test_the_costliest_mistake_is_told_with_what_is_better() -> None:
    verdicts = (verdict(0, BEST), verdict(7, BLUNDER, "f", 4820.0), verdict(3, BLUNDER, "c", 90.0))
    found = look_back(hand(), verdicts)
    assert found.text == "Blunder on the river: fold is better by 4.82 bb"
    assert found.quality == BLUNDER
    assert found.spot is not None and len(found.spot.board) == 5 and len(found.spot.actions) == 7


@pytest.mark.parametrize(
    ("verdicts", "text"),
    [
        ((verdict(0, BEST), verdict(7, BEST)), "All decisions best"),
        ((verdict(0, BEST), verdict(7, CORRECT)), "All best or correct"),
        ((verdict(0, BEST),), "Your decision was best"),
        ((verdict(0, CORRECT),), "Your decision was correct"),
        ((Verdict(0, KIND, unread="hardly trained"),), ""),
        ((), ""),
    ],
)
def test_without_a_mistake_it_says_so_or_nothing(verdicts: Any, text: str) -> None:
    found = look_back(hand(), verdicts)
    assert (found.text, found.spot) == (text, None)


def test_mistakes_before_the_flop_are_preflop() -> None:
    found = look_back(hand(), (verdict(0, BLUNDER, "f", 1000.0),))
    assert found.text == "Blunder preflop: fold is better by 1.00 bb"


def test_without_a_flop_the_round_is_named() -> None:
    game = get_game("leduc")
    record = HandRecord(game, 1, ("0", "1"), ((0,), (1,)), (), parse_line(game, "cr"), (1, -1))
    found = look_back(record, (verdict(1, BLUNDER, "c", 1000.0),))
    assert found.text == "Blunder in the first round: check is better by 1.00 antes"


def test_a_mistake_whose_ev_is_not_known_states_none() -> None:
    found = look_back(hand(), (verdict(7, INACCURACY, "f", math.nan),))
    assert found.text == "Inaccuracy on the river: the judge would fold"


def test_bets_are_in_the_unit_chosen() -> None:
    verdicts = (verdict(6, BLUNDER, "r1500", 4820.0),)
    assert "bet 1,200 is" in look_back(hand(), verdicts).text
    assert "bet 12 bb is" in look_back(hand(), verdicts, "bb").text


def full(place: int, quality: str, *options: tuple[str, float, float]) -> Verdict:
    numbers = 4820.0, 310.0, 6000.0, -4820.0, 0.05, -4820.0
    return Verdict(place, KIND, quality, "f", "", True, *numbers, options=options)


def test_each_decision_has_its_mark() -> None:
    unread = Verdict(5, KIND, unread="hardly trained")
    forced = replace(verdict(3, BEST), unforced=False)
    verdicts = (verdict(0, BEST), forced, unread, verdict(7, BLUNDER, "f", 4820.0))
    found = hand_decisions(hand(), verdicts, "7")
    assert [(one.key, one.street, one.quality, one.chosen) for one in found] == [
        ("0", "Preflop", BEST, False),
        ("5", "Turn", "", False),
        ("7", "River", BLUNDER, True),
    ]
    assert found[0].words == "Preflop, raise to 300: best"
    assert found[1].words == "Turn, check: not judged"
    assert hand_decisions(hand(), verdicts, "", "bb")[2].words == "River, call 6 bb: blunder"


def test_a_decision_in_detail() -> None:
    one = full(7, BLUNDER, ("f", 0.92, 0.0), ("c", 0.05, -4820.0), ("r3000", 0.03, math.nan))
    found = decision_detail(hand(), one)
    assert found.title == "Blunder on the river: fold is better by 4.82 bb"
    assert [(row.title, row.share, row.ev, row.taken) for row in found.rows] == [
        ("Fold", "92%", "0.00 bb", False),
        ("Call 600", "5.0%", "−4.82 bb", True),
        ("Raise to 2,700", "3.0%", "", False),
    ]
    assert found.notes[0] == "Pot 1,200, to call 600 for 33%."
    assert found.notes[1].startswith("Noise floor 0.31 bb") and found.can_study
    sound = decision_detail(hand(), replace(one, quality=BEST))
    assert sound.title == "Best on the river: call 600"
    unread = decision_detail(hand(), Verdict(5, KIND, unread="hardly trained"))
    assert unread.title == "Not judged on the turn: check" and unread.rows == ()
    assert unread.notes[1] == "The judge has hardly trained this spot."


def test_raises_that_do_not_matter_are_left_out() -> None:
    raises = (("r3000", 0.001, -9.0), ("r6000", 0.0, -10.0), ("r10000", 0.02, -20.0))
    one = full(7, BLUNDER, ("f", 0.979, 0.0), ("c", 0.0, -4820.0), *raises)
    shown = [row.title for row in decision_detail(hand(), one).rows]
    assert shown == ["Fold", "Call 600", "All-in 9,700"]
    best = decision_detail(hand(), replace(one, best="r3000")).rows
    assert "Raise to 2,700" in [row.title for row in best]


def test_an_action_that_is_not_on_the_judges_menu_is_listed() -> None:
    one = full(7, BLUNDER, ("f", 0.95, 0.0), ("r3000", 0.05, 100.0))
    assert [row.title for row in decision_detail(hand(), one).rows if row.taken] == ["Call 600"]


def reviewed(table: Any) -> list[Any]:
    scenes: list[Any] = []
    table.presenter.reviews.scene.connect(scenes.append)
    table.presenter.reviews.set_on(True)
    return scenes


def test_hands_are_reviewed_as_the_command_reviews_them(played: Any, tmp_path: Path) -> None:
    table = played("leduc", "cfr")
    scenes = reviewed(table)
    links: list[StudyLink] = []
    table.presenter.reviews.study_requested.connect(links.append)
    game = get_game("leduc")
    reviewer = HandReviewer(game, build("cfr", game), None)
    seen = 0
    for _ in range(12):
        table.finish_hand()
        table.settle()
        played_hand = table.presenter.hands.play
        record = HandRecord.of(played_hand.table.hand, 1, ("0", "1"))
        expected = look_back(record, reviewer.verdicts(record, played_hand.hero))
        if expected.text:
            seen += 1
            assert scenes[-1].review == expected.text and scenes[-1].quality == expected.quality
            assert scenes[-1].title == table.page.shown["last_hand"].title
            links.clear()
            table.presenter.reviews.study()
            assert [len(link.actions) for link in links] == (
                [] if expected.spot is None else [len(expected.spot.actions)]
            )
        table.presenter.next_hand()
        table.settle()
    assert seen > 3


def test_a_decision_is_chosen_shown_and_opened_in_study(played: Any) -> None:
    table = played("leduc", "cfr")
    scenes = reviewed(table)
    reviews = table.presenter.reviews
    links: list[StudyLink] = []
    reviews.study_requested.connect(links.append)
    table.finish_hand()
    table.settle()
    for one in scenes[-1].decisions:
        reviews.choose(one.key)
        shown = scenes[-1]
        assert shown.detail is not None and shown.key == ""
        assert [mark.key for mark in shown.decisions if mark.chosen] == [one.key]
        reviews.study()
        assert len(links[-1].actions) == int(one.key)
    reviews.choose(scenes[-1].decisions[-1].key)
    assert scenes[-1].detail is None and not any(one.chosen for one in scenes[-1].decisions)
    reviews.choose(scenes[-1].decisions[0].key)
    table.presenter.next_hand()
    table.settle()
    table.finish_hand()
    table.settle()
    assert scenes[-1].detail is None  # another hand


def test_all_hands_of_the_last_decision_are_shown(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played("leduc", "cfr")
    shown: list[bool] = []
    hands_seen: list[AllHandsScene] = []
    reviews = table.presenter.reviews
    reviews.hands_shown.connect(shown.append)
    reviews.hands.connect(hands_seen.append)
    reviews.show_hands()
    assert not shown  # there is no hand yet, and nothing is reviewed
    reviewed(table)
    table.finish_hand()
    table.settle()
    last = reviews._last
    assert last is not None and last.place >= 0
    reviews.show_hands()
    table.settle()
    assert shown == [True] and hands_seen[0].words == "Asking the judge…"
    grid = hands_seen[-1].grid
    assert grid.cells and grid.scale is not None and grid.marked >= 0
    earned = last.reviewer.earnings(last.record, last.place)
    hole = last.record.holes[last.seat]
    assert hole is not None
    own = earned[combo_index(hole, last.record.game.deck)]
    figure = grid.cells[grid.marked].figure.replace("−", "-")
    assert float(figure) == pytest.approx(own, abs=0.06) and hands_seen[-1].own
    reviews.hide_hands()
    assert shown == [True, False]

    def fails(*args: Any) -> Any:
        raise EngineError("it does not say")

    monkeypatch.setattr(HandReviewer, "earnings", fails)
    reviews.show_hands()
    table.settle()
    assert hands_seen[-1].words == "It does not say." and not hands_seen[-1].grid.cells


def test_a_review_stays_when_the_unit_changes_and_none_comes_unless_wanted(played: Any) -> None:
    table = played("leduc", "cfr")
    quiet: list[Any] = []
    table.presenter.reviews.scene.connect(quiet.append)
    table.finish_hand()
    table.settle()
    assert quiet == []
    table.presenter.reviews.set_on(True)
    table.presenter.next_hand()
    table.settle()
    table.finish_hand()
    table.settle()
    before = quiet[-1]
    table.presenter.show_in("bb")
    assert quiet[-1].review == before.review


def test_games_without_a_judge_are_not_reviewed(played: Any) -> None:
    table = played("holdem-nolimit", "call", 37)
    scenes = reviewed(table)
    table.finish_hand()
    table.settle()
    assert scenes == []


def test_a_judge_that_fails_is_silent(played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, *args: Any) -> None:
            raise EngineError("no")

    monkeypatch.setattr(hands, "HandReviewer", Broken)
    table = played("leduc", "cfr")
    scenes = reviewed(table)
    table.finish_hand()
    table.settle()
    assert scenes == []
