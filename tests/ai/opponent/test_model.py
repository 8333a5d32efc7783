import random
from dataclasses import replace
from itertools import pairwise, product
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.opponent.belief import belief, entropy
from ai.opponent.counts import CAUTION, LEAST
from ai.opponent.model import BehaviourModel
from ai.opponent.parameters import OpponentModelParameters
from ai.opponent.prior import StrengthAgent, prior_of
from ai.registry import build
from engine.cards import parse_cards
from engine.combos import combo_cards
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.player import CALL, FOLD, ActionKind, PublicState, SeatRecord, raise_to
from engine.tree import build_tree
from tests.ai.opponent.known import Known, every_spot, records
from tests.ai.test_engine_contract import is_a_strategy, with_other_hidden_cards
from tests.naive.behaviour import NaiveModel
from tests.naive.random_hands import over
from tests.naive.reach import posterior
from tests.naive.small_games import legal_actions, random_policy

pytestmark = pytest.mark.slow

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100", "holdem-nolimit-3")
DEEP = get_game("holdem-nolimit@100")


def hands(game, count, seed):
    rng = random.Random(seed)
    return [over(rng, game) for _ in range(count)]


def arrays_of(model):
    return {k: part for k, part in model.save_state().items() if isinstance(part, np.ndarray)}


def same(one, other):
    first, second = arrays_of(one), arrays_of(other)
    return all(first[name].tobytes() == second[name].tobytes() for name in first)


def test_counts_and_decay_match_plain_loops():
    game = get_game("leduc")
    policy, memories = random_policy(game, 5), (inf, 20.0, 5.0)
    parameters = OpponentModelParameters(strength=3.0, memories=memories)
    model = BehaviourModel(game, Known(policy), parameters)
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
                    if card not in spot.board:
                        expected = [naive.mixed(spot, card)[kind] for kind in kinds]
                        assert row.tolist() == pytest.approx(expected, abs=1e-12)


def test_shown_cards_are_counted_exactly_even_if_never_expected():
    game = get_game("kuhn")

    def never_bets(spot, card):
        return {CALL: 1.0, **({FOLD: 0.0} if spot.legal.fold else {raise_to(1): 0.0})}

    model = BehaviourModel(game, Known(never_bets), OpponentModelParameters(memories=(inf,)))
    hand = HandState(game, [(game.deck[0],), (game.deck[2],)], ())
    for action in (raise_to(1), CALL):
        hand.apply(action)
    model.learn(hand.record_for(1), 0)
    bets = model.responses(PublicState(game, (), ()))[:, 2]
    assert bets[0] > bets[1] == bets[2] > 0.0
    (seen,) = model.summary()
    assert (seen.times, seen.seen.tolist(), seen.expected.tolist()) == (1, [0, 0, 1], [0, 1, 0])


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_are_never_used(name):
    game, folded, rng = get_game(name), 0, random.Random(1)
    models = [BehaviourModel(game), BehaviourModel(game)]
    for hand in hands(game, 30, seed=9):
        record = hand.record_for(0)
        models[0].learn(record, 1)
        if all(hole is None for hole in record.holes[1:]):
            folded += 1  # other cards in place of the hidden ones
            record = with_other_hidden_cards(rng, hand, 0).record_for(0)
        models[1].learn(record, 1)
    assert folded and same(*models)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=6)
@given(st.integers(0, 2**32), st.integers(0, 12))
def test_action_probabilities_are_valid(name, seed, learned):
    game = get_game(name)
    model, here = BehaviourModel(game), PublicState(game, (), ())
    *before, last = hands(game, learned + 1, seed)
    for hand in before:
        model.learn(hand.record_for(0), 1)
    for action in last.spot.actions:
        spot = here.on(last.spot.board[: game.board_sizes[here.street]])
        answer = model.answer(spot)
        is_a_strategy(spot, answer)
        sums = answer.probabilities.sum(axis=1)
        assert model.responses(spot).sum(axis=1) == pytest.approx(sums)
        found = model.likelihood(spot, action)
        assert np.isfinite(found).all() and found.min() >= 0.0 and found.max() <= 1.0 + 1e-12
        here = here.after(action)


ODD = {"format": (99, np.ones(2)), "key": ("kuhn", 5), "hands": (-1, True), "memories": ([1.0], 7)}
ODD |= dict.fromkeys(("fine", "wide", "wide_expected", "seen"), (nan, inf, -1.0, 1e300))
ODD |= {"evidence": (nan, inf, 1.0)}


def test_hostile_states_are_rejected_and_change_nothing():
    game = get_game("leduc")
    model, twin = BehaviourModel(game), BehaviourModel(game)
    for record in records(game, 5, seed=1):
        model.learn(record, 0)
        twin.learn(record, 0)
    state = model.save_state()
    fine = state["fine"]
    wrong = ["nonsense", {}, {**state, "more": 1}]
    wrong += [{**state, "fine": odd} for odd in (fine[:1], fine.astype("f4"), fine.tolist())]
    for name, odd in [(name, odd) for name, all_odd in ODD.items() for odd in all_odd]:
        array = state[name]
        if isinstance(array, np.ndarray):
            array = array.copy()
            array.flat[0] = odd
        wrong.append({**state, name: array if isinstance(array, np.ndarray) else odd})
    for damaged in wrong:
        with pytest.raises(EngineError, match="the model of this opponent"):
            model.load_state(damaged)
        assert same(model, twin) and model.hands == twin.hands


def contradictions():
    hand = HandState.deal(DEEP, DEEP.deck)
    while not hand.finished:
        hand.check_or_call()
    record = hand.record_for(0)
    spot, (own, other) = record.spot, record.holes
    yield replace(record, spot=spot_of(DEEP, "c")), 1  # not over
    yield replace(record, spot=PublicState(DEEP, (CALL, FOLD), ())), 1
    for board in (spot.board[:4], (*spot.board[:4], own[0])):
        yield replace(record, spot=PublicState(DEEP, spot.actions, board)), 1
    yield replace(record, payoffs=(200, -200)), 1
    yield replace(record, payoffs=(200, 200), holes=(own, None)), 1
    for holes in ((own,), (own, other[:1]), (own, (77, 78))):
        yield replace(record, holes=holes), 1
    yield SeatRecord(PublicState(get_game("kuhn"), (CALL, CALL), ()), 0, (), ()), 1
    yield record, 2  # a nonexistent seat


@pytest.mark.parametrize(("record", "seat"), [*contradictions()])
def test_contradictory_records_are_rejected_and_change_nothing(record, seat):
    model = BehaviourModel(DEEP)
    with pytest.raises(PokerError):
        model.learn(record, seat)
    assert model.hands == 0 and same(model, BehaviourModel(DEEP))


@pytest.mark.ci
def test_hands_of_all_depths_and_blinds_are_pooled():
    deep, shallow = get_game("holdem-nolimit"), get_game("holdem-nolimit@20")
    small = replace(shallow, stacks=(40, 40), blinds=(2, 1), name="small")
    model = BehaviourModel(deep, build("cfr", deep))
    for game in (deep, shallow, small):
        for hand in hands(game, 5, seed=6):
            model.learn(hand.record_for(0), 1)
    assert model.hands == 15
    situations, found = model.situations, []
    for game, line in ((shallow, "r300"), (small, "r6")):
        spot = spot_of(game, line)
        kind = situations.kind(PublicState(game, (), ()), spot.actions[-1])
        found.append((situations.situation(spot), kind))
    assert found[0] == found[1]


def test_without_hands_the_prior_is_a_nearby_blueprint_or_hand_strength():
    kuhn, first, opened = get_game("kuhn"), PublicState(DEEP, (), ()), spot_of(DEEP, "r300")
    cfr, spot = build("cfr", kuhn), spot_of(kuhn, "cr")
    found = BehaviourModel(kuhn, cfr).answer(spot).probabilities
    assert found == pytest.approx(cfr.strategy(spot).probabilities, abs=1e-15)
    folds = BehaviourModel(DEEP, prior_of(DEEP)).responses(first)[:, 0]
    assert folds == pytest.approx(build("cfr", DEEP).strategy(first).probabilities[:, 0])
    wanted = prior_of(DEEP).strategy(opened).probabilities
    near = get_game("holdem-nolimit@110")
    half = replace(DEEP, blinds=(2, 1), stacks=(200, 200), name="half")
    for game, line in ((near, "r300"), (half, "r6")):
        answer = prior_of(game).strategy(spot_of(game, line))
        assert np.array_equal(answer.probabilities, wanted)
    assert max(action.raise_to for action in answer.actions) == 200
    # All-in is larger here than in the blueprint.
    assert prior_of(near).strategy(spot_of(near, "r10900")).note == "by strength"
    for name in ("holdem-nolimit@30", "holdem-nolimit-3"):
        assert isinstance(prior_of(get_game(name)), StrengthAgent)


def test_raises_are_classified_by_size():
    situations = BehaviourModel(DEEP).situations
    spot = spot_of(DEEP, "cc/", parse_cards("AsKd7c"))  # a pot of 200
    kinds = [situations.kind(spot, raise_to(amount)) for amount in range(100, 9_901, 10)]
    assert all(second - first in (0, 1) for first, second in pairwise(kinds))
    assert (kinds[0], kinds[-1]) == (3, situations.num_kinds - 1)
    actions, places = situations.actions(spot)
    assert [situations.kind(spot, action) for action in actions[1:]] == [3, 4, 5]
    assert places.tolist() == [0, 0, 1, 1, 2, 3]
    assert actions[0].kind is ActionKind.CALL


EXACT = OpponentModelParameters(temper=1.0, floor=0.0)


@pytest.mark.ci
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_beliefs_follow_bayes_rule(name):
    game = get_game(name)
    policy = random_policy(game, 7)
    model = BehaviourModel(game, Known(policy), EXACT)
    stages = set()
    for spot in every_spot(game):
        for seat, known in product((0, 1), ((), *[(card,) for card in game.deck[:3]])):
            if set(known) & set(spot.board):
                continue
            found = belief(model, spot, seat, known)
            stages.add(len(found.stages))
            for stage in found.stages:
                assert stage.before.sum() == pytest.approx(1.0) == stage.after.sum()
                assert stage.bits == pytest.approx(entropy(stage.before) - entropy(stage.after))
            wanted = posterior(policy, spot, seat, known)
            for card, weight in zip(game.deck, found.weights, strict=True):
                expected = 0.0 if card in known else wanted[card]
                assert weight == pytest.approx(expected, abs=1e-12)
    assert stages >= ({0, 1} if name == "kuhn" else {0, 1, 2, 3, 4})


def test_impossible_actions_carry_no_information_and_a_floor_keeps_every_hand():
    game = get_game("leduc")
    raised = PublicState(game, build_tree(game).line_to(2), ())

    def found(raising, parameters=EXACT):
        def policy(spot, card):
            actions = legal_actions(spot)
            chosen = actions[-1] if card // 4 in raising else actions[0]
            return {action: float(action == chosen) for action in actions}

        return belief(BehaviourModel(game, Known(policy), parameters), raised, 0)

    never, sure = found(()), found((12,))
    assert never.weights == pytest.approx(np.full(6, 1 / 6))
    assert never.stages[0].bits == 0.0
    kings = combo_cards(game.deck, 1)[:, 0] // 4 == 12
    assert sure.weights == pytest.approx(kings / 2)
    assert sure.stages[0].bits == pytest.approx(np.log2(3))
    kept = found((12,), OpponentModelParameters(floor=0.1))
    assert kept.weights == pytest.approx(np.where(kings, 1.0, 0.1) / 2.4)
