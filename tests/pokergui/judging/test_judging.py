"""Strategies judged by hands of the database."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ai.base import RangeAgent
from ai.registry import build
from engine.agent import Agent
from engine.errors import EngineError, PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import MatchChunk, play
from engine.player import PublicState, Strategy
from engine.table import live_deck
from pokergui.judging.hands import hands_of_filter, hands_of_match
from pokergui.judging.judge import Judged, Question, ask_here, judge
from pokergui.store import HandFilter, HandReader, Store
from tests.pokergui.store.random_hands import play_hand

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")
MATCHES = (("cfr", "call"), ("random", "random"), ("opponent-model", "call"))
DEALS = 40


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judging") / "hands.db"
    rng = random.Random(3)
    with closing(Store.open(path)) as store:
        for names in MATCHES:
            agents = [build(name, LEDUC) for name in names]
            options = {"seed": 5, "duplicate": True, "hands": 2 * DEALS, "mode": "match"}
            ticket = store.begin_match(LEDUC, engines=names, players=names, **options)
            keep = lambda chunk, ticket=ticket: store.append_block(ticket, chunk)  # noqa: E731
            play(LEDUC, agents, DEALS, 5, True, None, None, keep)
            store.finish_match(ticket).result()
        for number in range(30):  # a person and an engine, both at random
            game = get_game("kuhn") if number == 29 else LEDUC
            hero = number % 2
            engines = ["random", "random"]
            engines[hero] = ""
            deal = store.begin_hand(game, live_deck(game))
            record = replace(
                play_hand(game, deal, rng), players=tuple(one or "Me" for one in engines)
            )
            mode = "training" if number == 28 else "play"
            store.finish_hand(deal, record, engines=engines, hero=hero, mode=mode).result()
    return path


@pytest.fixture
def reader(path: Path) -> Iterator[HandReader]:
    with HandReader(path) as reader:
        yield reader


def judged(hands: object, *targets: str, control: JobControl | None = None) -> Judged:
    def made(name: str, game: Game) -> object:
        return build(name, game)

    return judge(hands, targets, made, Path(), control or JobControl())


ALL = HandFilter(game="leduc")


def test_a_match_says_who_played_it_and_judges_several(reader: HandReader) -> None:
    hands = hands_of_match(reader, 1)
    assert (hands.hero, hands.behaviour, hands.rival, hands.count) == ("cfr", "cfr", "call", 80)
    match = reader.matches()[-1]
    found = judged(hands, "cfr", "random", "cfr")
    assert list(found.verdicts) == ["cfr", "random"]
    basic = found.verdicts["cfr"][0]
    assert basic.interval.mean * 1000 == pytest.approx(match.interval().mean)
    assert basic.interval.half_width * 1000 == pytest.approx(match.interval().half_width)
    assert (found.judged, found.cautions) == (80, ())


class Asked(RangeAgent):
    """An engine without its table: asked at each decision."""

    def __init__(self, agent: Agent) -> None:
        self.name, self._agent, self.asked = agent.name, agent, 0

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        self.asked += 1
        return self._agent.strategy(spot, control)


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit@100"])
def test_tables_say_the_same_as_engines_that_are_asked(name: str) -> None:
    game = get_game(name)
    agents = {one: build(one, game) for one in ("cfr", "random")}
    table, asked = agents["cfr"], Asked(agents["cfr"])
    chunks: list[MatchChunk] = []
    play(game, [agents["random"], table], 60, 2, False, None, None, chunks.append)
    records = [
        (chunk.record(hand, ("a", "b")), 1 - int(chunk.positions[hand]))
        for chunk in chunks
        for hand in range(chunk.hands)
    ]
    question = Question(game, "cfr", ("cfr", "random"), "all-in" if game is not LEDUC else "chips")

    def numbers(cfr: Agent) -> list[list[float]]:
        made = lambda one, game: cfr if one == "cfr" else agents[one]  # noqa: E731
        found = ask_here(made, question, iter(records), JobControl())
        return [np.array(each).ravel().tolist() for _, each in found]

    by_asking = numbers(asked)
    assert asked.asked > 0
    with pytest.MonkeyPatch.context() as patch:
        off_tree: list[PublicState] = []
        strategy = type(table).strategy

        def noted(self: Agent, spot: PublicState, *args: object) -> Strategy:
            off_tree.append(spot)
            return strategy(self, spot, *args)

        patch.setattr(type(table), "strategy", noted)
        assert numbers(table) == by_asking
    assert len(off_tree) < asked.asked / (1 if game is not LEDUC else 100)


def test_a_file_that_was_written_after_the_match_is_named(tmp_path: Path) -> None:
    source = tmp_path / "caller.py"
    source.write_text(
        "from ai.simple import CallAgent\nclass Caller(CallAgent):\n    name = 'caller'\n"
    )
    names, path = (f"python:{source}", "call"), tmp_path / "hands.db"
    agents = [build("call", LEDUC)] * 2
    with closing(Store.open(path)) as store:
        ticket = store.begin_match(
            LEDUC, engines=names, players=names, seed=1, duplicate=False, hands=20, mode="match"
        )
        play(LEDUC, agents, 20, 1, False, None, None, partial(store.append_block, ticket))
        store.finish_match(ticket).result()
    began = source.stat().st_mtime
    with HandReader(path) as reader:
        for later, said in ((-5.0, False), (5.0, True)):
            os.utime(source, (began + later, began + later))
            # The engine itself is a stand-in: what is looked at is its file.
            found = judge(
                hands_of_match(reader, 1),
                ("call",),
                lambda name, game: build("call", game),
                tmp_path,
                JobControl(),
            )
            assert [one for one in map(str, found.cautions) if "was written after" in one] == (
                [
                    f"the file of python:{source} was written after the match began: it may not be"
                    " the strategy that played"
                ]
                if said
                else []
            )


def test_the_other_side_of_a_match(reader: HandReader) -> None:
    hands = hands_of_match(reader, 1, "call")
    assert (hands.behaviour, hands.rival) == ("call", "cfr")
    mean = judged(hands, "call").verdicts["call"][0].interval.mean
    assert mean * 1000 == pytest.approx(-reader.matches()[-1].interval().mean)


def test_an_engine_that_learns_cannot_be_asked_again(reader: HandReader) -> None:
    with pytest.raises(EngineError, match="learns as it plays"):
        judged(hands_of_match(reader, 3), "cfr")
    (caution,) = judged(hands_of_match(reader, 3, "call"), "call").cautions
    assert "opponent-model learns, so" in str(caution)


def test_hands_that_you_played_judge_your_opponent(reader: HandReader) -> None:
    hands = hands_of_filter(reader, ALL)
    assert (hands.behaviour, hands.rival, hands.count) == ("random", "", 28)  # not the practice
    found = judged(hands, "random")
    won = sum(hand.payoffs[1 - hand.hero] for hand in reader.list(ALL).hands if hand.mode == "play")
    assert found.verdicts["random"][0].interval.mean == pytest.approx(won / 28)
    assert "you are a person" in str(found.cautions[0])


@pytest.mark.parametrize("name", ["you", "Me"])
def test_your_own_hands_need_the_engine_that_you_followed(reader: HandReader, name: str) -> None:
    with pytest.raises(PokerError, match="which engine you followed"):
        hands_of_filter(reader, ALL, name)
    hands = hands_of_filter(reader, ALL, name, "random")
    assert (hands.behaviour, hands.rival) == ("random", "random")
    found = judged(hands, "cfr")
    assert "only hands in which its row was shown" in str(found.cautions[0])
    with pytest.raises(EngineError, match="was not played by the behaviour"):
        judged(hands_of_filter(reader, ALL, name, "call"), "cfr")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (HandFilter(), "several games; choose one of kuhn, leduc"),
        (replace(ALL, result="won"), "judge nobody"),
        (replace(ALL, least_bb=1.0), "judge nobody"),
        (replace(ALL, text="Kh"), "judge nobody"),
        (replace(ALL, opponent="cfr"), "no hands of two players"),
    ],
)
def test_hands_that_judge_nobody_are_refused(
    reader: HandReader, wanted: HandFilter, words: str
) -> None:
    with pytest.raises(PokerError, match=words):
        hands_of_filter(reader, wanted)


def test_once_stopped_what_was_read_counts(reader: HandReader) -> None:
    control = JobControl(lambda fraction, text: fraction > 0.5 and control.cancel())
    found = judged(hands_of_match(reader, 1), "cfr", control=control)
    assert found.judged == 41
    assert found.cautions == ()
