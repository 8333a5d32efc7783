from dataclasses import replace
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.cfr.matrix import (
    MAX_ACTIONS,
    ROCK_PAPER_SCISSORS,
    RULES,
    as_matrix,
    bits_of,
    gap,
    get_rule,
    initial_state,
    normalise,
    parse_matrix,
    parse_number,
    run,
    step,
    steps,
)
from ai.lab.matrix_equilibrium import equilibrium
from engine.errors import GameError

pytestmark = pytest.mark.slow

F = Fraction
LECTURE, TEXTBOOK, RM_PLUS = RULES


def vector(text):
    return tuple(F(word) for word in text.split())


def test_first_step_matches_the_lecture():
    a, b = step(ROCK_PAPER_SCISSORS, LECTURE, initial_state(ROCK_PAPER_SCISSORS)).players
    assert (a.value, b.value) == (F(2, 9), F(-2, 9))
    assert (a.values, b.values) == (vector("2/3 0 0"), vector("0 0 -2/3"))
    assert a.regrets == vector("4/9 -2/9 -2/9")
    assert b.regrets == vector("2/9 2/9 -4/9")
    assert (a.added, b.added) == (vector("4/9 0 0"), vector("2/9 2/9 0"))
    assert (a.sums_after, b.sums_after) == (vector("13/9 1 1"), vector("11/9 11/9 1"))
    assert normalise(a.sums_after) == vector("13/31 9/31 9/31")
    assert normalise(b.sums_after) == vector("11/31 11/31 9/31")


SECOND = {  # both players' sums after the second step
    "lecture": ("14923/8649 1 1", "12605/8649 13721/8649 1"),
    "textbook": ("1067/729 635/729 473/729", "985/729 1147/729 -365/729"),
    "rm+": ("1067/729 635/729 473/729", "985/729 1147/729 0"),
}


@pytest.mark.parametrize("rule", RULES)
def test_the_second_step_of_each_rule(rule):
    played, value = ("13/27 7/27 7/27", "11/27 11/27 5/27"), F(94, 729)
    if rule is LECTURE:
        played, value = ("13/31 9/31 9/31", "11/31 11/31 9/31"), F(226, 961)
    _, second = islice(steps(ROCK_PAPER_SCISSORS, rule), 2)
    assert (second.iteration, second.players[0].value) == (2, value)
    for player, row, sums in zip(second.players, played, SECOND[rule.name], strict=True):
        assert (player.strategy, player.sums_after) == (vector(row), vector(sums))
        assert player.average == tuple((F(1, 3) + x) / 2 for x in vector(row))


@pytest.mark.parametrize("rule", [*RULES, replace(RM_PLUS, weight=1)])
@pytest.mark.parametrize("payoffs", ["0 -1 3; 1 0 -1; -1 1 0", "2 -1/3 0.5 4; -7 1 3/8 -2"])
def test_floats_match_fractions_for_six_steps(rule, payoffs):
    matrix = parse_matrix(payoffs)
    trace = run(matrix, rule, 6, range(1, 7))
    floats = islice(steps(matrix, rule, initial_state(matrix).as_floats()), 6)
    pairs = zip(islice(steps(matrix, rule), 6), floats, strict=True)
    for look, (exact, inexact) in enumerate(pairs):
        assert exact.after.exact and not inexact.after.exact
        assert trace.iterations[look] == exact.iteration == inexact.iteration
        for seat in (0, 1):
            player, other = exact.players[seat], inexact.players[seat]
            for name in vars(player):
                expected = np.array(getattr(player, name), float)
                assert np.array(getattr(other, name)) == pytest.approx(expected, abs=1e-12)
            strategy, average = np.array(player.strategy, float), np.array(player.average, float)
            assert trace.played[seat][look] == pytest.approx(strategy, abs=1e-12)
            assert trace.averages[seat][look] == pytest.approx(average, abs=1e-12)
        assert trace.gaps[look] == pytest.approx(float(exact.gap), abs=1e-12)
        assert trace.average_gaps[look] == pytest.approx(float(exact.average_gap), abs=1e-12)
    for ours, exactly in zip(trace.after.sums, exact.after.sums, strict=True):
        assert ours == pytest.approx(tuple(map(float, exactly)), abs=1e-12)


def test_run_resumes_where_another_stopped():
    whole = run(ROCK_PAPER_SCISSORS, LECTURE, 1000, [500, 900])
    half = run(ROCK_PAPER_SCISSORS, LECTURE, 500, [500, 900])
    rest = run(ROCK_PAPER_SCISSORS, LECTURE, 1000, [500, 900], half.after)
    assert rest.after == whole.after
    assert [half.iterations.tolist(), rest.iterations.tolist()] == [[500], [900]]
    assert run(ROCK_PAPER_SCISSORS, LECTURE, 10, state=whole.after).after == whole.after


payoff = st.fractions(-100, 100, max_denominator=999) | st.integers(-3, 3)
matrices = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda size: st.lists(
        st.lists(payoff, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
    )
)


@settings(max_examples=60)
@given(rows=matrices, rule=st.sampled_from(RULES))
def test_columns_match_their_headings(rows, rule):
    for done in islice(steps(as_matrix(rows), rule), 4):
        a, b = done.players
        assert a.value == -b.value
        for player in (a, b):
            assert sum(player.strategy) == sum(player.average) == 1
            assert min(player.strategy) >= 0
            assert sum(p * r for p, r in zip(player.strategy, player.regrets, strict=True)) == 0
        assert done.gap == max(a.regrets) + max(b.regrets) >= 0
        assert len(str(done.average_gap)) < 4000


@settings(max_examples=60)
@given(rows=matrices)
def test_equilibria_have_zero_exploitability(rows):
    matrix = as_matrix(rows)
    found = equilibrium(matrix)
    for a in found.a:
        for b in found.b:
            assert gap(matrix, a, b) == 0
            assert sum(a) == sum(b) == 1
    mixed = tuple(sum(column) / len(found.a) for column in zip(*found.a, strict=True))
    assert gap(matrix, mixed, found.b[0]) == 0
    # The best possible with summed regrets; textbook regret matching comes close.
    trace = run(matrix, TEXTBOOK, 2000, [2000])
    (average,) = trace.averages[0]
    least = (average @ np.array(rows, float)).min()
    assert least <= float(found.value) + 1e-9
    assert float(found.value) <= least + trace.average_gaps[0] + 1e-9


def test_lecture_equilibrium_is_unique_and_multiple_equilibria_are_reported():
    found = equilibrium(ROCK_PAPER_SCISSORS)
    assert (found.unique, found.value) == (True, F(2, 15))
    assert (found.a, found.b) == ((vector("1/5 7/15 1/3"),), (vector("1/3 7/15 1/5"),))
    found = equilibrium(as_matrix([[1, 1], [0, 0], [1, 0]]))
    assert not found.unique and found.a == (vector("1 0 0"),)
    assert set(found.b) == {vector("1 0"), vector("0 1")}
    assert equilibrium(as_matrix([[0] * 12] * 12)) is None


def test_fractions_stay_exact_unless_too_long():
    read = {"3": 3, "-2/15": F(-2, 15), "0.25": F(1, 4), "\u22121": -1, "+.5": F(1, 2)}
    assert {text: parse_number(text) for text in read} == read
    for text in ("", "x", "1/0", "1/-2", "nan", "inf", "1e9", "9" * 10, "1/2/3"):
        with pytest.raises(GameError, match="is not a number"):
            parse_number(text)
    assert as_matrix([[1, F(1, 2)]]) == ((F(1), F(1, 2)),)
    for row in ([1, 0.5, F(1, 3)], [F(1, 10**8 + i) for i in range(MAX_ACTIONS)]):
        assert all(type(x) is float for x in as_matrix([row])[0])
    assert get_rule("rm+") is RM_PLUS
    with pytest.raises(GameError, match="lecture, textbook, rm\\+"):
        get_rule("magic")


def test_bits_are_those_of_the_longer_part():
    assert (bits_of(F(-5, 9)), bits_of(F(9, 5)), bits_of(0.5)) == (4, 4, 0)


def test_impossible_matrices_are_rejected():
    for rows, words in (
        ([], "at least one row"),
        ([[]], "at least one row"),
        ([[1, 2], [3]], "the same number of payoffs; here they have 2, 1"),
        ([[0] * (MAX_ACTIONS + 1)], "at most 50"),
        ([[float("nan")]], "between"),
        ([[1e10]], "between"),
    ):
        with pytest.raises(GameError, match=words):
            as_matrix(rows)
