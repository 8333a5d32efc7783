import os
import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.registry import build
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play
from engine.table import live_deck
from pokergui.judging.hands import hands_of_filter, hands_of_match
from pokergui.judging.judge import EvaluationTask, ask_here, judge
from pokergui.store import HandReader, HandSelection, Store
from tests.pokergui.store.players import keep_match
from tests.pokergui.store.random_hands import play_hand

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")
DEALS = 40


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("judging") / "hands.db"
    rng = random.Random(3)
    with closing(Store.open(path)) as store:
        for names in (("cfr", "call"), ("random", "random"), ("opponent-model", "call")):
            keep_match(store, LEDUC, names, 2 * DEALS)
        for number in range(30):  # a person and an engine, both at random
            game = get_game("kuhn") if number == 29 else LEDUC
            hero, engines = number % 2, ["random", "random"]
            engines[hero] = ""
            deal = store.begin_hand(game, live_deck(game))
            players = tuple(one or "Me" for one in engines)
            record = replace(play_hand(game, deal, rng), players=players)
            mode = "training" if number == 28 else "play"
            store.finish_hand(deal, record, engines=engines, hero=hero, mode=mode).result()
    return path


@pytest.fixture
def reader(path):
    with HandReader(path) as reader:
        yield reader


def judged(hands, *targets, control=None, made=build):
    return judge(
        hands, targets, lambda name, game: made(name, game), Path(), control or JobControl()
    )


ALL = HandSelection(game="leduc")


def test_a_match_names_its_players_and_judges_several_strategies(reader):
    hands = hands_of_match(reader, 1)
    assert (hands.hero, hands.behaviour, hands.rival, hands.count) == ("cfr", "cfr", "call", 80)
    exact = reader.matches()[-1].interval()
    found = judged(hands, "cfr", "random", "cfr")
    assert list(found.verdicts) == ["cfr", "random"]
    basic = found.verdicts["cfr"][0].interval
    told = [basic.mean * 1000, basic.half_width * 1000]
    assert told == pytest.approx([exact.mean, exact.half_width])
    assert (found.judged, found.cautions) == (80, ())
    hands = hands_of_match(reader, 1, "call")  # the other side
    assert (hands.behaviour, hands.rival) == ("call", "cfr")
    mean = judged(hands, "call").verdicts["call"][0].interval.mean
    assert mean * 1000 == pytest.approx(-exact.mean)
    control = JobControl(lambda fraction, text: fraction > 0.5 and control.cancel())
    found = judged(hands_of_match(reader, 1), "cfr", control=control)
    assert (found.judged, found.cautions) == (41, ())


class Asked(RangeAgent):
    def __init__(self, agent):
        self.name, self.agent, self.asked = agent.name, agent, 0

    def strategy(self, spot, control=None):
        self.asked += 1
        return self.agent.strategy(spot, control)


@pytest.mark.ci
@pytest.mark.parametrize(("name", "hands"), [("leduc", 60), ("holdem-nolimit@100", 8)])
def test_policy_tables_match_live_engines(name, hands, monkeypatch):
    game, chunks, off_tree = get_game(name), [], []
    agents = {one: build(one, game) for one in ("cfr", "random")}
    table, asked = agents["cfr"], Asked(agents["cfr"])
    play(game, [agents["random"], table], hands, 2, False, on_chunk=chunks.append)
    records = [
        (chunk.record(hand, ("a", "b")), 1 - int(chunk.positions[hand]))
        for chunk in chunks
        for hand in range(chunk.hands)
    ]
    question = EvaluationTask(
        game, "cfr", ("cfr", "random"), "all-in" if game is not LEDUC else "chips"
    )

    def numbers(cfr):
        made = lambda one, game: cfr if one == "cfr" else agents[one]  # noqa: E731
        found = ask_here(made, question, iter(records), JobControl())
        return [np.array(each).ravel().tolist() for _, each in found]

    by_asking, strategy = numbers(asked), type(table).strategy

    def noted(self, spot, *args):
        off_tree.append(spot)
        return strategy(self, spot, *args)

    monkeypatch.setattr(type(table), "strategy", noted)
    assert numbers(table) == by_asking
    assert len(off_tree) < asked.asked / (1 if game is not LEDUC else 100)


def test_strategy_file_newer_than_the_match_is_named(tmp_path):
    source, path = tmp_path / "caller.py", tmp_path / "hands.db"
    source.write_text(
        "from ai.agents.baselines import CallAgent\nclass Caller(CallAgent):\n    name = 'caller'\n"
    )
    with closing(Store.open(path)) as store:
        names, agents = (f"python:{source}", "call"), (build("call", LEDUC), build("call", LEDUC))
        keep_match(store, LEDUC, names, 20, duplicate=False, agents=agents)
    began = source.stat().st_mtime
    with HandReader(path) as reader:
        for later, said in ((-5.0, 0), (5.0, 1)):
            os.utime(source, (began + later, began + later))
            # The engine is a stand-in; its file is checked.
            hands = hands_of_match(reader, 1)
            found = judged(hands, "call", made=lambda name, game: build("call", game))
            named = f"the file of python:{source} was written after the match began"
            assert [named in str(one) for one in found.cautions].count(True) == said


def test_learning_engines_cannot_be_re_evaluated(reader):
    with pytest.raises(EngineError, match="learns as it plays"):
        judged(hands_of_match(reader, 3), "cfr")
    (caution,) = judged(hands_of_match(reader, 3, "call"), "call").cautions
    assert "opponent-model learns, so" in str(caution)


def test_hands_you_played_evaluate_your_opponent(reader):
    hands = hands_of_filter(reader, ALL)
    assert (hands.behaviour, hands.rival, hands.count) == ("random", "", 28)  # no practice hands
    found = judged(hands, "random")
    won = sum(hand.payoffs[1 - hand.hero] for hand in reader.list(ALL).hands if hand.mode == "play")
    assert found.verdicts["random"][0].interval.mean == pytest.approx(won / 28)
    assert "you are human" in str(found.cautions[0])


@pytest.mark.parametrize("name", ["you", "Me"])
def test_evaluating_your_hands_needs_the_engine_you_followed(reader, name):
    with pytest.raises(PokerError, match="which engine you followed"):
        hands_of_filter(reader, ALL, name)
    hands = hands_of_filter(reader, ALL, name, "random")
    assert (hands.behaviour, hands.rival) == ("random", "random")
    found = judged(hands, "cfr")
    assert "only hands in which you saw its strategy" in str(found.cautions[0])
    with pytest.raises(EngineError, match="was not played by the behaviour"):
        judged(hands_of_filter(reader, ALL, name, "call"), "cfr")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (HandSelection(), "several games; choose one of kuhn, leduc"),
        (replace(ALL, result="won"), "bias the evaluation"),
        (replace(ALL, least_bb=1.0), "bias the evaluation"),
        (replace(ALL, text="Kh"), "bias the evaluation"),
        (replace(ALL, opponent="cfr"), "no two-player hands"),
    ],
)
def test_hands_that_cannot_evaluate_a_strategy_are_rejected(reader, wanted, words):
    with pytest.raises(PokerError, match=words):
        hands_of_filter(reader, wanted)
