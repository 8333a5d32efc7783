import random

import pytest

from ai.registry import build, find_engine
from ai.sit_and_go import agent
from ai.sit_and_go.agent import is_short
from ai.sit_and_go.plan import Level, SitAndGo
from ai.sit_and_go.play import Series
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.player import CALL, FOLD, raise_to

PLAN = SitAndGo((300, 300, 300), (Level(10, 20), Level(50, 100, 10)), 6, (50.0, 30.0, 20.0))


def series(names, plan=PLAN, seed=1):
    return Series(plan, names, lambda name, game: build(name, game), seed)


def test_tournaments_are_reproducible_and_share_out_all_prizes():
    one, two, other = (series(("random", "call", "raise"), seed=seed) for seed in (1, 1, 2))
    for _ in range(20):
        for each in (one, two, other):
            each.play(JobControl())
    assert one.results == two.results and one.hands == two.hands
    assert sum(sum(result.prizes) for result in one.results) == pytest.approx(20 * 100)
    assert [sum(result.places) for result in one.results] == [20, 20, 20]
    assert [result.worth for result in one.results] == pytest.approx([100 / 3] * 3)
    assert other.results != one.results


def test_stacks_belong_to_engines_in_every_seating():
    plan = SitAndGo((1, 2, 9_997), (Level(10, 20),), 5, (1.0,))
    played = series(("call", "call", "call"), plan)
    for _ in range(12):
        played.play(JobControl())
    assert [result.worth for result in played.results] == pytest.approx([0.0001, 0.0002, 0.9997])
    assert played.results[2].places[0] == 12


def test_an_engine_is_needed_for_each_seat():
    with pytest.raises(PokerError, match="3 seats for 2 engines"):
        series(("random", "call"))


def test_short_stacks_are_those_that_can_be_lost_or_won():
    game = get_game("holdem-nolimit-3")  # big blind 100
    for stacks, short in (
        ((1499, 9000, 9000), (True, False, False)),
        ((1499, 1500, 9000), (True, False, False)),
        ((1499, 1400, 9000), (True, True, True)),
    ):
        spot = HandState.deal(game.with_stacks(stacks), range(52)).spot
        found = []
        for _ in range(3):
            found.append((spot.to_act, is_short(spot)))
            spot = spot.after(CALL)
        assert tuple(short for _, short in sorted(found)) == short


def test_tournament_engine_plays_the_usual_engine_with_deep_stacks(monkeypatch):
    monkeypatch.setattr(agent, "triples", lambda home, control: None)
    game, rng = get_game("holdem-nolimit-3@40"), random.Random(1)
    hand = HandState.deal(game, rng.sample(game.deck, 52))
    for name, usual in (("tournament", "equity"), ("tournament:call", "call")):
        answer, other = (build(one, game).strategy(hand.spot) for one in (name, usual))
        assert answer.actions == other.actions
        assert (answer.probabilities == other.probabilities).all()
    with pytest.raises(EngineError, match="'cfr' knows some depths only"):
        build("tournament:cfr", game)


def test_tournament_engine_jams_or_folds_with_short_stacks():
    plan = SitAndGo((1_200, 2_000), (Level(50, 100, 10),), 10, (65.0, 35.0))
    game, rng = plan.start().game, random.Random(2)
    hand = HandState.deal(game, rng.sample(game.deck, 52))
    for way in ("", ":payouts=65/35"):
        answer = build(f"tournament{way}", game).strategy(hand.spot)
        other = build(f"jam-fold{way}", game).strategy(hand.spot)
        assert answer.actions == other.actions == (FOLD, raise_to(1_190))
        assert (answer.probabilities == other.probabilities).all()


def test_tournament_engine_is_refused_in_words():
    with pytest.raises(EngineError, match="there is no engine 'nobody'"):
        build("tournament:nobody", get_game("holdem-nolimit"))
    with pytest.raises(EngineError, match="may not rise"):
        build("tournament:payouts=20/30", get_game("holdem-nolimit"))
    with pytest.raises(EngineError, match="no-limit hold'em for 2 to 6 players"):
        build("tournament", get_game("leduc"))
    row = find_engine("tournament")
    assert not row.fits(get_game("holdem-limit")) and not row.fits(get_game("holdem-nolimit-9"))
