"""Results of watched matches: the figures of the match, and their words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ai.entry import AIVAT, DUPLICATE
from ai.evaluation.verdicts import ALL_IN, RAW, Verdicts
from ai.registry import build
from ai.simple import CallAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.stopping import Sequence, Sprt
from pokergui.formatting.result import Unit
from pokergui.pages.watch.scenes.standing import standing_scene
from pokergui.pages.watch.scenes.verdict import verdict_words
from pokergui.pages.watch.work.counting import Counting
from tests.pokergui.blinds import blind_words

pytestmark = pytest.mark.slow
NAMES = ("Alder", "Birch")


def counted(
    name: str, engines: tuple[str, str], hands: int, *, duplicate: bool = True, **options: Any
) -> Counting:
    game = get_game(name)
    agents = [build(one, game) for one in engines]
    counting = Counting(game, NAMES, duplicate, **options)
    match = Match(game, agents, 3, duplicate)
    while match.hands < hands:
        match.run(100, JobControl(), counting.add)
    return counting


@pytest.mark.parametrize("name", ["leduc", "holdem-limit"])
def test_hands_counted_one_by_one_are_the_result_where_no_deal_is_played_twice(name):
    game = get_game(name)
    counting = Counting(game, NAMES, False)
    agents = [RandomAgent(game), CallAgent(game)]
    Match(game, agents, 3, False).run(50, JobControl(), counting.add)
    (raw,) = counting.readings
    assert raw.interval.half_width > 0.0
    whole = counting.result.interval()
    found = (raw.interval.mean, raw.interval.half_width)
    assert found == pytest.approx((whole.mean, whole.half_width))


def test_rows_are_those_of_the_verdicts_and_chips_alone_say_the_same():
    luck = Verdicts(get_game("leduc"), True)
    counting = counted("leduc", ("cfr", "random"), 600, luck=luck)
    plain = counted("leduc", ("cfr", "random"), 600)
    assert [one.method for one in plain.readings] == [RAW, DUPLICATE]
    for one, other in zip(plain.readings, luck.readings, strict=True):
        assert one.interval.mean == pytest.approx(other.interval.mean)
        assert one.interval.half_width == pytest.approx(other.interval.half_width)
    assert counting.readings == luck.readings


def words(counting: Counting, hands: int) -> tuple[str, str]:
    return verdict_words(counting, Unit.of(counting.result.game), NAMES, hands)


def test_a_fixed_length_takes_no_side_before_its_end():
    counting = counted("leduc", ("cfr", "random"), 1000)
    assert words(counting, 2000)[0].startswith("Alder so far: +")
    assert "after 2,000 hands" in words(counting, 2000)[1]
    early = standing_scene(counting, NAMES, 2000)
    assert blind_words(early) == []
    assert [row.reading for row in early.methods] == ["excludes 0", "excludes 0"]
    assert words(counting, 1000)[0].startswith("Alder leads by ")
    assert standing_scene(counting, NAMES, 1000).methods[-1].reading == "Alder ahead"


def test_a_sequence_takes_sides_once_it_leaves_out_0_and_draws_its_band():
    short = counted("leduc", ("cfr", "random"), 100, rule=Sequence(500))
    assert words(short, 1000) == (
        "Too few hands for a verdict",
        "by duplicate pairs; the band begins after 200 pairs of hands.",
    )
    even = counted("leduc", ("cfr", "cfr"), 600, rule=Sequence(500))
    assert words(even, 1000)[0].startswith("Nobody leads yet: ")
    found = counted("leduc", ("cfr", "random"), 1000, rule=Sequence(500))
    said, note = words(found, 2000)
    assert said.startswith("Alder leads by ")
    assert found.decided == "better" and f"at hand {found.decided_at:,}" in note
    chart = standing_scene(found, NAMES, 2000).chart
    band = next(line for line in chart.lines if line.name == "Sequence")
    fixed = chart.lines[0]
    interval = Sequence(500).interval(found.chosen.look)
    top = (found.chosen.interval.mean + interval.half_width) * found.chosen.hands / 1000
    assert band.high[-1] == pytest.approx(top)
    assert band.high[-1] > fixed.high[-1]
    assert band.x[0] >= 400


def test_a_test_says_which_result_it_accepts():
    found = counted("leduc", ("cfr", "random"), 600, rule=Sprt(-500.0, 500.0))
    assert words(found, 1000)[0] == "Alder: the test accepts +500 mA/hand, not −500"
    open_ = counted("leduc", ("cfr", "random"), 600, rule=Sprt(730.0, 731.0))
    assert "no decision yet" in words(open_, 1000)[0]


def test_all_in_ev_has_a_row_and_a_curve_of_its_own():
    luck = Verdicts(get_game("holdem-nolimit@20"), True)
    counting = counted("holdem-nolimit@20", ("raise", "call"), 100, luck=luck)
    scene = standing_scene(counting, NAMES, 100)
    assert [row.name for row in scene.methods] == ["Raw chips", "Duplicate pairs", "All-in EV"]
    assert scene.methods[-1].chosen and scene.methods[-1].cut.endswith("%")
    assert [line.name for line in scene.chart.lines] == ["All-in EV", "Raw"]
    hands, middle, half = counting.points(50)
    chosen = luck.reading(ALL_IN)
    assert (hands[0], hands[-1]) == (0, 100)
    assert middle[-1] == pytest.approx(chosen.interval.mean * 100 / 1000)
    assert half[-1] == pytest.approx(chosen.interval.half_width * 100 / 1000)
    assert np.all(np.diff(hands) > 0)
    assert AIVAT not in [one.method for one in counting.readings]
