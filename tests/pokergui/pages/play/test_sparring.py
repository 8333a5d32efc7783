import pytest

from ai.registry import find_engine
from ai.review.levels import Standing, standing
from ai.strength.figures import strength
from engine.game import get_game
from engine.jobs import JobControl
from engine.running_result import Interval
from pokergui.pages.play.presenters import opponents
from pokergui.pages.play.work.session import SessionResults
from pokergui.pages.play.work.sparring import SessionErrors, partner_scene
from pokergui.reviews.figures import figures_of
from pokergui.reviews.work import HandsReview
from pokergui.store import HandReader
from tests.pokergui.heard import heard, refuse

LEDUC = get_game("leduc")
FOUND = SessionErrors(Interval(100.0, 10.0), 6)


class Offered:
    def __init__(self, table):
        self.table, self.offer = table, table.presenter.partner
        self.shown, self.links = heard(self.offer.scene), heard(self.offer.chosen)

    def play(self, hands):
        for _ in range(hands):
            self.table.reach_decision()
            self.table.finish_hand()
            self.table.next()

    def leave(self):
        self.table.do(self.offer.show_page, False)


@pytest.fixture
def offered(played, monkeypatch):
    def made(least, game="leduc", engine="cfr", review=lambda *_: FOUND, **ways):
        monkeypatch.setattr(opponents, "LEAST_HANDS", least)
        monkeypatch.setattr(SessionResults, "interval", lambda *_: Interval(-2.0, 2.0))
        if review is not None:
            monkeypatch.setattr(opponents, "session_errors", review)
        return Offered(played(game, engine, **ways))

    return made


@pytest.mark.ci
@pytest.mark.slow
def test_sparring_is_offered_once_when_the_player_leaves(offered, tmp_path):
    """The same partner as a review of these hands finds, with the figures from the ladder."""
    one = offered(30, review=None)
    one.play(10)
    one.leave()
    assert one.shown == []  # too few hands
    one.play(30)
    one.leave()
    with HandReader(one.table.store.path) as reader:
        hands = reader.list().replayable().hands
    review = HandsReview("cfr", tmp_path, None, JobControl())
    error = figures_of(list(review.run(hands))).totals.error
    place = standing(LEDUC, "cfr", error)
    assert place is not None and place.partner.startswith("spar:")
    known = strength(find_engine(place.partner, tmp_path, LEDUC), LEDUC)
    assert f"−{-known.mbb:.1f} mA/hand" in one.shown[-1].note
    assert f"{error.mean:,.0f} ± {error.half_width:,.0f} mA per decision" in one.shown[-1].note
    one.offer.dismiss()
    one.offer.accept()
    assert one.links == []  # dismissed
    one.play(45)
    one.leave()
    assert one.shown[1:] == [None]


@pytest.mark.slow
def test_sparring_starts_a_match_against_the_partner(offered, monkeypatch):
    one = offered(2)
    table = one.table
    one.play(2)
    assert one.shown == []  # the interval includes 0
    monkeypatch.setattr(SessionResults, "interval", lambda *_: Interval(-2.0, 1.9))
    one.play(1)  # a result excluding 0 counts, too
    assert one.shown[-1] is not None and "spar" not in one.shown[-1].text
    table.do(one.offer.accept)
    partner = table.presenter.opponents.names[0]
    assert one.shown[-1] is None and partner.startswith("spar:")
    one.shown.clear()
    monkeypatch.setattr(opponents, "standing", lambda *_: Standing(("leaky",), partner))
    one.play(3)
    one.leave()
    assert one.shown == []


@pytest.mark.slow
def test_hands_of_other_sessions_and_training_hands_do_not_count(offered):
    asked = []
    one = offered(4, review=lambda *sitting: asked.append(sitting[1:4:2]) or FOUND)
    table = one.table
    one.play(3)
    table.choose("random")
    one.play(3)
    table.reach_decision()
    table.act("call")
    table.undo()
    table.finish_hand()
    one.leave()
    assert asked == []  # that one was training
    table.next()
    one.play(1)
    one.leave()
    assert asked == [("random", 4)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "engine", "depth"),
    [("holdem-nolimit", "call", 50), ("kuhn-3", "call", 100), ("leduc", "cfr", 100)],
    ids=["depth without a ladder", "game without a ladder", "review that fails"],
)
def test_sparring_needs_a_ladder_and_a_review(offered, game, engine, depth):
    one = offered(1, game, engine, depth=depth, review=refuse(ValueError("no")))
    one.play(2)
    one.leave()
    assert one.shown == []


@pytest.mark.parametrize(
    ("mean", "half", "partner", "words"),
    [
        (60.0, 4.0, "spar:5", ""),
        (60.0, 30.0, "spar:5", "so it is a guess"),  # across a few levels
        (1.0, 0.5, "cfr", ""),
        (60.0, float("inf"), None, None),
        (60.0, 52.0, "spar:5", None),
    ],
)
def test_sparring_is_not_offered_on_too_little_data(tmp_path, mean, half, partner, words):
    error = Interval(mean, half)
    place = standing(LEDUC, "cfr", error)
    assert (place.partner if place is not None else None) == partner
    scene = place and partner_scene(LEDUC, "cfr", place, SessionErrors(error, 62), tmp_path)
    assert (scene is None) == (words is None)
    if scene is not None:
        assert bool(words) == ("a guess" in scene.tip) and "62 hands" in scene.tip
        assert ("the reference" in scene.note) == (partner == "cfr")
