from dataclasses import replace

import pytest

from ai.agents.entry import AIVAT, DUPLICATE, REFERENCE, TABLES, Measured, TableResult
from ai.registry import build, engines, find_engine
from ai.strength.figures import TABLE_GAMES, keep, strength
from ai.strength.ladder import BE_BEATEN, LEARN, WIN, Rung, ladder
from ai.strength.measurement import measure, measure_table
from ai.strength.tables import MIXED, RIVAL, line_ups, result_at
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play

pytestmark = pytest.mark.slow

THREE = get_game("holdem-nolimit-3@7")


def test_line_ups_fill_the_other_seats_with_engines_that_play_the_game():
    six = line_ups(get_game("holdem-nolimit-6@20"))
    assert six[MIXED] == ("equity", "passive", "bluffer", "call", "equity")
    assert six["nfsp"] == ("nfsp",) * 5
    three = line_ups(THREE)
    assert three[MIXED] == ("equity", "passive") and "nfsp" not in three  # not shipped
    assert line_ups(get_game("holdem-nolimit")) == line_ups(get_game("kuhn-3")) == {}


@pytest.mark.ci
def test_each_deal_is_played_from_all_positions_and_aivat_keeps_the_mean():
    agents = tuple(build(name, THREE) for name in ("passive", "equity", "equity"))
    raw = play(THREE, agents, 60, 1, duplicate=True).mbb()
    found = measure_table(THREE, agents, RIVAL, 60)
    assert (found.line_up, found.method, found.hands, found.seed) == (RIVAL, AIVAT, 180, 1)
    assert found.ci95 < 0.7 * raw.half_width
    assert abs(found.mbb - raw.mean) < 1.7 * raw.half_width


@pytest.mark.ci
def test_an_engine_is_measured_at_every_table_and_is_even_with_itself():
    found = measure("equity", THREE, deals=2, lbr_deals=2)
    assert found.lbr_hands == 6 and found.lbr_ci95 > 0.0
    assert (found.method, found.mbb) == (TABLES, None)
    assert [one.line_up for one in found.tables] == [*line_ups(THREE)]
    assert result_at(found, RIVAL) == TableResult(RIVAL, REFERENCE, 0.0)
    assert result_at(found, MIXED).hands == 6 and result_at(found, "nfsp") is None
    searched = measure("uct:simulations=20", THREE, deals=2, lbr_deals=2)
    assert (
        result_at(searched, MIXED).method == DUPLICATE and searched.lbr is None
    )  # rows are too slow


def test_what_was_played_before_a_cancellation_counts():
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        measure("call", THREE, deals=2, control=control)


def test_local_results_at_tables_are_kept_beside_those_of_the_file(tmp_path):
    call = find_engine("call")
    found = Measured(TABLES, tables=(TableResult(MIXED, AIVAT, -30.0, 4.0, 600, 1),))
    keep(call, THREE, found, tmp_path)
    assert strength(call, THREE, tmp_path) == found
    game = get_game("holdem-nolimit-3@100")
    network = strength(find_engine("nfsp", game=game), game)
    assert network.method == "random" and network.lbr_hands == 1002
    assert result_at(network, MIXED) is not None


@pytest.mark.parametrize("name", TABLE_GAMES)
def test_shipped_results_are_against_line_ups_of_the_game(name):
    game = get_game(name)
    for engine in engines(game):
        figures = strength(engine, game)
        for one in () if figures is None else figures.tables:
            assert one.line_up in line_ups(game)
            itself = set(line_ups(game)[one.line_up]) == {engine.name}
            assert (one.method == REFERENCE) == itself == (one.ci95 is None)
            assert itself or (one.hands >= 100 and one.seed == 1)


def figures_of(row):
    tables = (TableResult(name, AIVAT, *one) for name, one in row.items())
    return Measured(TABLES, tables=tuple(tables))


def rungs(monkeypatch, known):
    listed = [find_engine(name, game=THREE) for name in known]
    figures = list(map(figures_of, known.values()))
    monkeypatch.setattr("ai.strength.ladder.strengths", lambda *_: figures)
    return ladder(THREE, listed=listed)


EVEN = {MIXED: (900.0, 50.0), RIVAL: (0.0, None)}
CLEAR = {MIXED: (900.0, 50.0), RIVAL: (120.0, 50.0)}


@pytest.mark.parametrize(
    ("known", "roles"),
    [
        # Nothing that loses to the rival is strong, whatever it wins elsewhere.
        (
            {"raise": {MIXED: (2000.0, 50.0), RIVAL: (-300.0, 50.0)}, "equity": EVEN},
            {"equity": (BE_BEATEN,), "raise": (WIN,)},
        ),
        # Better against the rival, though it wins less at the mixed table: neither dominates.
        (
            {"call": {MIXED: (500.0, 50.0), RIVAL: (200.0, 50.0)}, "equity": EVEN},
            {"equity": (BE_BEATEN,), "call": (BE_BEATEN,)},
        ),
        # Both win from the rival, whoever wins more at the mixed table.
        (
            {"raise": {MIXED: (1800.0, 50.0), RIVAL: (150.0, 50.0)}, "call": CLEAR},
            {"raise": (BE_BEATEN,), "call": (BE_BEATEN,)},
        ),
        # Better at one table and equal at the other.
        (
            {"call": {MIXED: (1200.0, 50.0), RIVAL: (20.0, 50.0)}, "equity": EVEN},
            {"call": (BE_BEATEN,), "equity": ()},
        ),
        # What is won from the passive does not count.
        (
            {"call": {**EVEN, "passive": (9.0, 1.0)}, "equity": {**EVEN, "passive": (900.0, 1.0)}},
            {"call": (BE_BEATEN,), "equity": (BE_BEATEN,)},
        ),
        # Not measured against the rival, or not at the mixed table.
        (
            {"call": {MIXED: (1200.0, 50.0)}, "raise": {RIVAL: (-9.0, 1.0)}, "random": {}},
            {"call": (), "raise": (), "random": ()},
        ),
    ],
)
def test_ladder_ranks_by_the_mixed_table_and_by_dominance(monkeypatch, known, roles):
    found = rungs(monkeypatch, known)
    assert {rung.engine.name: rung.roles for rung in found} == roles
    assert [rung.engine.name for rung in found] == [*roles]


def test_solved_engines_are_good_to_study_where_they_are_strong(monkeypatch):
    engine = replace(find_engine("equity", game=THREE), solves=True)
    figures = figures_of(EVEN)
    monkeypatch.setattr("ai.strength.ladder.strengths", lambda *_: [figures])
    (rung,) = ladder(THREE, listed=[engine])
    assert rung == Rung(engine, figures, None, (LEARN, BE_BEATEN))
