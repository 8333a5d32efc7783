"""Stored hands reviewed: their players, judges, and kept reviews."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ai.registry import build
from ai.review.classes import STANDARD, Thresholds
from ai.review.hands import HandReviewer
from ai.review.verdict import Verdict
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import play
from engine.player import PublicState
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.background.engines import trust
from pokergui.reviews import bench, work
from pokergui.reviews.work import (
    NO_CARDS,
    NO_PLAYER,
    NOT_JUDGED,
    NOT_PLAYED,
    HandsReview,
    ReviewedHand,
)
from pokergui.store import HandFilter, HandReader, Store, StoredHand
from pokergui.store.derived.reviews import ReviewCache
from pokergui.store.imports import import_hands
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.store.random_hands import play_hand

pytestmark = pytest.mark.slow
GAMES = ("kuhn", "leduc", "kuhn", "kuhn-3")
RIVALS = ("cfr", "call", "gone", "random")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A person's hands against several rivals, one of them gone, and a match."""
    path = tmp_path_factory.mktemp("reviews") / "hands.db"
    rng, deck = random.Random(3), rng_state(3)
    with closing(Store.open(path)) as store:
        for number in range(48):
            game = get_game(GAMES[number % 4])
            hero = number % game.num_players
            engines = [RIVALS[number // 4 % 4]] * game.num_players
            engines[hero] = ""
            deal = store.begin_hand(game, shuffled_deck(game, deck))
            record = play_hand(game, deal, rng)
            mode = "training" if number >= 44 else "play"
            store.finish_hand(deal, record, engines=engines, hero=hero, mode=mode).result()
        kuhn, names = get_game("kuhn"), ("cfr", "random")
        options = {"seed": 5, "duplicate": True, "hands": 40, "mode": "match"}
        ticket = store.begin_match(kuhn, engines=names, players=names, **options)
        keep = lambda chunk: store.append_block(ticket, chunk)  # noqa: E731
        play(kuhn, [build(name, kuhn) for name in names], 20, 5, True, None, None, keep)
        store.finish_match(ticket).result()
    return path


def hands_of(path: Path, **wanted: object) -> tuple[StoredHand, ...]:
    with HandReader(path) as reader:
        return reader.list(HandFilter(**wanted)).hands


class Asked:
    """Counts the hands that a judge is asked about."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.hands = 0
        review = HandReviewer.review

        def counted(*args: object, **more: object) -> object:
            self.hands += 1
            return review(*args, **more)

        patch.setattr(HandReviewer, "review", counted)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


Run = Callable[..., list[ReviewedHand]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def done(
        hands: tuple[StoredHand, ...],
        judge: str = "cfr",
        engine: str = "",
        control: JobControl | None = None,
        limits: Thresholds = STANDARD,
        file: str = "reviews.db",
    ) -> list[ReviewedHand]:
        cache, control = ReviewCache(tmp_path / file), control or JobControl()
        review, found = HandsReview(judge, tmp_path, cache, control, limits), []
        try:
            found += review.run(hands, engine)
        finally:
            review.close()
        return found

    return done


def test_hands_of_several_games_and_rivals_and_nothing_is_asked_twice(
    path: Path, run: Run, asked: Asked
) -> None:
    hands = hands_of(path)
    found = run(hands)
    assert [one.number for one in found] == [hand.number for hand in hands]
    assert asked.hands == len(hands) == 48
    for one, hand in zip(found, hands, strict=True):
        assert one.review is not None and one.record is not None and not one.reason
        assert one.seat == hand.hero
        assert len(one.review.verdicts) == _decisions(hand, hand.hero)
        assert (one.review.parts is None) == (len(hand.players) > 2)
        rival = hand.engines[1 - hand.hero] if len(hand.players) == 2 else ""
        assert one.review.knows_rival == (rival in ("cfr", "call", "random"))
        if one.review.parts is not None:
            assert one.review.parts.result == pytest.approx(hand.payoffs[hand.hero], abs=1e-9)
    again = run(hands)
    assert asked.hands == 48
    assert repr(again) == repr(found)


def _decisions(hand: StoredHand, seat: int) -> int:
    """Return how many actions of a hand are a player's."""
    spots = [
        PublicState(hand.game, hand.record.actions[:count], ())
        for count in range(len(hand.record.actions))
    ]
    return sum(spot.to_act == seat for spot in spots)


def test_other_limits_class_anew_without_asking_the_judge(
    path: Path, run: Run, asked: Asked, tmp_path: Path
) -> None:
    hands = hands_of(path)
    usual = run(hands)
    limits = Thresholds.of_percents((30.0, 5.0, 10.0, 0.5))
    kept = run(hands, limits=limits)
    assert asked.hands == len(hands)
    fresh = run(hands, limits=limits, file="other.db")
    assert asked.hands == 2 * len(hands) and repr(fresh) == repr(kept)
    qualities = [[one.quality for one in _verdicts(found)] for found in (usual, kept)]
    assert qualities[0] != qualities[1]
    assert repr(run(hands)) == repr(usual)  # kept reviews do not depend on limits
    # A hand in detail agrees with its short form.
    review = HandsReview("cfr", tmp_path, None, JobControl(), limits)
    for hand, one in zip(hands[:8], kept, strict=False):
        assert one.review is not None
        details = review.decisions(hand)
        assert [each.quality for each in details] == [each.quality for each in one.review.verdicts]
        for each, short in zip(details, one.review.verdicts, strict=True):
            assert each.unread == short.unread
            assert short.unread or repr(each.loss_mbb) == repr(short.loss_mbb)
    review.close()


def _verdicts(found: list[ReviewedHand]) -> list[Verdict]:
    return [one for hand in found if hand.review is not None for one in hand.review.verdicts]


def test_reviews_are_renewed_when_the_judge_or_a_rival_changes(
    path: Path, run: Run, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = hands_of(path, game="kuhn")
    run(hands, "call")
    run(hands)
    run(hands)
    assert asked.hands == 2 * len(hands)  # each judge once
    asked.hands = len(hands)
    identity = bench.judge_identity
    monkeypatch.setattr(bench, "judge_identity", lambda *args: identity(*args)[::-1])
    run(hands)
    assert asked.hands == 2 * len(hands)
    rival = bench.rival_identity
    changed = lambda name, *args: rival(name, *args)[:: -1 if name == "call" else 1]  # noqa: E731
    monkeypatch.setattr(bench, "rival_identity", changed)
    run(hands)
    against = sum("call" in hand.engines for hand in hands)
    assert 0 < against < len(hands)
    assert asked.hands == 2 * len(hands) + against


def test_a_file_that_is_written_anew_is_another_judge_and_rival(tmp_path: Path) -> None:
    game, file = get_game("kuhn"), tmp_path / "own.safetensors"
    names = [f"file:{file}", "trained:own"]
    before = [bench.rival_identity(name, game, tmp_path) for name in names]
    file.write_bytes(b"one")
    there = bench.rival_identity(names[0], game, tmp_path)
    os.utime(file, (1, 1))
    assert len({before[0], there, bench.rival_identity(names[0], game, tmp_path)}) == 3
    assert before[1] == bench.rival_identity(names[1], game, tmp_path) != before[0]


def test_judges_differ_by_options_game_and_table() -> None:
    kuhn, leduc = get_game("kuhn"), get_game("leduc")
    agents = {game: build("cfr", game) for game in (kuhn, leduc)}
    made = [
        bench.judge_identity("cfr", agents[kuhn], kuhn, None),
        bench.judge_identity("cfr", agents[leduc], leduc, None),
        bench.judge_identity("other", agents[kuhn], kuhn, None),
        bench.judge_identity("cfr", build("call", kuhn), kuhn, None),
    ]
    assert len(set(made)) == 4 and {len(one) for one in made} == {16}
    assert made[0] == bench.judge_identity("cfr", build("cfr", kuhn), kuhn, None)


def test_hands_that_cannot_be_reviewed_say_why(path: Path, run: Run, tmp_path: Path) -> None:
    (hand, *_) = hands_of(path, game="kuhn", modes=("play",))
    hidden = tuple(None if seat == hand.hero else hole for seat, hole in enumerate(hand.holes))
    others = tuple(hole if seat == hand.hero else None for seat, hole in enumerate(hand.holes))
    wide = replace(hand, definition="")
    chosen = (replace(hand, hero=-1), replace(hand, holes=hidden), wide, hand)
    found = run((*chosen, replace(hand, holes=others, salt="0" * 64)))
    assert [one.reason for one in found] == [NO_PLAYER, NO_CARDS, NOT_PLAYED, "", ""]
    assert [one.review is None for one in found] == [True, True, True, False, False]
    assert found[-1].review is not None and found[-1].review.parts is None
    review = HandsReview("cfr", tmp_path, None, JobControl())
    with pytest.raises(PokerError, match="cannot be reviewed: cards not known"):
        review.decisions(chosen[1])
    assert len(review.decisions(hand)) == len(found[3].review.verdicts)  # type: ignore[union-attr]


def test_an_engines_decisions(path: Path, run: Run) -> None:
    found = run(hands_of(path, game="kuhn"), "cfr", "call")
    reasons = Counter(one.reason for one in found)
    assert reasons[NO_PLAYER] == sum(
        "call" not in hand.engines for hand in hands_of(path, game="kuhn")
    )
    assert reasons[""] > 0
    assert {one.reason for one in run(hands_of(path, game="kuhn"), "cfr", "x")} == {NO_PLAYER}


def test_a_stop_keeps_what_is_done(path: Path, run: Run, asked: Asked, tmp_path: Path) -> None:
    hands = hands_of(path, game="kuhn")
    control = JobControl()
    cache = ReviewCache(tmp_path / "reviews.db")
    review, done = HandsReview("cfr", tmp_path, cache, control), 0
    with pytest.raises(CancelledError):
        for _ in review.run(hands):
            done += 1
            if done == 5:
                control.cancel()
    assert (done, asked.hands) == (5, 5)
    run(hands)
    assert asked.hands == len(hands)
    for _ in HandsReview("call", tmp_path, cache, JobControl()).run(hands):
        break  # a reader who stops here
    run(hands, "call")
    assert asked.hands == 2 * len(hands)


@pytest.mark.ci
def test_many_hands_are_reviewed_by_several_processes_to_the_same(
    path: Path, tmp_path: Path, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reviewed(cache: ReviewCache | None) -> tuple[list[ReviewedHand], list[ReviewedHand]]:
        review = HandsReview("cfr", tmp_path, cache, JobControl())
        with closing(review), HandReader(path) as reader:
            return [*review.run(hands_of(path))], [*review.run_match(reader, 1, "random")]

    monkeypatch.setattr(Game, "has_holdem_cards", True)
    here = reviewed(None)
    before = asked.hands
    monkeypatch.setattr(work, "SHARED", 3)
    cache = ReviewCache(tmp_path / "reviews.db")
    assert repr(reviewed(cache)) == repr(here)
    assert asked.hands == before  # none of them here
    monkeypatch.setattr(work, "answered_elsewhere", None)  # and known answers are not asked again
    review = HandsReview("cfr", tmp_path, cache, JobControl())
    assert [*review.run(hands_of(path))] == here[0]


def test_hands_of_games_that_the_judge_does_not_play_are_left_out(path: Path, run: Run) -> None:
    found = run(hands_of(path), "nfsp")
    assert {one.reason for one in found} == {"", NOT_JUDGED}
    assert sum(one.reason == NOT_JUDGED for one in found) == 12  # Kuhn poker of three
    with pytest.raises(EngineError, match="does not play"):
        run(hands_of(path, game="kuhn-3"), "nfsp")


def test_a_judge_is_made_once_and_only_a_few_are_kept(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    class Counted(bench.Bench):
        def __init__(self, *args: object) -> None:
            made.append(self)
            super().__init__(*args)

        def close(self) -> None:
            made.remove(self)

    monkeypatch.setattr(work, "Bench", Counted)
    monkeypatch.setattr(work, "MOST_GAMES", 2)
    (hand, *_) = hands_of(path, game="kuhn")
    deep = [replace(hand.game, stacks=(chips, chips)) for chips in (9, 8, 7)]
    chosen = tuple(replace(hand, definition=game.to_acpc()) for game in deep)
    review = HandsReview("random", path.parent, None, JobControl())
    for count, _ in enumerate(review.run((*chosen, *chosen))):
        assert len(made) == min(count + 1, 2)
    review.close()
    assert not made


def test_without_a_file_for_reviews_hands_are_reviewed(path: Path, asked: Asked) -> None:
    hands = hands_of(path, game="kuhn")
    folder = path.parent / "no-file"
    folder.mkdir()
    for cache in (None, ReviewCache(folder)):  # a folder takes none
        review = HandsReview("cfr", path.parent, cache, JobControl())
        assert all(one.review is not None for one in review.run(hands))
    assert asked.hands == 2 * len(hands)


CALLER = """
import numpy as np
from engine.player import CALL, Strategy


class Caller:
    def strategy(self, spot, control=None):
        return Strategy((CALL,), np.ones((len(spot.game.deck), 1)))
"""


@pytest.mark.ci
def test_a_program_of_others_is_asked_each_time(
    path: Path, run: Run, asked: Asked, tmp_path: Path
) -> None:
    file = tmp_path / "caller.py"
    mark = tmp_path / "started"
    file.write_text(f"{CALLER}\nopen({str(mark)!r}, 'a').write('x')\n")
    hands = hands_of(path, game="kuhn", opponent="cfr")[:2]
    for _ in range(2):
        assert all(one.review is not None for one in run(hands, f"python:{file}"))
    assert asked.hands == 4
    played = tuple(
        replace(hand, engines=tuple(name and f"python:{file}" for name in hand.engines))
        for hand in hands
    )
    started = mark.read_text()
    assert all(one.review is not None for one in run(played))
    assert mark.read_text() == started  # a rival that a hand names is not started
    trust(f"python:{file}")
    for _ in range(2):
        assert all(one.review is not None for one in run(played))
    assert asked.hands == 10 and mark.read_text() != started


def test_a_match_of_two_is_reviewed(path: Path, tmp_path: Path) -> None:
    review = HandsReview("cfr", tmp_path, ReviewCache(tmp_path / "reviews.db"), JobControl())
    with HandReader(path) as reader:
        first = list(review.run_match(reader, 1))
        assert len(first) == 40
        other = list(review.run_match(reader, 1, "random"))
        assert all(one.seat == 1 - two.seat for one, two in zip(first, other, strict=True))
        for one in (*first, *other):
            assert (
                one.review is not None and one.review.parts is not None and one.record is not None
            )
            assert one.review.knows_rival
            assert one.review.parts.result == pytest.approx(one.record.payoffs[one.seat], abs=1e-9)
        with pytest.raises(PokerError, match="nobody is called 'x'"):
            next(review.run_match(reader, 1, "x"))
        with pytest.raises(PokerError, match="no sound match 2"):
            next(review.run_match(reader, 2))
        with pytest.raises(EngineError, match="no engine 'nobody'"):
            next(HandsReview("nobody", tmp_path, None, JobControl()).run_match(reader, 1))
    assert not (tmp_path / "reviews.db").exists()


def test_imported_hands_of_any_stakes_and_stacks(run: Run, tmp_path: Path) -> None:
    rng, count = random.Random(4), 0
    texts = []
    for shape in SHAPES:
        for seats in {shape.players[0], min(shape.players[1], 7)}:
            count += 1
            texts.append(site_hand(rng, shape, count, seats).text)
    file = tmp_path / "site.txt"
    file.write_text("".join(texts), "utf-8")
    with closing(Store.open(tmp_path / "hands.db")) as store:
        import_hands(store, [file], hero=HERO)
    hands = hands_of(tmp_path / "hands.db")
    assert len(hands) == count
    found = run(hands, "equity")
    assert {one.reason for one in found} >= {"", NOT_PLAYED}
    for one, hand in zip(found, hands, strict=True):
        assert one.seat == (hand.hero if one.reason != NOT_PLAYED else -1)
        assert (one.reason == NO_CARDS) == (not hand.is_wide and hand.holes[hand.hero] is None)
    assert repr(run(hands, "equity")) == repr(found)
