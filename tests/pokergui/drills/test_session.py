"""Sessions: the questions, their ratings, and a day's spots, which are the same for all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from ai.drill.deals import Dealt
from ai.drill.kinds import card_of
from ai.review.classes import MISTAKES
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.player import CALL, FOLD
from engine.shown import parse_shown
from pokergui.drills import judge as judging
from pokergui.drills import session
from pokergui.drills.figures import drill_figures
from pokergui.drills.judge import DrillJudge, Question, rating_of
from pokergui.drills.length import HAND, SpotPlay
from pokergui.drills.series import daily, roll
from pokergui.drills.session import answer_to, practice, schedule_of, series
from pokergui.store import Store
from pokergui.store.drills import keep_answers
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import play_into

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")
DAY = date(2026, 5, 1)


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DrillJudge]:
    home = tmp_path_factory.mktemp("home")
    with closing(DrillJudge("cfr", LEDUC, home, JobControl())) as made:
        yield made


def drawn(questions: Iterator[Question], count: int) -> list[Question]:
    return list(islice(questions, count))


def test_a_day_has_five_spots_that_follow_from_its_date(judge: DrillJudge) -> None:
    first = drawn(daily(judge, DAY), 9)
    assert len(first) == 5
    assert [one.dealt for one in first] == [one.dealt for one in daily(judge, DAY)]
    other = [one.dealt for one in daily(judge, DAY + timedelta(days=1))]
    assert other != [one.dealt for one in first]
    assert all(not one.trivial and one.source == "daily 2026-05-01" for one in first)


def test_due_cards_come_first_then_mistakes_then_play(judge: DrillJudge, tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 20, games=("leduc",))
        old = drill_answer(rating="again", time="2026-01-01T00:00:00.000Z")
        keep_answers(store, [old]).result()
    found = practice(path, tmp_path / "reviews.db", tmp_path, LEDUC, "cfr", JobControl())
    assert found.mistakes
    assert [one.lost_mbb for one in found.mistakes] == sorted(
        (one.lost_mbb for one in found.mistakes), reverse=True
    )
    now = datetime(2026, 5, 1, tzinfo=UTC)
    wanted = found.wanted(now)
    assert wanted[0].key == old.card
    assert [one.key for one in wanted[1:]] == [
        one.key for one in found.mistakes if one.key != old.card
    ]
    asked = drawn(
        series(judge, found, now, np.random.default_rng(1), JobControl()), len(wanted) + 3
    )
    assert [one.source for one in asked[-3:]] == ["play"] * 3
    keys = [one.key for one in wanted]
    assert [one.card for one in asked if one.source != "play"] == [
        key for key in keys if key in {one.card for one in asked}
    ]
    again = drawn(series(judge, found, now, np.random.default_rng(1), JobControl()), len(asked))
    assert [one.dealt for one in again] == [one.dealt for one in asked]
    for one in asked:
        assert one.card == card_of(one.dealt.spot, one.dealt.hole)


def test_a_rating_follows_the_class_and_easy_needs_a_close_decision(judge: DrillJudge) -> None:
    expected = {"blunder": "again", "wrong": "again", "inaccuracy": "hard", "correct": "good"}
    close = 0
    rng = np.random.default_rng(3)
    for one in drawn(judge.played("play", rng), 60):
        assert {name: rating_of(one, name) for name in expected} == expected
        assert rating_of(one, "best") == ("easy" if one.close else "good")
        close += one.close
    assert 5 < close < 60


def test_what_is_trivial_is_never_easy(judge: DrillJudge) -> None:
    spot, hole = spot_of(LEDUC, "cr"), parse_shown(LEDUC, "Kh")
    one = judge.ask(Dealt(spot, hole), "play")
    assert one is not None
    sure = replace(one, view=replace(one.view, row=np.array([0.0, 0.02, 0.98])))
    assert sure.trivial
    assert rating_of(sure, "best") == "good"


def test_answers_are_judged_as_reviews_judge(judge: DrillJudge) -> None:
    rng, answers = np.random.default_rng(4), []
    for one in drawn(judge.played("play", rng), 40):
        action = FOLD if one.dealt.spot.legal.fold else CALL
        reviewed = judge.review(one, action)
        answer = answer_to(one, action, reviewed, "cfr", roll(rng))
        assert answer is not None
        assert (answer.quality, answer.card) == (reviewed.quality, one.card)
        assert answer.counted_mbb == pytest.approx(reviewed.counted * 1000 / LEDUC.big_blind)
        answers.append(answer)
    figures = drill_figures(answers)
    assert figures.done == figures.rolled == sum(figures.classes.values()) == 40
    assert sum(figures.classes[name] for name in MISTAKES) > 0
    assert figures.lost_mbb == pytest.approx(sum(one.counted_mbb for one in answers))
    assert 0 < figures.followed < 40


def test_what_was_answered_is_read_without_a_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hands.db"
    assert schedule_of(path, LEDUC).cards == ()
    with closing(Store.open(path)) as store:
        play_into(store, 3, games=("leduc",))
        keep_answers(store, [drill_answer()]).result()
    monkeypatch.delattr(session, "HandsReview")
    (card,) = schedule_of(path, LEDUC).cards
    assert card.key == drill_answer().card


def test_a_spot_ends_where_the_judge_cannot_go_on(
    judge: DrillJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    (question,) = drawn(judge.played("play", np.random.default_rng(3)), 1)
    for error in (EngineError("the engine is gone"), CancelledError("stopped")):

        def fail(*args: object, wrong: PokerError = error) -> None:
            raise wrong

        monkeypatch.setattr(DrillJudge, "play_on", fail)
        played = SpotPlay(judge, HAND, question, 1, 1)
        if isinstance(error, CancelledError):
            with pytest.raises(CancelledError):
                played.after(question, CALL)
        else:
            assert played.after(question, CALL) is None


def test_a_judge_that_cannot_be_made_ready_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[DrillJudge] = []

    def fail(*args: object) -> None:
        raise CancelledError("stopped")

    monkeypatch.setattr(DrillJudge, "close", lambda judge: closed.append(judge))
    monkeypatch.setattr(judging, "Reviewer", fail)
    with pytest.raises(CancelledError):
        DrillJudge("cfr", LEDUC, tmp_path, JobControl())
    assert len(closed) == 1


def test_a_judge_that_never_mixes_has_nothing_to_ask(tmp_path: Path) -> None:
    with closing(DrillJudge("call", get_game("kuhn"), tmp_path, JobControl())) as ready:
        assert drawn(daily(ready, DAY), 5) == []
