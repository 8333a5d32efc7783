from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

import numpy as np
import pytest

from ai.drill.deals import DealtSpot
from ai.drill.kinds import card_of
from ai.review.classes import MISTAKES
from engine.card_display import parse_shown
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.player import CALL, FOLD
from pokergui.drills import judge as judging
from pokergui.drills.judge import DrillJudge, rating_of
from pokergui.drills.series import (
    HAND,
    SpotPlay,
    answer_to,
    drill_figures,
    practice,
    questions,
    roll,
    schedule_of,
)
from pokergui.store import Store
from pokergui.store.drills import keep_answers
from tests.pokergui.heard import refuse
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import play_into

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    with closing(DrillJudge("cfr", LEDUC, home, JobControl())) as made:
        yield made


def played(judge, seed, count):
    return list(islice(judge.played("play", np.random.default_rng(seed)), count))


def test_due_cards_come_first_then_mistakes_then_play(judge, tmp_path, monkeypatch):
    path, old = tmp_path / "hands.db", drill_answer(rating="again", time="2026-01-01T00:00:00.000Z")
    assert schedule_of(path, LEDUC).cards == ()
    with closing(Store.open(path)) as store:
        play_into(store, 20, games=("leduc",))
        keep_answers(store, [old]).result()
    found = practice(path, tmp_path / "reviews.db", tmp_path, LEDUC, "cfr", JobControl())
    lost = [one.lost_mbb for one in found.mistakes]
    assert lost and lost == sorted(lost, reverse=True)
    now = datetime(2026, 5, 1, tzinfo=UTC)
    keys = [one.key for one in found.wanted(now)]
    assert keys == [old.card, *(one.key for one in found.mistakes if one.key != old.card)]

    def asked():
        drawn = questions(judge, found.wanted(now), np.random.default_rng(1), JobControl())
        return list(islice(drawn, len(keys) + 3))

    first = asked()
    assert [one.source for one in first[-3:]] == ["play"] * 3
    cards = [one.card for one in first if one.source != "play"]
    assert cards == [key for key in keys if key in {one.card for one in first}]
    assert [one.dealt for one in asked()] == [one.dealt for one in first]
    assert all(one.card == card_of(one.dealt.spot, one.dealt.hole) for one in first)
    monkeypatch.delattr(
        "pokergui.reviews.work.HandsReview"
    )  # what was answered is read without a review
    assert [card.key for card in schedule_of(path, LEDUC).cards] == [old.card]


def test_rating_follows_the_quality_and_easy_needs_a_close_decision(judge):
    expected = {"blunder": "again", "wrong": "again", "inaccuracy": "hard", "correct": "good"}
    asked = played(judge, 3, 60)
    for one in asked:
        assert {name: rating_of(one, name) for name in expected} == expected
        assert rating_of(one, "best") == ("easy" if one.close else "good")
    assert 5 < sum(one.close for one in asked) < 60
    one = judge.ask(DealtSpot(spot_of(LEDUC, "cr"), parse_shown(LEDUC, "Kh")), "play")
    sure = replace(one, view=replace(one.view, row=np.array([0.0, 0.02, 0.98])))
    assert sure.trivial and rating_of(sure, "best") == "good"


def test_answers_are_judged_like_reviews(judge):
    rng, answers = np.random.default_rng(4), []
    for one in played(judge, 4, 40):
        action = FOLD if one.dealt.spot.legal.fold else CALL
        reviewed = judge.review(one, action)
        answer = answer_to(one, action, reviewed, roll(rng))
        assert (answer.quality, answer.card) == (reviewed.quality, one.card)
        assert answer.counted_mbb == pytest.approx(reviewed.counted * 1000 / LEDUC.big_blind)
        answers.append(answer)
    figures = drill_figures(answers)
    assert figures.done == figures.rolled == sum(figures.classes.values()) == 40
    assert sum(figures.classes[name] for name in MISTAKES) > 0
    assert figures.lost_mbb == pytest.approx(sum(one.counted_mbb for one in answers))
    assert 0 < figures.followed < 40


def test_spot_ends_where_the_judge_has_no_answer(judge, monkeypatch):
    (question,) = played(judge, 3, 1)
    spot = SpotPlay(judge, HAND, question, 1, 1)
    monkeypatch.setattr(DrillJudge, "play_on", refuse(EngineError("the engine is gone")))
    assert spot.after(question, CALL) is None
    monkeypatch.setattr(DrillJudge, "play_on", refuse(CancelledError("stopped")))
    with pytest.raises(CancelledError):
        spot.after(question, CALL)


def test_judge_that_fails_to_start_is_closed(tmp_path, monkeypatch):
    closed = []
    monkeypatch.setattr(DrillJudge, "close", lambda judge: closed.append(judge))
    monkeypatch.setattr(judging, "Reviewer", refuse(CancelledError("stopped")))
    with pytest.raises(CancelledError):
        DrillJudge("cfr", LEDUC, tmp_path, JobControl())
    assert len(closed) == 1
