import os
import random
from collections import Counter
from contextlib import closing
from dataclasses import replace

import pytest

from ai.multiway.agent import MultiwayAgent
from ai.registry import build
from ai.review.classes import STANDARD, Thresholds
from ai.review.hands import HandReviewer
from ai.review.judges import PRIZES
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.player import FOLD, PublicState
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.background.engines import trust
from pokergui.reviews import judge_pool, work
from pokergui.reviews.judge_pool import JudgePool
from pokergui.reviews.work import (
    NO_CARDS,
    NO_PLAYER,
    NO_PRIZES,
    NOT_JUDGED,
    NOT_PLAYED,
    HandsReview,
)
from pokergui.store import HandReader, HandSelection, Store
from pokergui.store.imports import import_hands
from pokergui.store.reviews import ReviewCache
from tests.naive.blueprints import random_multiway_blueprint
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.makers import caller_file
from tests.pokergui.store.players import keep_match
from tests.pokergui.store.random_hands import play_hand, play_into
from tests.pokergui.store.sit_and_gos import keep_sit_and_go

pytestmark = pytest.mark.slow
RIVALS = ("cfr", "call", "gone", "random")
KUHN = get_game("kuhn")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("reviews") / "hands.db"
    rng, deck = random.Random(3), rng_state(3)
    with closing(Store.open(path)) as store:
        for number in range(48):
            game = get_game(("kuhn", "leduc", "kuhn", "kuhn-3")[number % 4])
            hero = number % game.num_players
            engines = [RIVALS[number // 4 % 4]] * game.num_players
            engines[hero] = ""
            deal = store.begin_hand(game, shuffled_deck(game, deck))
            record = play_hand(game, deal, rng)
            mode = "training" if number >= 44 else "play"
            store.finish_hand(deal, record, engines=engines, hero=hero, mode=mode).result()
        keep_match(store, KUHN, ("cfr", "random"), 40)
    return path


def hands_of(path, **wanted):
    with HandReader(path) as reader:
        return reader.list(HandSelection(**wanted)).hands


@pytest.fixture
def kuhn(path):
    return hands_of(path, game="kuhn")


class Asked:
    def __init__(self, patch):
        self.hands = 0
        review = HandReviewer.review

        def counted(*args, **more):
            self.hands += 1
            return review(*args, **more)

        patch.setattr(HandReviewer, "review", counted)


@pytest.fixture
def asked(monkeypatch):
    return Asked(monkeypatch)


@pytest.fixture
def run(tmp_path):
    def done(hands, judge="cfr", engine="", limits=STANDARD, file="reviews.db"):
        review = HandsReview(judge, tmp_path, ReviewCache(tmp_path / file), JobControl(), limits)
        with closing(review):
            return list(review.run(hands, engine))

    return done


def decisions_of(hand, seat):
    actions = hand.record.actions
    spots = [PublicState(hand.game, actions[:count], ()) for count in range(len(actions))]
    return sum(spot.to_act == seat for spot in spots)


def test_hands_of_sit_and_gos_are_judged_in_percent_of_the_prizes(tmp_path, run):
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        keep_sit_and_go(store, (("AsAh", FOLD), ("7s2h", FOLD)))
        play_into(store, 1, games=("kuhn",))
    hands = hands_of(path)
    first, second, other = found = run(hands, judge=PRIZES)
    assert (other.reason, other.review) == (NO_PRIZES, None)
    assert {one.judge for one in (first, second)} == {"jam-fold:payouts=65/35"}
    (folds,) = first.review.verdicts
    # Of 100 in prizes 30 are still played for, with 2,000 chips: 1.5% for each big blind.
    assert first.worth == pytest.approx(100 * 30 / 2_000)
    (alone,) = HandsReview(PRIZES, tmp_path, None, JobControl()).decisions(hands[0])
    assert folds.loss_mbb == pytest.approx(1000 * alone.loss / 100 * first.worth)
    assert folds.quality == "blunder" and second.review.verdicts[0].quality == "best"
    assert repr(run(hands, judge=PRIZES)) == repr(found)  # as kept


@pytest.mark.ci
def test_hands_of_several_games_and_rivals_are_queried_once(path, run, asked):
    hands = hands_of(path)
    found = run(hands)
    assert [one.number for one in found] == [hand.number for hand in hands]
    assert asked.hands == len(hands) == 48
    for one, hand in zip(found, hands, strict=True):
        assert one.review is not None and one.record is not None and not one.reason
        assert one.seat == hand.hero
        assert len(one.review.verdicts) == decisions_of(hand, hand.hero)
        assert (one.review.parts is None) == (len(hand.players) > 2)
        rival = hand.engines[1 - hand.hero] if len(hand.players) == 2 else ""
        assert one.review.knows_rival == (rival in ("cfr", "call", "random"))
        if one.review.parts is not None:
            assert one.review.parts.result == pytest.approx(hand.payoffs[hand.hero], abs=1e-9)
    again = run(hands)
    assert asked.hands == 48
    assert repr(again) == repr(found)


@pytest.mark.ci
def test_new_limits_reclassify_without_querying_the_judge(path, run, asked, tmp_path):
    def qualities(found):
        return [[one.quality for one in hand.review.verdicts] for hand in found if hand.review]

    hands = hands_of(path)[:24]
    usual, limits = run(hands), Thresholds.of_percents((30.0, 5.0, 10.0, 0.5))
    kept = run(hands, limits=limits)
    assert asked.hands == len(hands)
    fresh = run(hands, limits=limits, file="other.db")
    assert asked.hands == 2 * len(hands) and repr(fresh) == repr(kept)
    assert qualities(usual) != qualities(kept)
    assert repr(run(hands)) == repr(usual)  # cached reviews do not depend on limits
    with closing(HandsReview("cfr", tmp_path, None, JobControl(), limits)) as review:
        for hand, one in zip(hands[:8], kept, strict=False):
            for each, short in zip(review.decisions(hand), one.review.verdicts, strict=True):
                assert (each.quality, each.unread) == (short.quality, short.unread)
                assert short.unread or repr(each.loss_mbb) == repr(short.loss_mbb)


def test_reviews_are_renewed_when_the_judge_or_a_rival_changes(kuhn, run, asked, monkeypatch):
    for judge in ("call", "cfr", "cfr"):
        run(kuhn, judge)
    assert asked.hands == 2 * len(kuhn)  # each judge once
    asked.hands = len(kuhn)
    identity = judge_pool.judge_identity
    monkeypatch.setattr(judge_pool, "judge_identity", lambda *args: identity(*args)[::-1])
    run(kuhn)
    assert asked.hands == 2 * len(kuhn)
    rival = judge_pool.rival_identity
    changed = lambda name, *args: rival(name, *args)[:: -1 if name == "call" else 1]  # noqa: E731
    monkeypatch.setattr(judge_pool, "rival_identity", changed)
    run(kuhn)
    against = sum("call" in hand.engines for hand in kuhn)
    assert 0 < against < len(kuhn)
    assert asked.hands == 2 * len(kuhn) + against


def test_judges_and_rivals_differ_by_options_game_table_and_file(tmp_path):
    leduc, file = get_game("leduc"), tmp_path / "own.safetensors"
    agents = {game: build("cfr", game) for game in (KUHN, leduc)}
    made = [
        judge_pool.judge_identity("cfr", agents[KUHN], KUHN, None),
        judge_pool.judge_identity("cfr", agents[leduc], leduc, None),
        judge_pool.judge_identity("other", agents[KUHN], KUHN, None),
        judge_pool.judge_identity("cfr", build("call", KUHN), KUHN, None),
    ]
    assert len(set(made)) == 4 and {len(one) for one in made} == {16}
    assert made[0] == judge_pool.judge_identity("cfr", build("cfr", KUHN), KUHN, None)

    six = get_game("holdem-nolimit-6@100")
    blueprint = random_multiway_blueprint(six.name)
    longer = replace(blueprint, info=replace(blueprint.info, iterations=2))
    made = [
        judge_pool.judge_identity("cfr", MultiwayAgent("cfr", one), six, None)
        for one in (blueprint, blueprint, longer)
    ]
    assert made[0] == made[1] != made[2]

    def rivals():
        names = (f"file:{file}", "trained:own")
        return [judge_pool.rival_identity(name, KUHN, tmp_path) for name in names]

    seen = [rivals()]
    file.write_bytes(b"one")
    seen.append(rivals())
    os.utime(file, (1, 1))
    seen.append(rivals())
    assert len({one for one, _ in seen}) == 3 and len({other for _, other in seen}) == 1
    assert seen[0][0] != seen[0][1]


def test_hands_that_cannot_be_reviewed_say_why(path, run, tmp_path):
    (hand, *_) = hands_of(path, game="kuhn", modes=("play",))
    hidden = tuple(None if seat == hand.hero else hole for seat, hole in enumerate(hand.holes))
    others = tuple(hole if seat == hand.hero else None for seat, hole in enumerate(hand.holes))
    wide = replace(hand, definition="")
    chosen = (replace(hand, hero=-1), replace(hand, holes=hidden), wide, hand)
    found = run((*chosen, replace(hand, holes=others, salt="0" * 64)))
    assert [one.reason for one in found] == [NO_PLAYER, NO_CARDS, NOT_PLAYED, "", ""]
    assert [one.review is None for one in found] == [True, True, True, False, False]
    assert found[-1].review.parts is None
    review = HandsReview("cfr", tmp_path, None, JobControl())
    with pytest.raises(PokerError, match="cannot be reviewed: cards not known"):
        review.decisions(chosen[1])
    assert len(review.decisions(hand)) == len(found[3].review.verdicts)


@pytest.mark.ci
def test_engine_decisions_and_unjudged_games(path, kuhn, run):
    reasons = Counter(one.reason for one in run(kuhn, "cfr", "call"))
    assert reasons[NO_PLAYER] == sum("call" not in hand.engines for hand in kuhn)
    assert reasons[""] > 0
    assert {one.reason for one in run(kuhn, "cfr", "x")} == {NO_PLAYER}
    reasons = Counter(one.reason for one in run(hands_of(path), "nfsp"))
    assert set(reasons) == {"", NOT_JUDGED} and reasons[NOT_JUDGED] == 12  # three-player Kuhn poker
    with pytest.raises(EngineError, match="does not play"):
        run(hands_of(path, game="kuhn-3"), "nfsp")


def test_cancellation_keeps_finished_reviews(kuhn, run, asked, tmp_path):
    control, cache, done = JobControl(), ReviewCache(tmp_path / "reviews.db"), 0
    with pytest.raises(CancelledError):
        for _ in HandsReview("cfr", tmp_path, cache, control).run(kuhn):
            done += 1
            if done == 5:
                control.cancel()
    assert (done, asked.hands) == (5, 5)
    run(kuhn)
    assert asked.hands == len(kuhn)
    next(HandsReview("call", tmp_path, cache, JobControl()).run(kuhn))  # who reads one only
    run(kuhn, "call")
    assert asked.hands == 2 * len(kuhn)


@pytest.mark.ci
def test_reviewing_in_parallel_gives_the_same_result(path, tmp_path, asked, monkeypatch):
    def reviewed(cache):
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
    monkeypatch.setattr(work, "answered_elsewhere", None)  # and known answers are not queried again
    review = HandsReview("cfr", tmp_path, cache, JobControl())
    assert [*review.run(hands_of(path))] == here[0]


def test_judges_are_built_once_and_only_a_few_cached(kuhn, path, monkeypatch):
    made = []

    class Counted(JudgePool):
        def __init__(self, *args):
            made.append(self)
            super().__init__(*args)

        def close(self):
            made.remove(self)

    monkeypatch.setattr(judge_pool, "JudgePool", Counted)
    monkeypatch.setattr(work, "MOST_GAMES", 2)
    deep = [replace(KUHN, stacks=(chips, chips)) for chips in (9, 8, 7)]
    chosen = tuple(replace(kuhn[0], definition=game.to_acpc()) for game in deep)
    review = HandsReview("random", path.parent, None, JobControl())
    for count, _ in enumerate(review.run((*chosen, *chosen))):
        assert len(made) == min(count + 1, 2)
    review.close()
    assert not made


def test_hands_are_reviewed_without_a_usable_cache(kuhn, asked, tmp_path):
    for cache in (None, ReviewCache(tmp_path)):  # a folder holds none
        review = HandsReview("cfr", tmp_path, cache, JobControl())
        assert all(one.review is not None for one in review.run(kuhn))
    assert asked.hands == 2 * len(kuhn)


@pytest.mark.ci
def test_external_programs_are_queried_every_time(path, run, asked, tmp_path):
    def reviewed(hands, *judge):
        assert all(one.review is not None for one in run(hands, *judge))

    mark = tmp_path / "started"
    name = caller_file(tmp_path / "caller.py", f"\nopen({str(mark)!r}, 'a').write('x')\n")
    hands = hands_of(path, game="kuhn", opponent="cfr")[:2]
    for _ in range(2):
        reviewed(hands, name)
    assert asked.hands == 4
    played = tuple(
        replace(hand, engines=tuple(one and name for one in hand.engines)) for hand in hands
    )
    started = mark.read_text()
    reviewed(played)
    assert mark.read_text() == started  # a rival named by a hand is not started
    trust(name)
    for _ in range(2):
        reviewed(played)
    assert asked.hands == 10 and mark.read_text() != started


def test_two_player_match_is_reviewed(path, tmp_path):
    review = HandsReview("cfr", tmp_path, ReviewCache(tmp_path / "reviews.db"), JobControl())
    with HandReader(path) as reader:
        first, other = (
            list(review.run_match(reader, 1)),
            list(review.run_match(reader, 1, "random")),
        )
        assert len(first) == 40
        assert all(one.seat == 1 - two.seat for one, two in zip(first, other, strict=True))
        for one in (*first, *other):
            assert one.review.knows_rival
            assert one.review.parts.result == pytest.approx(one.record.payoffs[one.seat], abs=1e-9)
        for match, error in (((1, "x"), "is called 'x'"), ((2,), "no intact match 2")):
            with pytest.raises(PokerError, match=error):
                next(review.run_match(reader, *match))
        with pytest.raises(EngineError, match="no engine 'nobody'"):
            next(HandsReview("nobody", tmp_path, None, JobControl()).run_match(reader, 1))
    assert not (tmp_path / "reviews.db").exists()


@pytest.mark.ci
def test_imported_hands_of_any_stakes_and_stacks(run, tmp_path):
    rng, file = random.Random(4), tmp_path / "site.txt"
    sizes = [(shape, n) for shape in SHAPES for n in {shape.players[0], min(shape.players[1], 7)}]
    texts = [site_hand(rng, shape, count, n).text for count, (shape, n) in enumerate(sizes, 1)]
    file.write_text("".join(texts), "utf-8")
    with closing(Store.open(tmp_path / "hands.db")) as store:
        import_hands(store, [file], hero=HERO)
    hands = hands_of(tmp_path / "hands.db")
    assert len(hands) == len(sizes)
    found = run(hands, "equity")
    assert "" in {one.reason for one in found}
    for one, hand in zip(found, hands, strict=True):
        assert one.seat == (hand.hero if one.reason != NOT_PLAYED else -1)
        assert (one.reason == NO_CARDS) == (not hand.is_wide and hand.holes[hand.hero] is None)
    assert repr(run(hands, "equity")) == repr(found)
