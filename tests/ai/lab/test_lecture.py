from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from ai.cfr.exact_game import exact_game
from ai.cfr.matrix import normalise
from ai.cfr.profiles import (
    LECTURE_PROFILE,
    kuhn_equilibrium,
    read_profile,
    two_action_profile,
    uniform,
)
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.lab.evaluation_problem import FIRST, LAST, EvaluationProblem, SampledHands, answer, looks
from ai.lab.lecture import WeightedSum, expectation, initial_state, iterate, iterations
from engine.errors import GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.policy import strategy_at
from tests.ai.cfr.games import nolimit

pytestmark = pytest.mark.slow

F = Fraction
KUHN = exact_game(get_game("kuhn"))
LECTURE = two_action_profile(KUHN, LECTURE_PROFILE)

# By player, line and cards, the bet or call before the check or fold: the opponent's cards, action
# values, value of the strategy, true regrets, counterfactual weight.
TABLE = [
    (0, "", "K", "Q 1/2 J 1/2", "5/4 3/2", "4/3", "-1/12 1/6", "1/3"),
    (0, "", "Q", "K 1/2 J 1/2", "-1/2 -1/3", "-5/12", "-1/12 1/12", "1/3"),
    (0, "", "J", "K 1/2 Q 1/2", "-5/4 -1", "-13/12", "-1/6 1/12", "1/3"),
    (0, "cr", "K", "Q 2/3 J 1/3", "2 -1", "2", "0 -3", "1/6"),
    (0, "cr", "Q", "K 3/4 J 1/4", "-1 -1", "-1", "0 0", "2/9"),
    (0, "cr", "J", "K 3/5 Q 2/5", "-2 -1", "-1", "-1 0", "5/18"),
    (1, "c", "K", "Q 3/7 J 4/7", "17/14 1", "17/14", "0 -3/14", "7/36"),
    (1, "c", "Q", "K 1/3 J 2/3", "0 1/3", "1/9", "-1/9 2/9", "1/6"),
    (1, "c", "J", "K 2/5 Q 3/5", "-11/10 -1", "-31/30", "-1/15 1/30", "5/36"),
    (1, "r", "K", "Q 3/5 J 2/5", "2 -1", "2", "0 -3", "5/36"),
    (1, "r", "Q", "K 2/3 J 1/3", "-2/3 -1", "-5/6", "1/6 -1/6", "1/6"),
    (1, "r", "J", "K 4/7 Q 3/7", "-2 -1", "-1", "-1 0", "7/36"),
]


def vector(text):
    return tuple(F(word) for word in text.split())


@pytest.fixture(scope="module")
def first():
    return iterate(KUHN, initial_state(LECTURE))


def test_five_steps_match_the_lecture(first):
    rows = [row for rows in first.tables for row in rows]
    for row, entry in zip(rows, TABLE, strict=True):
        *named, others, values, mixed, regrets, weight = entry
        assert [row.infoset.to_act, row.infoset.line, row.infoset.cards] == named
        words = others.split()
        assert row.posterior == tuple(zip(words[::2], map(F, words[1::2]), strict=True))
        assert row.values[::-1] == vector(values)
        assert row.mixed == F(mixed)
        assert row.regrets[::-1] == vector(regrets)
        assert row.gains[::-1] == tuple(max(F(0), x) for x in vector(regrets))
        assert row.weight == F(weight)
        assert row.cf_regrets[::-1] == tuple(F(weight) * x for x in vector(regrets))
    assert (first.value, first.nash_conv) == (F(-1, 18), F(13, 72))
    # Own reach: position 0 gets to its second decision only by checking.
    own = {row.infoset.cards: row.own_reach for row in first.tables[0] if row.infoset.line}
    assert own == {"K": F(1, 3), "Q": F(1, 2), "J": F(2, 3)}
    assert {row.own_reach for row in first.tables[1]} == {F(1)}


@pytest.mark.ci
def test_kernel_iterates_match_the_fractions():
    for name, exact, simultaneous in (
        *(("kuhn", 6, simultaneous) for simultaneous in (True, False)),
        ("leduc", 4, False),
    ):
        game = exact_game(get_game(name))
        solver = Solver(game.game, get_schedule("cfr"), simultaneous)
        run = iterations(game, initial_state(uniform(game)), simultaneous)
        for done in islice(run, 6):
            assert done.after.exact or done.iteration > exact
            solver.step(1)
            for table, profile in (
                (solver.current(), done.after.profile),
                (solver.average(), done.after.average),
            ):
                for infoset, row in profile.items():
                    assert played(table, infoset) == pytest.approx(np.array(row, float), abs=1e-12)
            assert solver.exploitability() == pytest.approx(
                float(done.average_nash_conv) / 2, abs=1e-12
            )
            if (name, done.iteration, simultaneous) == ("kuhn", 1, True):
                for infoset, regrets in done.after.regrets.items():
                    assert done.after.profile[infoset] == normalise(regrets)
                    found = played(solver.regrets(), infoset)
                    assert found == pytest.approx(np.array(regrets, float), abs=1e-15)


def played(table, infoset):
    game = table.tree.game
    board = tuple(game.deck["JQK".index(rank) * game.num_suits] for rank in infoset.board_cards)
    rank = "JQK".index(infoset.cards)
    combo = (rank + 1) * game.num_suits - 1  # the last suit: never the card on the board
    return strategy_at(table, infoset.node, board).probabilities[combo]


def test_invalid_alphas_and_other_games_are_rejected():
    with pytest.raises(GameError, match="0 to 1/3"):
        kuhn_equilibrium(F(1, 2))
    with pytest.raises(GameError, match="does not belong to Leduc"):
        two_action_profile(exact_game(get_game("leduc")), LECTURE_PROFILE)
    for game, words in (
        (get_game("holdem-limit"), "too large"),
        (get_game("holdem-nolimit-3"), "needs two"),
        (nolimit(12, 12), "too large for exact fractions"),
    ):
        with pytest.raises(GameError, match=words):
            exact_game(game)


def test_unreached_information_sets_have_no_posterior():
    never = {infoset: vector("1 0") for infoset in LECTURE}  # always check, always fold
    tables = iterate(KUHN, initial_state(never)).tables
    bets = [row for row in tables[1] if row.infoset.line == "r"]
    assert len(bets) == 3
    for row in bets:
        assert (row.weight, row.posterior, row.values, row.gains) == (0, (), None, None)
        assert row.cf_regrets == vector("0 0")


def entries(profile):
    def row(line, chances):
        return dict(zip("fc" if "r" in line else "cr", map(str, chances), strict=True))

    return [
        {"cards": x.cards, "board": "", "line": x.line, "probabilities": row(x.line, chances)}
        for x, chances in profile.items()
    ]


def changed(**new):
    first, *others = entries(LECTURE)
    return {"infosets": [{**first, **new}, *others]}


NO_CHANCES = (
    *({"c": 2, "r": -1}, {"c": "3/2", "r": "-1/2"}, {"c": "1/0"}, {"c": "1e-999999999"}),
    *({"c": float("nan")}, {"c": True}),
)


def test_printed_profiles_round_trip():
    printed = entries(LECTURE)
    rounded = [
        {**entry, "probabilities": {k: float(F(v)) for k, v in entry["probabilities"].items()}}
        for entry in printed
    ]
    for infosets in (printed, rounded):
        assert read_profile(KUHN, {"infosets": infosets}) == LECTURE
    odd = changed(probabilities={"c": 0.1234567891234, "r": 0.8765432108766})
    assert sum(next(iter(read_profile(KUHN, odd).values()))) == 1
    for document, words in (
        *(([], "a profile is"), ({"infosets": {}}, "a profile is")),
        ({"infosets": []}, "lacks cards K after ''"),
        ({"infosets": entries(LECTURE)[:-1]}, "lacks cards J after 'r'"),
        ({"infosets": [*entries(LECTURE), entries(LECTURE)[0]]}, "appears twice"),
        ({"infosets": [5]}, "is not an information set"),
        *(
            (changed(**new), "is not an information set")
            for new in ({"cards": "A"}, {"line": ["c"]})
        ),
        *(
            (changed(probabilities=rows), "of c, r and nothing else")
            for rows in ({"c": 1, "x": 0}, [1, 0])
        ),
        (changed(probabilities={"c": "1/3", "r": "1/3"}), "sum to 0.666667, not to 1"),
        *((changed(probabilities=row), "not a probability") for row in NO_CHANCES),
    ):
        with pytest.raises(GameError, match=words):
            read_profile(KUHN, document)


def test_long_fractions_become_floats_and_converge():
    run = list(islice(iterations(KUHN, initial_state(LECTURE), False), 200))
    assert run[0].after.exact and not run[-1].after.exact
    floats = list(islice(iterations(KUHN, initial_state(LECTURE).as_floats(), False), 8))
    for exact, inexact in zip(run, floats, strict=False):
        assert float(exact.average_nash_conv) == pytest.approx(inexact.average_nash_conv, abs=1e-12)
    assert float(run[-1].average_nash_conv) < 0.02


def test_lecture_calculation_is_broken_down():
    """1/2 (1/2 2 + 1/2 1) + 1/2 (0 2 + 1 1) = 5/4: the king bets against queen and jack."""
    half, found = F(1, 2), expectation(KUHN, LECTURE, KUHN.of_player(0)[0], 1)
    queen = WeightedSum(((half, F(2)), (half, F(1))))
    jack = WeightedSum(((F(0), F(2)), (F(1), F(1))))
    assert found == WeightedSum(((half, queen), (half, jack))) and found.value == F(5, 4)


@pytest.mark.parametrize("simultaneous", [True, False])
@pytest.mark.parametrize(("name", "count"), [("kuhn", 4), ("leduc", 1)])
def test_every_sampled_value_is_unbiased(name, count, simultaneous):
    game = exact_game(get_game(name))
    start = uniform(game) if name == "leduc" else LECTURE
    for done in islice(iterations(game, initial_state(start), simultaneous), count):
        for played, table in zip(done.played, done.tables, strict=True):
            for row in table:
                for action, value in enumerate(row.values or ()):
                    assert expectation(game, played, row.infoset, action).value == value


@pytest.fixture(scope="module")
def listing():
    question = EvaluationProblem(get_game("kuhn"), "lecture", "uniform", "lecture")
    return answer(question, Path(), JobControl()).listing


def to_the_end(listing, seed):
    draws = SampledHands(listing, seed)
    drawn = draws.start()
    for _ in looks():
        drawn = draws.go_on(drawn)
    assert draws.go_on(drawn) is drawn
    return drawn


def test_seed_determines_the_hands_which_match_actual_play(listing):
    first, same, other = (to_the_end(listing, seed) for seed in (3, 3, 4))
    assert np.array_equal(first.means, same.means)
    assert not np.array_equal(first.means, other.means)
    one, two = ([SampledHands(listing, 3).one(n) for n in range(9)] for _ in range(2))
    assert one == two
    draws, seen = SampledHands(listing, 1), np.zeros(listing.chance.shape)
    for number in range(400):
        seen[draws.one(number)] += 1 / 400
    assert not seen[listing.chance == 0].any()
    assert np.abs(seen - listing.chance.astype(float)).max() < 0.06


def test_sample_means_converge_to_exact_values(listing):
    assert (looks()[0], looks()[-1]) == (FIRST, LAST)
    held = []
    for seed in range(20):
        drawn = to_the_end(listing, seed)
        for column, name in enumerate(listing.estimates):
            exact = listing.moments(name)
            half = drawn.halves[-1, column]
            assert half == pytest.approx(1.96 * exact.sd / LAST**0.5, rel=0.02)
            held.append(abs(drawn.means[-1, column] - float(exact.mean)) <= half)
    assert np.mean(held) >= 0.88  # of 95%; the four are not independent
