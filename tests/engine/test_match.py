import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.registry import build
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play
from engine.running_result import Interval
from tests.engine.matches import Caller, Untabled

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
@pytest.mark.scorecard("N1")
def test_identical_deterministic_engines_give_exactly_zero_in_duplicate(name):
    game = get_game(name)
    for engine in ("call", "raise"):
        agents = [build(engine, game), build(engine, game)]
        result = play(game, agents, 40, seed=1, duplicate=True)
        assert (result.hands, result.chips()) == (80, Interval(0.0, 0.0))


def test_positions_alternate_and_every_deal_is_played_from_all():
    game = get_game("holdem-nolimit-3")
    result = play(game, [CallAgent(game)] * 3, 4, 1, duplicate=True)
    assert result.positions.reshape(4, 3).tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert len(result.units()) == 4


def test_blocks_cover_all_units():
    game = get_game("leduc")
    result = play(game, [RandomAgent(game), CallAgent(game)], 103, 1, duplicate=True)
    blocks = result.blocks(10)
    assert sum(hands for hands, _ in blocks) == 206
    weighted = sum(hands * interval.mean for hands, interval in blocks) / 206
    assert weighted == pytest.approx(result.mbb().mean)
    assert result.hands_in_position(1) == (result.positions == 1).sum()
    assert result.payoffs[:, 0].mean() == pytest.approx(result.chips().mean)


def test_a_cancelled_match_keeps_whole_groups():
    game, control = get_game("holdem-nolimit"), JobControl()

    class Stopper(CallAgent):
        seen = 0

        def observe(self, record):
            self.seen += 1

        def act(self, view, rng, control=None):
            if self.seen == 4:
                control.cancel()
            return super().act(view, rng)

    result = play(game, [RandomAgent(game), Stopper(game)], 100, 1, True, control=control)
    assert result.hands == len(result.positions) == result.stats[0].hands == 4


class Taught(Caller):
    def __init__(self, game, learned=()):
        super().__init__(game)
        self.game, self.learned, self.copies = game, learned, []

    def observe(self, record):
        self.learned += ((*record.holes[record.seat], *record.spot.board),)

    def copy(self):
        self.copies.append(Taught(self.game, self.learned))
        return self.copies[-1]


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit-3"])
def test_an_engine_that_learns_sees_each_deal_once_in_duplicate(name):
    game = get_game(name)
    taught, others = Taught(game), [RandomAgent(game) for _ in range(game.num_players - 1)]
    hands = []
    play(game, [taught, *others], 7, 3, duplicate=True, on_record=hands.append)
    assert len(taught.copies) == game.num_players - 1
    for turn, copy in enumerate([taught, *taught.copies]):
        held = [
            (*record.holes[record.players.index("call")], *record.board)
            for record in hands[turn :: game.num_players]
        ]
        assert list(copy.learned) == held


def test_a_learning_engine_changes_nothing_for_the_others():
    game = get_game("holdem-nolimit@20")
    plain, taught = (
        play(game, [Untabled(game), kind(game)], 40, 11, duplicate=True)
        for kind in (CallAgent, Taught)
    )
    assert np.array_equal(plain.payoffs, taught.payoffs)
    assert np.array_equal(plain.positions, taught.positions)


def test_without_duplicate_an_engine_learns_itself_and_goes_on_so():
    game = get_game("leduc")
    taught = Taught(game)
    play(game, [RandomAgent(game), taught], 5, 3)
    play(game, [RandomAgent(game), taught], 4, 3, duplicate=True)
    assert [len(one.learned) for one in (taught, *taught.copies)] == [5 + 4, 5 + 4]
    assert taught.copies[0].learned[:5] == taught.learned[:5]


def test_a_match_is_of_some_hands():
    game = get_game("kuhn")
    with pytest.raises(PokerError, match="1 to 100,000,000 hands"):
        play(game, [CallAgent(game)] * 2, 0, 1)


@pytest.mark.scorecard("N1")
def test_interval_covers_and_needs_two_units():
    assert Interval.of(np.zeros(0)) == Interval(0.0, float("inf"))
    assert Interval.of(np.array([2.0])).half_width == float("inf")
    samples = np.random.default_rng(4).normal(0.0, 3.0, (2_000, 1_000))
    found = [Interval.of(sample) for sample in samples]
    hits = sum(abs(interval.mean) <= interval.half_width for interval in found)
    assert 0.935 <= hits / 2_000 <= 0.965
