import numpy as np
import pytest

from ai.agents.entry import AIVAT
from ai.evaluation.match_estimates import ALL_IN, Verdicts
from ai.registry import build
from engine.card_display import parse_shown
from engine.cards import parse_cards
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.stopping import ConfidenceSequence, Sprt
from pokergui.formatting.numbers import ResultUnit
from pokergui.matches import Counting
from pokergui.pages.watch.scenes.controls import Clock
from pokergui.pages.watch.scenes.standing import standing_scene, verdict_words
from pokergui.pages.watch.scenes.table import hand_note
from pokergui.pages.watch.work import win_share
from tests.pokergui.blinds import blind_words

NAMES = ("Alder", "Birch")


def counted(name, engines, hands, *, duplicate=True, **options):
    game = get_game(name)
    counting = Counting(game, NAMES, duplicate, **options)
    match = Match(game, [build(one, game) for one in engines], 3, duplicate)
    while match.hands < hands:
        match.run(min(100, hands), JobControl(), counting.add)
    return counting


def leduc(hands, second="random", **options):
    return counted("leduc", ("cfr", second), hands, **options)


def words(counting, hands):
    return verdict_words(counting, ResultUnit.of(counting.result.game), NAMES, hands)


@pytest.mark.parametrize("name", ["leduc", "holdem-limit"])
def test_without_duplicate_every_single_hand_counts_in_the_result(name):
    counting = counted(name, ("random", "call"), 20, duplicate=False)
    (raw,) = counting.readings
    assert raw.interval.half_width > 0.0
    whole = counting.result.interval()
    found = (raw.interval.mean, raw.interval.half_width)
    assert found == pytest.approx((whole.mean, whole.half_width))


def test_fixed_length_match_gives_no_verdict_before_its_end():
    counting = leduc(1000)
    verdict, note = words(counting, 2000)
    assert verdict.startswith("Alder so far: +") and "before 2,000 hands" in note
    early = standing_scene(counting, NAMES, 2000)
    assert blind_words(early) == []
    assert [row.reading for row in early.methods] == ["excludes 0", "excludes 0"]
    assert [row.name for row in early.seats] == ["acting first", "acting second"]
    late = standing_scene(counting, NAMES, 1000).methods[-1]
    assert (late.reading, late.leads) == ("Alder ahead", True)


@pytest.mark.parametrize(
    ("engines", "hands", "reading", "verdict"),
    [
        (("random", "random"), 200, "includes 0", "Nobody leads"),
        (("call", "call"), 40, "exactly 0", "Exactly even"),
    ],
)
def test_fixed_length_match_can_end_without_a_winner(engines, hands, reading, verdict):
    scene = standing_scene(counted("leduc", engines, hands), NAMES, hands)
    row = scene.methods[-1]
    assert row.chosen and not row.leads and row.reading == reading
    assert scene.verdict.startswith(verdict)
    own, outer = scene.chart.lines
    assert (own.name, own.style, outer.name, outer.style) == ("Duplicate", "plain", "Raw", "band")
    assert len(own.x) == len(own.y) == len(own.low) == len(outer.high) and own.x[-1] == hands


def test_confidence_sequence_decides_once_it_excludes_zero_and_draws_its_band():
    assert words(leduc(100, rule=ConfidenceSequence(500)), 1000) == (
        "Too few hands for a verdict",
        "by duplicate pairs; the band begins after 200 pairs of hands.",
    )
    even = leduc(600, "cfr", rule=ConfidenceSequence(500))
    assert words(even, 1000)[0].startswith("Nobody leads yet: ")
    found = leduc(1000, rule=ConfidenceSequence(500))
    said, note = words(found, 2000)
    assert said.startswith("Alder leads by ")
    assert found.decided == "better" and f"at hand {found.decided_at:,}" in note
    fixed, *others = standing_scene(found, NAMES, 2000).chart.lines
    band = next(line for line in others if line.name == "Sequence")
    interval = ConfidenceSequence(500).interval(found.chosen.look)
    top = (found.chosen.interval.mean + interval.half_width) * found.chosen.hands / 1000
    assert band.high[-1] == pytest.approx(top)
    assert band.high[-1] > fixed.high[-1] and band.x[0] >= 400


def test_sequential_test_says_which_hypothesis_it_accepts():
    found = leduc(600, rule=Sprt(-500.0, 500.0))
    assert words(found, 1000)[0] == "Alder: the test accepts +500 mA/hand, not −500"
    assert "no decision yet" in words(leduc(600, rule=Sprt(730.0, 731.0)), 1000)[0]


def test_all_in_ev_has_its_own_row_and_curve():
    luck = Verdicts(get_game("holdem-nolimit@20"), True)
    counting = counted("holdem-nolimit@20", ("raise", "call"), 100, luck=luck)
    scene = standing_scene(counting, NAMES, 100)
    assert [row.name for row in scene.methods] == ["Raw chips", "Duplicate pairs", "All-in EV"]
    assert [row.name for row in scene.seats] == ["as big blind", "as dealer"]
    assert scene.methods[-1].chosen and scene.methods[-1].cut.endswith("%")
    assert [line.name for line in scene.chart.lines] == ["All-in EV", "Raw"]
    hands, middle, half = counting.points(50)
    assert counting.readings == luck.readings
    chosen = luck.reading(ALL_IN)
    assert (hands[0], hands[-1]) == (0, 100) and np.all(np.diff(hands) > 0)
    assert middle[-1] == pytest.approx(chosen.interval.mean * 100 / 1000)
    assert half[-1] == pytest.approx(chosen.interval.half_width * 100 / 1000)
    assert AIVAT not in [one.method for one in counting.readings]


HOLDEM = "holdem-nolimit@100"


@pytest.mark.parametrize(
    ("game", "first", "second", "board", "share"),
    [
        (HOLDEM, "AsAh", "KsKh", "", 0.8266),
        (HOLDEM, "AcKd", "Qh9h", "AdJh8h4c", 1 - 12 / 44),
        (HOLDEM, "2c2d", "AhKh", "2h3h4h5h9s", 0.0),
        (HOLDEM, "2c3d", "2d3c", "AsKsQsJsTs", 0.5),
        ("kuhn", "Ks", "Qs", "", 1.0),
        ("kuhn", "Js", "Qs", "", 0.0),
        # K v. Q: of four possible cards, two jacks and the king win, the queen loses.
        ("leduc", "Ks", "Qs", "", 0.75),
        ("leduc", "Ks", "Kh", "Js", 0.5),
        ("leduc", "Ks", "Qs", "Qh", 0.0),
    ],
)
def test_win_chances_are_exact(game, first, second, board, share):
    rules = get_game(game)
    cards = [parse_shown(rules, text) for text in (first, second, board)]
    assert win_share(rules, *cards) == pytest.approx(share, abs=5e-4)


@pytest.mark.parametrize(
    ("hole", "board", "note"),
    [
        ("AcKd", "AdJh8h4c", "king kicker"),
        ("Qh9h", "AdJh8h4c", "flush draw, gutshot"),
        ("9c8c", "7d6hAs", "open-ended"),
        ("As2c", "3d4hKs", "gutshot"),
        ("9c8c", "7d6hAs2c3d", ""),
        ("9c8c", "7d6h5s", ""),
        ("AcKd", "", ""),
        ("2c2d", "9h9s9d", ""),
    ],
)
def test_hand_notes(hole, board, note):
    assert hand_note(get_game(HOLDEM), parse_cards(hole), parse_cards(board)) == note


def test_time_left_is_unknown_before_two_marks(clock):
    times = Clock()
    times.start(0)
    assert times.left_text(100) == "…"
    assert times.scene(100, 1).note == "0%"
    clock.advance(10.0)
    times.count(25)
    assert (times.speed_text(), times.scene(100, None).note) == ("2.5", "25.0%, 0:30 left")
    times.pause()
    clock.advance(10.0)
    assert (times.spent_text(), times.best_text()) == ("0:10", "2")
