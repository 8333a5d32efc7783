from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.opponent.belief import belief
from ai.opponent.counts import CAUTION, LEAST
from ai.opponent.hands import check_record
from ai.opponent.model import BehaviourModel
from ai.opponent.parameters import Parameters
from ai.opponent.prior import StrengthAgent, prior_of
from ai.registry import build
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.errors import EngineError, PokerError, RecordMismatchError
from engine.game import get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.player import CALL, FOLD, ActionKind, PublicState, SeatRecord, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from tests.ai.opponent.known import Known, records
from tests.naive.behaviour import NaiveModel
from tests.naive.small_games import random_policy

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100", "holdem-nolimit-3")


def test_counts_and_memories_are_those_of_plain_loops():
    game = get_game("leduc")
    policy, memories = random_policy(game, 5), (inf, 20.0, 5.0)
    model = BehaviourModel(game, Known(policy), Parameters(strength=3.0, memories=memories))
    naive = NaiveModel(game, model.situations, policy, 3.0, memories, CAUTION, LEAST)
    spots = [spot_of(game, "r"), spot_of(game, "cr"), spot_of(game, "rc/r", parse_cards("Ks"))]
    for count, record in enumerate(records(game, 24, seed=2)):
        model.learn(record, 1)
        naive.learn(record, 1)
        if count % 6 == 5:
            for spot in spots:
                answer = model.answer(spot)
                kinds = [model.situations.kind(spot, action) for action in answer.actions]
                for card, row in zip(game.deck, answer.probabilities, strict=True):
                    expected = [naive.mixed(spot, card)[kind] for kind in kinds]
                    if card not in spot.board:
                        assert row.tolist() == pytest.approx(expected, abs=1e-12)


def test_shown_cards_are_counted_exactly_even_if_never_expected():
    game = get_game("kuhn")

    def never_bets(spot, card):
        return {CALL: 1.0, **({FOLD: 0.0} if spot.legal.fold else {raise_to(1): 0.0})}

    model = BehaviourModel(game, Known(never_bets), Parameters(memories=(inf,)))
    hand = HandState(game, [(game.deck[0],), (game.deck[2],)], ())
    for action in (raise_to(1), CALL):
        hand.apply(action)
    model.learn(hand.record_for(1), 0)
    spot = PublicState(game, (), ())
    bets = model.responses(spot)[:, 2]
    assert bets[0] > bets[1] == bets[2] > 0.0
    (seen,) = model.summary()
    assert (seen.times, seen.seen.tolist(), seen.expected.tolist()) == (1, [0, 0, 1], [0, 1, 0])


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_are_never_looked_at(name):
    game = get_game(name)
    models = [BehaviourModel(game), BehaviourModel(game)]
    folded = 0
    for hand in hands(game, 30, seed=9):
        record = hand.record_for(0)
        holes = list(hand.holes)
        hidden = [seat for seat, hole in enumerate(record.holes) if hole is None]
        known = {*record.holes[0], *record.spot.board}
        free = [card for card in game.deck if card not in known]
        for seat in hidden:  # other cards for those that stay hidden
            holes[seat], free = tuple(free[-game.num_hole :]), free[: -game.num_hole]
        shown = {card for hole in record.holes if hole for card in hole} - known
        if hidden and not shown:
            folded += 1
            board = hand.full_board[: len(record.spot.board)]
            again = HandState(game, holes, board)
            for action in hand.spot.actions:
                again.apply(action)
            models[1].learn(again.record_for(0), 1)
        else:
            models[1].learn(record, 1)
        models[0].learn(record, 1)
    assert folded
    first, second = (model.save_state() for model in models)
    for part, value in first.items():
        if isinstance(value, np.ndarray):
            assert value.tobytes() == second[part].tobytes()


def hands(game, count, seed):
    """Finished hands of players that do anything."""
    rng, cards = np.random.default_rng(seed), rng_state(seed)
    for _ in range(count):
        hand = HandState.deal(game, shuffled_deck(game, cards))
        while not hand.finished:
            legal, draw = hand.spot.legal, rng.random()
            if legal.fold and draw < 0.2:
                hand.fold()
            elif legal.max_raise and draw > 0.65:
                hand.raise_to(int(rng.integers(legal.min_raise, legal.max_raise + 1)))
            else:
                hand.check_or_call()
        yield hand


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8)
@given(st.integers(0, 2**32), st.integers(0, 12))
def test_chances_are_chances(name, seed, learned):
    game = get_game(name)
    model = BehaviourModel(game)
    played = list(hands(game, learned + 1, seed))
    for hand in played[:-1]:
        model.learn(hand.record_for(0), 1)
    last = played[-1].spot
    here = PublicState(game, (), ())
    for action in last.actions:
        spot = PublicState(game, here.actions, last.board[: game.board_sizes[here.street]])
        answer, classes = model.answer(spot), model.situations.classes_on(spot)
        rows = answer.probabilities
        assert np.isfinite(rows).all() and (rows >= 0.0).all()
        assert rows.sum(axis=1) == pytest.approx((classes >= 0).astype(float), abs=1e-12)
        assert [*answer.actions] == sorted(set(answer.actions), key=lambda a: (a.kind, a.raise_to))
        for offered in answer.actions:
            spot.after(offered)  # legal
        assert model.responses(spot).sum(axis=1) == pytest.approx(rows.sum(axis=1))
        found = model.likelihood(spot, action)
        assert np.isfinite(found).all() and found.min() >= 0.0 and found.max() <= 1.0 + 1e-12
        here = here.after(action)


def test_all_of_a_small_game_at_once_is_its_answers():
    game = get_game("leduc")
    model = BehaviourModel(game)
    for record in records(game, 40, seed=4):
        model.learn(record, 0)
    whole = model.whole()
    for line, board in (("", ""), ("cr", ""), ("rc/c", "Kh"), ("rc/cr", "Qs")):
        spot = spot_of(game, line, parse_cards(board))
        answer, here = model.answer(spot), model.situations.situation(spot)
        for row, class_ in zip(
            answer.probabilities, model.situations.classes_on(spot), strict=True
        ):
            if class_ >= 0:
                kinds = [model.situations.kind(spot, action) for action in answer.actions]
                assert whole[here, class_, kinds] == pytest.approx(row, abs=1e-12)
    with pytest.raises(EngineError, match="too many decisions"):
        BehaviourModel(get_game("holdem-limit")).whole()


def test_what_a_prior_says_about_cards_is_not_lost_where_it_is_right():
    game = get_game("holdem-limit")
    cfr = build("cfr", game)
    learned, fresh = BehaviourModel(game, cfr), BehaviourModel(game, cfr)
    bits = np.zeros((2, 90))
    for hand, record in enumerate(records(game, 90, 3, [cfr, cfr], shown=True)):
        own = combo_index(record.holes[1], game.deck)
        for row, model in zip(bits, (learned, fresh), strict=True):
            weights = belief(model, record.spot, 1, record.holes[0]).weights
            row[hand] = np.log2(weights[own] * (weights > 0).sum())
        hidden = not record.spot.showdown
        learned.learn(replace(record, holes=(record.holes[0], None)) if hidden else record, 1)
    assert bits[1].mean() > 1.0
    assert bits[0, 30:].mean() > bits[1, 30:].mean() - 0.25


def test_old_hands_fade_when_an_opponent_changes_and_count_on_when_it_does_not():
    game = get_game("leduc")
    model = BehaviourModel(game)
    spot = spot_of(game, "c")

    def watch(name, count, seed):
        for record in records(game, count, seed, [build("random", game), build(name, game)]):
            model.learn(record, 1)
        return model.responses(spot)[:, 2].mean()

    assert watch("raise", 150, 1) > 0.98
    memories = len(model.parameters.memories)
    assert model.trust()[::memories].sum() > 0.8  # the memory that forgets nothing comes first
    assert watch("call", 500, 2) < 0.2
    assert model.trust()[memories - 1 :: memories].sum() > 0.5


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit@100"])
def test_states_come_back_bit_for_bit(name):
    game = get_game(name)
    model, other = BehaviourModel(game), BehaviourModel(game)
    for hand in hands(game, 12, seed=3):
        model.learn(hand.record_for(1), 0)
    other.load_state(model.save_state())
    assert other.hands == model.hands == 12
    for hand in hands(game, 3, seed=8):
        model.learn(hand.record_for(1), 0)
        other.learn(hand.record_for(1), 0)
    spot = PublicState(game, (), ())
    assert other.answer(spot).probabilities.tobytes() == model.answer(spot).probabilities.tobytes()
    size = sum(part.nbytes for part in model.save_state().values() if hasattr(part, "nbytes"))
    assert size < 2_000_000


def broken_states():
    def put(name, change):
        return lambda state: {**state, name: change(state[name])}

    def at_zero(number):
        def change(array):
            array = array.copy()
            array.flat[0] = number
            return array

        return change

    yield "not a state", lambda state: "nonsense"
    yield "empty", lambda state: {}
    yield "a part too many", lambda state: {**state, "more": 1}
    yield "another version", put("format", lambda number: 99)
    yield "another game", put("key", lambda key: "kuhn")
    yield "a key of another kind", put("key", lambda key: 5)
    yield "a version of another kind", put("format", lambda number: np.ones(2))
    yield "a key that is an array", put("key", lambda key: np.ones(2))
    yield "negative hands", put("hands", lambda hands: -1)
    yield "hands that are no count", put("hands", lambda hands: True)
    yield "other memories", put("memories", lambda lives: [1.0])
    yield "memories that are none", put("memories", lambda lives: 7)
    for number in (nan, inf, -1.0, 1e300):
        yield f"fine {number}", put("fine", at_zero(number))
        yield f"wide {number}", put("wide", at_zero(number))
        yield f"expected {number}", put("wide_expected", at_zero(number))
        yield f"seen {number}", put("seen", at_zero(number))
    for number in (nan, inf, 1.0):
        yield f"evidence {number}", put("evidence", at_zero(number))
    yield "a shape", put("fine", lambda array: array[:1])
    yield "a kind", put("fine", lambda array: array.astype(np.float32))
    yield "a list", put("fine", lambda array: array.tolist())


@pytest.mark.parametrize("change", [pytest.param(c, id=name) for name, c in broken_states()])
def test_hostile_states_are_refused_and_change_nothing(change):
    game = get_game("leduc")
    model = BehaviourModel(game)
    for record in records(game, 5, seed=1):
        model.learn(record, 0)
    before = model.save_state()
    with pytest.raises(EngineError, match="learned about this opponent"):
        model.load_state(change(model.save_state()))
    after = model.save_state()
    assert {k: v for k, v in after.items() if isinstance(v, int | str | list)} == {
        k: v for k, v in before.items() if isinstance(v, int | str | list)
    }
    assert all(
        np.array_equal(after[name], before[name]) for name in ("fine", "wide", "evidence", "seen")
    )


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit@100"])
@settings(max_examples=10)
@given(st.integers(0, 2**32))
def test_states_of_any_allowed_numbers_give_chances(name, seed):
    game, rng = get_game(name), np.random.default_rng(seed)
    model = BehaviourModel(game)
    state = model.save_state()
    for part, array in state.items():
        if isinstance(array, np.ndarray):
            numbers = rng.choice([0.0, 1e-300, 1e-9, 1.0, 1e12], array.shape)
            state[part] = -numbers if part == "evidence" else numbers
    model.load_state(state)
    for hand in hands(game, 2, seed):
        model.learn(hand.record_for(0), 1)
        rows = model.answer(PublicState(game, (), ())).probabilities
        assert (rows >= 0.0).all()
        assert rows.sum(axis=1) == pytest.approx(1.0)
    assert all(np.isfinite(part).all() for part in model.save_state().values() if shaped(part))


def shaped(part):
    return isinstance(part, np.ndarray)


def contradictions():
    game = get_game("holdem-nolimit@100")
    hand = HandState.deal(game, game.deck)
    while not hand.finished:
        hand.check_or_call()
    record = hand.record_for(0)
    spot = record.spot
    yield "not over", replace(record, spot=spot_of(game, "c"))
    illegal = PublicState(game, (CALL, FOLD), ())
    yield "illegal", replace(record, spot=illegal)
    yield "short board", replace(record, spot=PublicState(game, spot.actions, spot.board[:4]))
    twice = (*spot.board[:4], record.holes[0][0])
    yield "twice", replace(record, spot=PublicState(game, spot.actions, twice))
    yield "payoffs", replace(record, payoffs=(200, -200))
    yield "sum", replace(record, payoffs=(200, 200), holes=(record.holes[0], None))
    yield "players", replace(record, holes=record.holes[:1])
    yield "hole", replace(record, holes=(record.holes[0], record.holes[1][:1]))
    yield "no card", replace(record, holes=(record.holes[0], (77, 78)))
    yield "another game", SeatRecord(PublicState(get_game("kuhn"), (CALL, CALL), ()), 0, (), ())


@pytest.mark.parametrize("record", [pytest.param(r, id=name) for name, r in contradictions()])
def test_contradictory_records_are_refused_and_change_nothing(record):
    model = BehaviourModel(get_game("holdem-nolimit@100"))
    before = model.save_state()
    with pytest.raises(PokerError):
        model.learn(record, 1)
    assert model.hands == 0
    assert np.array_equal(model.save_state()["fine"], before["fine"])


def test_a_seat_that_there_is_not_is_refused():
    game = get_game("kuhn")
    (record,) = records(game, 1, seed=1)
    with pytest.raises(RecordMismatchError, match="seat"):
        BehaviourModel(game).learn(record, 2)
    check_record(record)


def test_hands_of_all_depths_and_blinds_count_together():
    deep, shallow = get_game("holdem-nolimit"), get_game("holdem-nolimit@20")
    small = replace(shallow, stacks=(40, 40), blinds=(2, 1), name="small")
    model = BehaviourModel(deep, build("cfr", deep))
    for game in (deep, shallow, small):
        for hand in hands(game, 5, seed=6):
            model.learn(hand.record_for(0), 1)
    assert model.hands == 15
    ten = [spot_of(game, line) for game, line in ((shallow, "r300"), (small, "r6"))]
    assert model.situations.situation(ten[0]) == model.situations.situation(ten[1])
    kinds = [model.situations.kind(before_last(spot), spot.actions[-1]) for spot in ten]
    assert kinds[0] == kinds[1]


def before_last(spot):
    return PublicState(spot.game, spot.actions[:-1], ())


def test_no_hands_are_the_prior():
    game = get_game("kuhn")
    cfr = build("cfr", game)
    model = BehaviourModel(game, cfr)
    spot = spot_of(game, "cr")
    answer = cfr.strategy(spot)
    assert model.answer(spot).probabilities == pytest.approx(answer.probabilities, abs=1e-15)
    holdem = get_game("holdem-nolimit@100")
    first = PublicState(holdem, (), ())
    blueprint = build("cfr", holdem).strategy(first)
    folds = BehaviourModel(holdem, prior_of(holdem)).responses(first)[:, 0]
    assert folds == pytest.approx(blueprint.probabilities[:, 0])


def test_three_players_are_expected_to_play_by_strength():
    assert isinstance(prior_of(get_game("holdem-nolimit-3")), StrengthAgent)


def test_blueprints_are_taken_at_near_depths_only():
    exact, near, far = map(
        get_game, ("holdem-nolimit@100", "holdem-nolimit@110", "holdem-nolimit@30")
    )
    prior = prior_of(near)
    wanted = prior_of(exact).strategy(spot_of(exact, "r300"))
    assert np.array_equal(prior.strategy(spot_of(near, "r300")).probabilities, wanted.probabilities)
    # All-in there is more than the blueprint has.
    assert prior.strategy(spot_of(near, "r10900")).note == "by strength"
    assert isinstance(prior_of(far), StrengthAgent)
    half = replace(exact, blinds=(2, 1), stacks=(200, 200), name="half")
    answer = prior_of(half).strategy(spot_of(half, "r6"))
    assert np.array_equal(answer.probabilities, wanted.probabilities)
    assert max(action.raise_to for action in answer.actions) == 200


def test_strength_plays_sensibly():
    game = get_game("holdem-limit")
    spot = spot_of(game, "cc/r", parse_cards("AsKd7c"))
    answer = StrengthAgent().strategy(spot)
    order = np.argsort(np.nan_to_num(ranks_of(spot), nan=-1.0))
    weakest, strongest = answer.probabilities[order[-1000]], answer.probabilities[order[-1]]
    assert weakest[0] > 0.5 > strongest[0]
    assert strongest[2] > 0.5 > weakest[2]


def ranks_of(spot):
    from ai.handrank import hand_ranks  # the order that the engine has too

    return hand_ranks(spot.game, spot.board)


@pytest.mark.parametrize("name", GAMES)
def test_situations_have_words_of_their_own(name):
    situations = BehaviourModel(get_game(name)).situations
    words = [situations.words(number) for number in range(situations.num_situations)]
    assert all(text and text[0].isupper() for text in words)
    if name in ("kuhn", "leduc"):
        assert len(set(words)) == len(words)


def test_words():
    def words(name, line, board=""):
        game = get_game(name)
        situations = BehaviourModel(game).situations
        return situations.words(situations.situation(spot_of(game, line, parse_cards(board))))

    assert words("kuhn", "cr") == "After check, bet: facing a bet"
    assert words("leduc", "rc/c", "Ah") == (
        "Second round, board K, after bet, call, check: nothing to call"
    )
    assert words("holdem-nolimit@100", "") == "Preflop, in position, facing the big blind"
    assert words("holdem-nolimit@100", "c") == (
        "Preflop, out of position, nobody has raised, nothing to call"
    )
    river = words("holdem-nolimit@100", "r300c/cc/cc/r600", "AsKd7c2h7d")
    assert river == "River, in position, facing a bet of about half the pot, paired board"


def test_raises_are_classed_by_size():
    game = get_game("holdem-nolimit@100")
    situations = BehaviourModel(game).situations
    spot = spot_of(game, "cc/", parse_cards("AsKd7c"))  # a pot of 200
    kinds = [situations.kind(spot, raise_to(amount)) for amount in range(100, 9_901, 10)]
    assert all(second - first in (0, 1) for first, second in pairwise(kinds))
    assert (kinds[0], kinds[-1]) == (3, situations.num_kinds - 1)
    actions, places = situations.actions(spot)
    assert [situations.kind(spot, action) for action in actions[1:]] == [3, 4, 5]
    assert places.tolist() == [0, 0, 1, 1, 2, 3]
    assert actions[0].kind is ActionKind.CALL
