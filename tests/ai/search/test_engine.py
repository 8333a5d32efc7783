from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.best_response import agent_table, expected_value, exploitability
from ai.networks.nfsp.shipped import load_shipped
from ai.networks.record import Networks
from ai.reading.reach import RangeReader
from ai.registry import build, check_engine, find_engine
from ai.search import decision as subject
from ai.search.adaptive import Stop
from ai.search.belief import ranges_of
from ai.search.decision import DecisionSearch
from ai.search.effort import SearchEffort, read_effort
from ai.search.engine import EFFORT, make_network_searcher
from ai.search.methods import METHODS, get_method
from ai.search.range_strategy import answer
from ai.search.search import Search, network_guide, table_guide
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.player import SeatView
from tests.ai.cfr.games import solved
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")


def test_a_guided_search_beats_its_networks_and_stays_near_them():
    nfsp, found = (agent_table(LEDUC, build(name, LEDUC)) for name in ("nfsp", "nfsp-uct"))
    cfr = agent_table(LEDUC, solved(LEDUC))

    def won(first, second):
        return (expected_value(first, second) - expected_value(second, first)) / 2

    assert won(found, nfsp) > 0.001
    assert won(found, cfr) > won(nfsp, cfr)
    assert exploitability(found) < 0.1


def test_it_believes_the_average_s_ranges_and_knows_the_networks():
    spot, trained = spot_of(LEDUC, "rc/r", LEDUC.deck[2:3]), load_shipped("nfsp", LEDUC)
    ranges = ranges_of(RangeReader(build("nfsp", LEDUC)), spot)
    guide = network_guide(trained.environment, trained.networks)
    decision = DecisionSearch(spot, get_method("nfsp-uct"), ranges, guide=guide)
    expected, found = answer(decision, SearchEffort(2800)), build("nfsp-uct", LEDUC).strategy(spot)
    assert found.probabilities.tobytes() == expected.probabilities.tobytes()
    assert found.note == "2,800 simulations for each hand"
    other = build("nfsp-uct:belief=any", LEDUC).strategy(spot)
    assert other.probabilities.tobytes() != found.probabilities.tobytes()


def test_values_are_chips_from_here_on():
    spot = spot_of(LEDUC, "rc/r", LEDUC.deck[2:3])
    found = build("uct:simulations=4000,final=value", LEDUC).strategy(spot)
    held = found.probabilities.any(axis=1)
    assert found.values is not None and (found.values[held, 0] == 0.0).all()
    assert (found.values.argmax(axis=1)[held] == found.probabilities.argmax(axis=1)[held]).all()
    # With a pair of the board it never loses: it wins what is in and bet, or more.
    pair = [combo for combo, card in enumerate(LEDUC.deck) if card // 4 == LEDUC.deck[2] // 4]
    (own,) = (combo for combo in pair if held[combo])
    assert found.values[own, 1] == pytest.approx(spot.pot)
    assert found.values[~held].any() == 0


def test_rollouts_by_a_model_play_its_table_beyond_what_was_searched():
    spot, cfr = spot_of(LEDUC, "r"), solved(LEDUC)
    method = replace(get_method("uct"), beyond="prior")
    expected = answer(
        DecisionSearch(spot, method, guide=table_guide(cfr.table())), SearchEffort(300)
    )
    found = build("uct:simulations=300,rollouts=model", LEDUC).strategy(spot)
    assert found.probabilities.tobytes() == expected.probabilities.tobytes()
    plain = build("uct:simulations=300", LEDUC).strategy(spot)
    assert found.probabilities.tobytes() != plain.probabilities.tobytes()


def test_a_hastened_search_answers_by_what_it_has_and_one_hand_reports_progress():
    agent, spot, seen = build("uct:simulations=100000", LEDUC), spot_of(LEDUC, "r"), []
    control = JobControl(lambda fraction, text: (seen.append(fraction), control.hasten()))
    agent.act(SeatView(spot, spot.to_act, (LEDUC.deck[0],)), np.random.default_rng(1), control)
    assert seen[0] == 0.0 and seen[-1] == 1.0
    answer = agent.strategy(spot, control)
    assert answer.note == "500 simulations for each hand"
    assert np.allclose(answer.probabilities.sum(axis=1), 1.0)
    control.cancel()
    with pytest.raises(CancelledError):
        agent.strategy(spot, control)


def test_a_whole_strategy_is_listed_where_that_takes_seconds():
    agent = build("nfsp-uct:simulations=50", KUHN)
    table = agent.table()
    assert table is agent.table()
    assert table.probabilities.tolist() == agent_table(KUHN, agent).probabilities.tolist()
    assert build("nfsp-uct:simulations=1000000", KUHN).table() is None


def test_options_are_read():
    stop = Stop(500, 0.98, 1000)
    for text, effort in (
        ("simulations=1_000", replace(EFFORT, simulations=1000)),
        ("level=.9", replace(EFFORT, stop=Stop(560, 0.9, 2800))),
        ("final=most,belief=any", SearchEffort(2800, "most")),
        ("simulations=1000,level=0.98,threshold=500", replace(EFFORT, simulations=1000, stop=stop)),
    ):
        assert read_effort(text, EFFORT) == effort
    assert find_engine("nfsp-uct:final=value") is not None
    assert find_engine("nfsp-uct:final=luck") is None
    assert build("smooth-uct:simulations=10", KUHN).name == "smooth-uct:simulations=10"


def test_bad_options_are_one_sentence():
    for options, words in (
        *((f"simulations={count}", "needs 1 to 10,000,000 simulations") for count in (0, 99999999)),
        *((f"simulations={text}", "not a whole number") for text in ("-1", "²")),
        *((f"level={level}", "above 0 and below 1") for level in ("1", "0", "nan")),
        ("level=high", "not a level"),
        ("threshold=5", "threshold needs level"),
        ("level=.9,threshold=9000", "threshold"),
        ("final=luck", "choose one of visits, most, value"),
        ("belief=nobody", "is any, ranges"),
        *((text, "a search takes simulations=N") for text in ("speed=9", "much")),
        ("level=.9,level=.8", "given twice"),
    ):
        with pytest.raises(EngineError, match=words) as error:
            check_engine(f"nfsp-uct:{options}", LEDUC)
        assert "\n" not in str(error.value)


def test_what_is_not_there_is_named():
    three = get_game("holdem-nolimit-3")
    for name, game, words in (
        ("uct:rollouts=model", three, "no engine has a table for rollouts"),
        ("uct:ranges", three, "no engine gives ranges"),
        ("nfsp-uct:rollouts=model", LEDUC, "values in place of rollouts"),
        ("uct:rollouts=luck", LEDUC, "random or model"),
        ("uct:luck", LEDUC, "'uct' is played as uct, uct:decision, uct:ranges"),
        ("uct", get_game("leduc-3"), "does not play .* it plays hold'em, and two-player"),
        ("nfsp-uct", get_game("holdem-nolimit@37"), "'nfsp-uct' does not play"),
        ("uct:simulations=10000000", get_game("holdem-nolimit@100"), "GB of memory"),
    ):
        with pytest.raises(EngineError, match=words):
            build(name, game)
    trained = random_networks("leduc")
    without = replace(trained, networks=Networks(trained.networks.averages, ()))
    with pytest.raises(EngineError, match="have not learned"):
        make_network_searcher("nfsp-uct", without)


def test_a_stopped_build_goes_on_to_the_same_bits(monkeypatch):
    monkeypatch.setattr(subject, "SIMULATIONS", 200_000)
    game = replace(KUHN, name="never searched before")
    control = JobControl(lambda *_: control.cancel())
    with pytest.raises(CancelledError):
        subject.make_agent("uct", game, None, control)
    found = subject.make_agent("uct", game, None, JobControl()).table()
    search = Search(game, METHODS[0])
    search.run(200_000)
    assert found.probabilities.tobytes() == search.table().probabilities.tobytes()


def test_searches_at_a_decision_believe_any_hand_or_the_equilibrium_s_ranges():
    spot, cfr = spot_of(KUHN, "r"), solved(KUHN)
    for play, ranges in (("decision", None), ("ranges", ranges_of(RangeReader(cfr), spot))):
        found = build(f"uct:{play}", KUHN).strategy(spot)
        expected = answer(DecisionSearch(spot, METHODS[0], ranges), subject.AT_DECISION)
        assert found.probabilities.tobytes() == expected.probabilities.tobytes()
    tables = [agent_table(KUHN, build(f"uct:{play}", KUHN)) for play in ("decision", "ranges")]
    assert np.abs(tables[0].probabilities - tables[1].probabilities).max() > 0.1
