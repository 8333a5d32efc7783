import math
from dataclasses import replace

import pytest

from ai.registry import build
from ai.review import hands
from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY
from ai.review.hands import HandReviewer
from ai.review.traits import CALL, Traits
from ai.review.verdict import Verdict
from engine.card_display import parse_shown
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import parse_line
from engine.records.record import HandRecord
from pokergui.pages.play.scenes.lookback import decision_detail, hand_decisions, look_back
from tests.pokergui.heard import heard, refuse

LEDUC = get_game("leduc")
DEEP = get_game("holdem-nolimit@100")
NAN = math.nan
KIND = Traits(3, 1, CALL, "large", "top_pair")
HOLES = tuple(tuple(parse_shown(DEEP, text)) for text in ("AsAh", "KdQd"))
LINE, BOARD = parse_line(DEEP, "r300c/cc/cc/r900c"), parse_shown(DEEP, "7d3cKh2sQs")
HAND = HandRecord(DEEP, 1, ("0", "1"), HOLES, BOARD, LINE, (-900, 900))


def verdict(place, quality, best="c", loss=0.0, *options):
    return Verdict(
        place, KIND, quality, best, "", True, loss, 310.0, 6000.0, -loss, 0.05, options=options
    )


MIXED = (verdict(0, BEST), verdict(7, BLUNDER, "f", 4820.0), verdict(3, BLUNDER, "c", 90.0))
BET = (verdict(6, BLUNDER, "r1500", 4820.0),)
UNREAD = Verdict(5, KIND, unread="hardly trained")


@pytest.mark.parametrize(
    ("text", "place", "verdicts"),
    [
        ("Blunder on the river: fold is better by 4.82 bb", 7, MIXED),  # the costliest
        ("Blunder preflop: fold is better by 1.00 bb", 0, (verdict(0, BLUNDER, "f", 1000.0),)),
        ("Inaccuracy on the river: the judge would fold", 7, (verdict(7, INACCURACY, "f", NAN),)),
        ("Blunder on the river: bet 1,200 is better by 4.82 bb", 6, BET),
        ("All decisions best", None, (verdict(0, BEST), verdict(7, BEST))),
        ("All best or correct", None, (verdict(0, BEST), verdict(7, CORRECT))),
        ("Your decision was best", None, (verdict(0, BEST),)),
        ("Your decision was correct", None, (verdict(0, CORRECT),)),
        ("", None, (UNREAD,)),
        ("", None, ()),
    ],
)
def test_hand_is_summarised_in_a_sentence(text, place, verdicts):
    found = look_back(HAND, verdicts)
    assert found.text == text
    assert (None if found.spot is None else len(found.spot.actions)) == place
    assert text.startswith("Blunder") == (found.quality == BLUNDER)


def test_each_decision_is_marked_in_the_units_and_streets_of_the_game():
    assert "bet 12 bb is" in look_back(HAND, BET, "bb").text
    record = HandRecord(LEDUC, 1, ("0", "1"), ((0,), (1,)), (), parse_line(LEDUC, "cr"), (1, -1))
    found = look_back(record, (verdict(1, BLUNDER, "c", 1000.0),))
    assert found.text == "Blunder in the first round: check is better by 1.00 antes"
    forced = replace(verdict(3, BEST), unforced=False)
    verdicts = (verdict(0, BEST), forced, UNREAD, verdict(7, BLUNDER, "f", 4820.0))
    assert [(one.key, one.words, one.chosen) for one in hand_decisions(HAND, verdicts, "7")] == [
        ("0", "Preflop, raise to 300: best", False),
        ("5", "Turn, check: not judged", False),
        ("7", "River, call 600: blunder", True),
    ]


def test_decision_detail_lists_the_action_taken_and_the_alternatives():
    options = ("f", 0.92, 0.0), ("c", 0.05, -4820.0), ("r3000", 0.03, NAN)
    one = verdict(7, BLUNDER, "f", 4820.0, *options)
    found = decision_detail(HAND, one)
    assert found.title == "Blunder on the river: fold is better by 4.82 bb"
    assert [(row.title, row.share, row.ev, row.taken) for row in found.rows] == [
        ("Fold", "92%", "0.00 bb", False),
        ("Call 600", "5.0%", "−4.82 bb", True),
        ("Raise to 2,700", "3.0%", "", False),
    ]
    assert found.notes[0] == "Pot 1,200, to call 600, odds 33%."
    assert found.notes[1].startswith("Noise floor 0.31 bb") and found.can_study
    raises = (("r3000", 0.001, -9.0), ("r6000", 0.0, -10.0), ("r10000", 0.02, -20.0))
    one = verdict(7, BLUNDER, "f", 4820.0, ("f", 0.979, 0.0), ("c", 0.0, -4820.0), *raises)
    shown = [row.title for row in decision_detail(HAND, one).rows]
    assert shown == ["Fold", "Call 600", "All-in 9,700"]
    best = decision_detail(HAND, replace(one, best="r3000", quality=BEST))
    assert "Raise to 2,700" in [row.title for row in best.rows]
    assert best.title == "Best on the river: call 600"
    off = verdict(7, BLUNDER, "f", 4820.0, ("f", 0.95, 0.0), ("r3000", 0.05, 100.0))
    assert [row.title for row in decision_detail(HAND, off).rows if row.taken] == ["Call 600"]
    unread = decision_detail(HAND, UNREAD)
    assert unread.title == "Not judged on the turn: check" and unread.rows == ()
    assert unread.notes[1] == "The judge has hardly trained this spot."


class Reviewed:
    def __init__(self, table, *, on=True):
        self.table, self.reviews = table, table.presenter.reviews
        self.scenes, self.links = heard(self.reviews.scene), heard(self.reviews.study_requested)
        self.hands, self.shown = heard(self.reviews.hands), heard(self.reviews.hands_shown)
        self.reviews.set_on(on)

    def finish(self):
        self.table.finish_hand()
        self.table.settle()
        return self.scenes[-1] if self.scenes else None


@pytest.fixture
def reviewed(played):
    return Reviewed(played("leduc", "cfr"))


@pytest.mark.slow
def test_hands_are_reviewed_as_the_command_reviews_them(reviewed):
    one, seen, reviewer = reviewed, 0, HandReviewer(LEDUC, build("cfr", LEDUC), None)
    for _ in range(8):
        scene = one.finish()
        record = HandRecord.of(one.table.play.table.hand, 1, ("0", "1"))
        expected = look_back(record, reviewer.verdicts(record, one.table.play.hero))
        if expected.text:
            seen += 1
            assert scene is not None and scene.title == one.table.shown["last_hand"].title
            assert (scene.review, scene.quality) == (expected.text, expected.quality)
            one.links.clear()
            one.reviews.study()
            wanted = [] if expected.spot is None else [len(expected.spot.actions)]
            assert [len(link.actions) for link in one.links] == wanted
        one.table.next()
    assert seen > 2


@pytest.mark.slow
def test_a_decision_is_chosen_shown_and_opened_in_study(reviewed):
    one = reviewed
    one.finish()
    decisions = one.scenes[-1].decisions
    for mark in decisions:
        one.reviews.choose(mark.key)
        assert one.scenes[-1].detail is not None
        assert [each.key for each in one.scenes[-1].decisions if each.chosen] == [mark.key]
        one.reviews.study()
        assert len(one.links[-1].actions) == int(mark.key)
    one.reviews.choose(decisions[-1].key)
    assert one.scenes[-1].detail is None
    one.reviews.choose(decisions[0].key)
    one.table.next()
    one.finish()
    assert one.scenes[-1].detail is None  # another hand


@pytest.mark.slow
def test_all_hands_of_the_last_decision_are_shown(reviewed, monkeypatch):
    one = reviewed
    one.reviews.show_hands()
    assert not one.shown  # there is no hand yet
    one.finish()
    one.table.do(one.reviews.show_hands)
    assert one.shown == [True] and one.hands[0].words == "Asking the judge…"
    assert one.hands[-1].grid.cells and one.hands[-1].grid.marked >= 0 and one.hands[-1].own
    one.reviews.hide_hands()
    assert one.shown == [True, False]
    monkeypatch.setattr(HandReviewer, "earnings", refuse(EngineError("it does not say")))
    one.table.do(one.reviews.show_hands)
    assert one.hands[-1].words == "It does not say." and not one.hands[-1].grid.cells


@pytest.mark.slow
@pytest.mark.parametrize("why", ["not wanted", "no judge of the game", "a judge that fails"])
def test_hands_that_are_not_reviewed_show_nothing(played, monkeypatch, why):
    game = ("holdem-nolimit", "call") if why == "no judge of the game" else ("leduc", "cfr")
    if why == "a judge that fails":
        monkeypatch.setattr(hands, "HandReviewer", refuse(EngineError("no")))
    assert Reviewed(played(*game, depth=37), on=why != "not wanted").finish() is None
