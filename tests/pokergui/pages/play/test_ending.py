"""The end of a hand says what the person won or lost, net; it stays until the next hand ends."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from engine.game import get_game
from engine.match import Interval
from pokergui.felt.amounts import amount_text, net_text, winner_text
from pokergui.formatting.words import Money
from pokergui.pages.play.scenes.results import session_scene
from pokergui.pages.play.work.results import SessionResults
from pokergui.store import HandReader

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit")


def figure(text: str) -> tuple[int, float | None]:
    """The person's net chips in a sentence, and its big blinds where it names them."""
    if "even" in text:
        return 0, 0.0
    found = re.fullmatch(r"You (win|won|lose|lost) ([\d,]+)(?: antes?| \(([\d,.]+) bb\))", text)
    assert found, text
    sign = 1 if found[1] in ("win", "won") else -1
    blinds = None if found[3] is None else sign * float(found[3].replace(",", ""))
    return sign * int(found[2].replace(",", "")), blinds


def end_somehow(table: Any, number: int) -> None:
    """Play a hand to its end: by a fold, by calls, or after a raise."""
    for step in range(30):
        if table.page.shown["actions"].next_hand is not None:
            return
        fold, _, bet = table.page.shown["actions"].slots
        if number % 3 == 0 and fold.enabled:
            table.act("fold")
        elif number % 3 == 1 and bet.enabled and step == 0:
            table.act("raise")
        else:
            table.act("call")
    raise AssertionError("the hand never ended")


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_says_what_the_person_won_or_lost(played: Any, game: str) -> None:
    table = played(game, "random")
    shown = []
    for number in range(12):
        end_somehow(table, number)
        scene, last = table.page.scene, table.page.shown["last_hand"]
        there, kept = figure(scene.result.text), figure(last.text)
        assert there == kept
        shown.append(there)
        assert scene.result.tone == ("won" if there[0] > 0 else "lost" if there[0] < 0 else "even")
        hero = table.presenter.hands.play.hero
        own = {card.name for card in scene.seats[0].cards}
        assert {card.name for card in last.cards} == own
        assert hero in (0, 1)
        table.presenter.next_hand()
        table.settle()
    table.store.retry().result()
    rules = get_game(game) if game != "holdem-nolimit" else get_game("holdem-nolimit@100")
    with HandReader(table.store.path) as reader:
        for (net, blinds), hand in zip(shown, reader.list().hands, strict=False):
            assert net == hand.result
            if blinds is not None and net:
                assert blinds == pytest.approx(net / rules.big_blind, abs=0.051)


def test_the_result_stays_while_the_next_hand_is_played(played: Any) -> None:
    table = played("leduc", "call")
    assert table.page.shown["last_hand"] is None
    table.finish_hand()
    first = table.page.shown["last_hand"]
    assert first.title == "Hand 1"
    table.presenter.next_hand()
    table.settle()
    table.reach_decision()
    table.presenter.hands.act("call", "")
    table.runner.run_all()
    assert table.page.shown["last_hand"] is first  # the table has not shown what follows
    table.finish_hand()
    assert table.page.shown["last_hand"].title == "Hand 2"
    table.presenter.choose_opponent("raise")
    assert table.page.shown["last_hand"] is None


def test_a_training_hand_says_that_it_counts_nowhere(played: Any) -> None:
    table = played("leduc", "call")
    table.finish_hand()
    table.presenter.hands.undo()
    table.settle()
    table.finish_hand()
    assert table.page.shown["last_hand"].note.endswith("training hand, not counted")


@pytest.mark.parametrize(
    ("game", "net", "text"),
    [
        ("kuhn", 1, "You win 1 ante"),
        ("leduc", -13, "You lose 13 antes"),
        ("leduc", 0, "You break even"),
        ("holdem-limit", -5, "You lose 5 (0.5 bb)"),
        ("holdem-nolimit", 1250, "You win 1,250 (12.5 bb)"),
        ("holdem-nolimit", -20_000, "You lose 20,000 (200 bb)"),
    ],
)
def test_amounts_come_with_their_big_blinds_where_these_differ(
    game: str, net: int, text: str
) -> None:
    assert net_text(Money(get_game(game)), net) == text


def test_what_others_win() -> None:
    money = Money(get_game("holdem-nolimit"))
    assert winner_text(money, "Granite", 150) == "Granite wins 150 (1.5 bb)"
    assert winner_text(money, "Granite", 0) == "The pot is split"
    assert amount_text(Money(get_game("kuhn")), 2) == "2 antes"


def results_of(chips: Iterable[int]) -> SessionResults:
    results = SessionResults()
    for won in chips:
        results.add(won)
    return results


@pytest.mark.parametrize("hands", [0, 1, 2, 399, 400, 1_000, 30_001])
def test_a_session_of_any_length_has_few_points(hands: int) -> None:
    won = np.random.default_rng(hands).integers(-20_000, 20_001, hands)
    results = results_of(won.tolist())
    assert results.hands == hands
    series = results.series
    assert series[0] == 0
    assert series[-1] == won.sum()
    assert len(series) <= 401
    assert len(series) > min(hands, 199)
    assert set(series) <= {0.0, *map(float, won.cumsum())}
    if hands > 1:
        exact = Interval.of(won * 0.5)
        found = results.interval(0.5)
        assert found.mean == pytest.approx(exact.mean)
        assert found.half_width == pytest.approx(exact.half_width)


def test_one_hand_has_no_interval() -> None:
    figure = session_scene(get_game("holdem-nolimit"), results_of([300]), 1).result
    assert figure is not None
    assert (figure.value, figure.rest) == ("+300.0", "bb/100")
