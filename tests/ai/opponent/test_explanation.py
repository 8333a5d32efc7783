import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.opponent.agent import LITERAL, NAME, OpponentModelAgent
from ai.opponent.belief import belief
from ai.opponent.explanation import GivesReasons
from ai.opponent.montecarlo import win_rate
from ai.opponent.parameters import DEFAULT
from ai.opponent.prior import StrengthAgent, prior_of
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, ActionKind, PublicState, SeatView, sample_action
from tests.naive.random_hands import over

pytestmark = pytest.mark.slow

LEDUC, NOLIMIT = get_game("leduc"), get_game("holdem-nolimit@100")
KUHN, LIMIT = get_game("kuhn"), get_game("holdem-limit")


def reader(name, game, hands=0, samples=2000):
    prior = prior_of(game) if game == LEDUC else StrengthAgent()
    agent = OpponentModelAgent(name, game, prior, replace(DEFAULT, samples=samples))
    for seed in range(hands):
        agent.observe(hand(game, seed))
    return agent


def hand(game, seed):
    return over(random.Random(seed), game).record_for(1)


@pytest.mark.parametrize("name", [NAME, LITERAL])
@pytest.mark.parametrize(
    ("game", "line", "board", "hole"),
    [
        (NOLIMIT, "", "", "AhKd"),
        (NOLIMIT, "r300c/cc/cc/r900", "Kh7d2c9s3s", "QhQd"),
        (LIMIT, "rc/r", "AhAd2c", "9h9d"),
    ],
)
def test_reasons_match_the_answer_played(name, game, line, board, hole):
    spot, agent = spot_of(game, line, parse_cards(board)), reader(name, game, hands=3)
    assert isinstance(agent, GivesReasons)
    view = SeatView(spot, spot.to_act, parse_cards(hole))
    found, played = agent.reasons(view), agent.row(view)
    assert found.hands == 3 and found.spot is spot and not found.exact
    assert found.answer.actions == played.actions and found.answer.note == played.note
    for part in ("probabilities", "values", "error"):
        assert getattr(found.answer, part).tobytes() == getattr(played, part).tobytes()
    rng = np.random.default_rng
    assert sample_action(found.answer, 0, rng(1)) == agent.act(view, rng(1))
    believed = belief(agent.model, spot, 1 - spot.to_act)
    assert found.belief.weights.tobytes() == believed.weights.tobytes()
    own = np.isin(combo_cards(), parse_cards(hole)).any(axis=1)
    assert not found.held[own].any() and found.held.sum() == pytest.approx(1.0)
    lost, tied, won = found.counts
    assert lost + tied + won == 2000 and found.chance == win_rate(won, tied, lost)
    for place, each in enumerate(found.weighed):
        assert each.value == played.values[0, place] and each.error == played.error[0, place]
        option = each.option
        if option.action.kind is ActionKind.FOLD:
            assert each.value == 0.0
            continue
        goes_on = each.chance * option.win + (1.0 - each.chance) * option.lose
        expected = each.folded * option.pot + (1.0 - each.folded) * goes_on
        assert each.value == pytest.approx(expected, abs=1e-9 * option.stakes)
        if name == LITERAL or not option.action.raise_to:
            assert each.folded == 0.0 and each.chance == pytest.approx(found.chance)
        else:
            responses = agent.model.responses(spot.after(option.action))[:, 0]
            assert each.folded == pytest.approx(float(found.held @ responses), abs=0.045)


@pytest.mark.ci
@pytest.mark.parametrize("hands", [0, 40])
def test_best_response_reports_exact_values_and_its_posterior(hands):
    agent = reader(NAME, LEDUC, hands)
    for line, board, hole in (("", "", "Ks"), ("r", "", "As"), ("rc/r", "Ah", "Ks")):
        spot, own = spot_of(LEDUC, line, parse_cards(board)), parse_cards(hole)
        found = agent.reasons(view := SeatView(spot, spot.to_act, own))
        assert found.exact and found.hands == hands and found.counts == ()
        whole = agent.strategy(spot)
        values = whole.values[LEDUC.deck.index(own[0])].tolist()
        assert [each.value for each in found.weighed] == values
        assert found.answer.note == whole.note
        assert (found.answer.probabilities == agent.row(view).probabilities).all()
        weights = belief(agent.model, spot, 1 - spot.to_act, own).weights
        assert found.held == pytest.approx(weights, abs=1e-9)
        for each in found.weighed:
            if each.option.action.raise_to:
                folds = agent.model.responses(spot.after(each.option.action))[:, 0]
                assert each.folded == pytest.approx(float(found.held @ folds), abs=1e-9)


@pytest.mark.ci
def test_leduc_win_rates_are_enumerated():
    """A king with a queen on the board: it beats jacks and loses only to the queen."""
    agent, spot = reader(LITERAL, LEDUC), spot_of(LEDUC, "rc/", parse_cards("Kh"))
    found = agent.reasons(SeatView(spot, spot.to_act, parse_cards("As")))
    cards = [LEDUC.deck.index(card) for card in parse_cards("QsQhKsAh")]
    jacks, queen, king = found.held[cards[:2]].sum(), found.held[cards[2]], found.held[cards[3]]
    assert found.counts == () and jacks + queen + king == pytest.approx(1.0)
    assert found.chance == pytest.approx(jacks + king / 2)


def test_kuhn_answers_match_the_published_formula():
    """Against a belief in two equally likely cards: p is 0, one half or 1."""
    agent = OpponentModelAgent(LITERAL, KUHN, CallAgent(KUHN))
    answer = agent.strategy(PublicState(KUHN, (), ()))
    assert [action.kind for action in answer.actions] == [ActionKind.CALL, ActionKind.RAISE]
    # From here on: a check wins the pot of 2, a bet of 1 wins 3 or loses 1.
    assert answer.values == pytest.approx(np.array([[0, -1], [1, 1], [2, 3]]))
    assert not answer.error.any()
    assert answer.note == "every hand counted, 0 hands learned"
    # On ties the first action wins, in the order fold, call, raise.
    assert answer.probabilities.tolist() == [[1, 0], [1, 0], [0, 1]]


@pytest.mark.ci
def test_answers_follow_what_was_learned():
    """Against a calling station bluffs stop paying and strong hands bet."""
    agent = reader(NAME, LIMIT)
    play(LIMIT, [agent, CallAgent(LIMIT)], 60, 1)
    answer = agent.strategy(spot_of(LIMIT, "cc/cc/cc/", parse_cards("Kh7d2c9s3s")))
    bet = [action.kind for action in answer.actions].index(ActionKind.RAISE)
    strong, weak = (combo_index(parse_cards(cards)) for cards in ("KsKd", "5c4h"))
    assert answer.probabilities[strong, bet] == 1.0
    assert answer.probabilities[weak, answer.actions.index(CALL)] == 1.0
    assert answer.values[weak, bet] < 0.0


@pytest.mark.ci
@pytest.mark.parametrize("game", [LEDUC, NOLIMIT], ids=lambda game: game.name)
def test_concurrent_queries_match_sequential_ones(game):
    agent = reader(NAME, game, hands=20, samples=2)
    lines = ("", "c", "r") if game is LEDUC else ("", "r300", "c")
    spots = [spot_of(game, line, ()) for line in lines]
    alone = [agent.strategy(spot).values for spot in spots]
    with ThreadPoolExecutor(len(spots)) as threads:
        for _ in range(5):
            both = list(threads.map(agent.copy().strategy, spots * 2))
            for answer, values in zip(both, alone * 2, strict=True):
                assert np.array_equal(answer.values, values)
