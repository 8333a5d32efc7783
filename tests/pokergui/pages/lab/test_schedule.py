from fractions import Fraction

import pytest

from ai.cfr.robust_sampling import parse_picks
from ai.cfr.sampling import DEFAULT_PICKS
from ai.lab.claims import ClaimCheck
from pokergui.pages.lab import presenters
from pokergui.pages.lab.presenters import ScheduleLab
from pokergui.pages.lab.scenes.schedule import OWN, PRESETS, TreeShape, dials, drawn, turned
from tests.pokergui.heard import heard
from tests.pokergui.pages.lab.tabs import Seen
from tests.sync_runner import SyncRunner

LEDUC = TreeShape(depths=4, streets=2, actions=3)
MEASURE = presenters.measure


@pytest.fixture
def measured(monkeypatch):
    asked = []

    def measure(game, picks, control):
        asked.append((game.name, picks))
        return MEASURE(game, picks, control, seeds=2)

    monkeypatch.setattr(presenters, "measure", measure)
    return asked


@pytest.fixture
def seen(measured):
    return Seen(ScheduleLab)


@pytest.fixture
def links(seen):
    return heard(seen.lab.train_requested)


@pytest.mark.parametrize("game", ["leduc", "kuhn"])
@pytest.mark.parametrize("picks", [PRESETS[0], PRESETS[-1], "depth:0.3,2,both", "explicit:2,1,all"])
def test_tab_matches_the_command_output(seen, cli, game, picks):
    found = cli.json("lab", "schedule", game, picks)
    decisions = found["decisions"]
    seen.do(seen.lab.choose, "game", game)
    for count, key in (("own", "own_before"), ("both", "both_before")):
        seen.do(seen.lab.choose, "count", count)
        scene = seen.do(seen.lab.choose, "text", picks)
        bars = [
            (bar.label, seat, int(bar.street[-1]) - 1, int(bar.before), bar.actions, bar.picks)
            for seat, player in enumerate(scene.players)
            for bar in player.bars
        ]
        keys = ("to_act", "street", key, "actions", "picks")
        printed = {tuple(one[key] for key in keys) for one in decisions}
        assert sorted(bar[1:] for bar in bars) == sorted(printed)
    chances = {Fraction(one["probability"]) for one in decisions}
    assert {Fraction(label) for label, *_ in bars} == chances
    assert [(one.claim, one.detail, one.literal, one.everywhere) for one in scene.claims] == [
        tuple(one[key] for key in ClaimCheck.__dataclass_fields__) for one in found["claims"]
    ]


def test_nothing_is_measured_before_the_tab_is_shown(measured):
    runner = SyncRunner()
    lab = ScheduleLab(runner)
    lab.show_page(False)
    assert runner.waiting == 0
    lab.show_page(True)
    for shown, count in ((False, 0), (True, 3)):
        lab.show_page(shown)
        runner.run_all()
        assert len(measured) == count


def test_measurements_are_cached(seen, measured):
    assert [picks for _, picks in measured] == [DEFAULT_PICKS, "constant:all", "constant:1"]
    seen.do(seen.lab.choose, "preset", "constant:all")
    scene = seen.do(seen.lab.choose, "text", "explicit:3")  # all of at most three actions
    assert len(measured) == 3
    assert scene.costs.rows[0].cells == scene.costs.rows[1].cells
    assert scene.findings[0] == "Against k = N: it samples the same actions"
    seen.do(seen.lab.choose, "game", "kuhn")
    assert [game for game, _ in measured[3:]] == ["kuhn"] * 2  # and k = N is the schedule itself


def test_costs_and_curves(seen):
    scene = seen.scenes[-1]
    assert [row.name for row in scene.costs.rows] == ["This schedule", "k = N", "k = 1"]
    own, full, single = scene.costs.rows
    assert single.cells[0][0].value < own.cells[0][0].value < full.cells[0][0].value
    assert single.cells[2][0].value > own.cells[2][0].value
    for row, line in zip(scene.costs.rows, scene.chart.lines, strict=True):
        assert (line.x[-1], line.y[-1]) == (1_000_000, row.cells[2][0].value)
        found = zip(line.low, line.y, line.high, strict=True)
        assert all(low <= y <= high for low, y, high in found)
    notes = [one.note for one in seen.scenes if one.note.startswith("Measuring, ")]
    shares = [int(note.removeprefix("Measuring, ").partition("%")[0]) for note in notes]
    assert shares == sorted(shares) and 0 <= shares[0] < shares[-1] <= 100


def test_invalid_text_is_reported_and_loses_nothing(seen, links):
    before = seen.scenes[-1]
    scene = seen.do(seen.lab.choose, "text", "street:0")
    assert scene.field.error.startswith("With a fraction of 0 no action would ever be sampled")
    assert (scene.players, scene.costs) == (before.players, before.costs)
    assert not scene.can_train and scene.preset.current == OWN
    seen.do(seen.lab.choose, "train")
    assert seen.do(seen.lab.turn, 0, 1).field.text == "street:0" and links == []
    assert seen.do(seen.lab.choose, "text", " constant:1 ").can_train


def test_dials_rewrite_the_text(seen):
    for intent, values, text, dial in (
        (seen.lab.turn, (0, 1), "explicit:2,all", 0),
        (seen.lab.turn, (2, -1), "explicit:2,all,2,all", 2),
        (seen.lab.choose, ("dial", 3), "explicit:2,all,2,all", 3),
        (seen.lab.draw, (0, 1, 2), "explicit:1,all,2,all", 0),
        (seen.lab.choose, ("preset", "street:0.5,1"), "street:0.5,1", 0),
        (seen.lab.draw, (1, 1, 3), "street:0.5,0.33", 1),
    ):
        scene = seen.do(intent, *values)
        assert (scene.field.text, scene.dial) == (text, dial)
    assert [one.value for one in scene.dials] == ["0.5", "0.33"]


@pytest.mark.parametrize(
    ("text", "dial", "step", "then"),
    [
        ("constant:1", 0, 1, "constant:2"),
        ("constant:2", 0, 1, "constant:all"),
        ("constant:all", 0, -1, "constant:2"),
        ("constant:1", 0, -1, "constant:1"),
        ("constant:90", 0, -1, "constant:2"),
        ("explicit:1", 3, 1, "explicit:1,1,1,2"),
        ("explicit:1,2", 1, -1, "explicit:1,1,2"),
        ("explicit:1,2,all,all", 3, 1, "explicit:1,2,all"),
        ("explicit:1,1,1,1,1,2", 0, 1, "explicit:2,1"),
        ("street:0.5,1", 1, -1, "street:0.5,0.9"),
        ("street:0.55", 0, 1, "street:0.6,0.55"),
        ("street:0.55", 0, -1, "street:0.5,0.55"),
        ("street:0.1", 1, -1, "street:0.1"),
        ("depth:0.4,both", 0, 1, "depth:0.5,both"),
        ("depth:0.4", 1, 1, "depth:0.4,1.5"),
        ("depth:0.4,0.25", 1, -1, "depth:0.4,0.25"),
        ("depth:0.4", 2, 1, "depth:0.4"),
    ],
)
def test_dials_turn_in_steps(text, dial, step, then):
    changed = str(turned(parse_picks(text), LEDUC, dial, step))
    assert changed == then
    assert str(parse_picks(changed)) == changed


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("explicit:1,2,all", [("1", 0, 1), ("2", 1, 1), ("all", 1, 0), ("all", 1, 0)]),
        ("depth:1,4", [("1", 1, 0), ("4", 1, 0)]),
    ],
)
def test_dials_stop_at_their_ends(text, ends):
    found = dials(parse_picks(text), LEDUC)
    assert [(one.value, one.can_less, one.can_more) for one in found] == ends


@pytest.mark.parametrize("actions", range(1, 13))
def test_drawn_fraction_samples_the_drawn_number_of_actions(actions):
    for count in range(1, actions + 1):
        part = drawn(parse_picks("street:0.5,1"), LEDUC, 1, count, actions).numbers[-1]
        assert -(-part * actions // 1) == count  # the least number that is at least the part
    for text, dial in (("depth:0.4", 0), ("constant:1", -1)):  # not drawable
        assert drawn(parse_picks(text), LEDUC, dial, 1, 2) == parse_picks(text)


def test_train_accepts_the_schedule(seen, links):
    seen.do(seen.lab.choose, "game", "kuhn")
    seen.do(seen.lab.choose, "text", " depth:0.4 ")
    seen.do(seen.lab.choose, "train")
    assert [(link.game.name, link.picks) for link in links] == [("kuhn", "depth:0.4")]
