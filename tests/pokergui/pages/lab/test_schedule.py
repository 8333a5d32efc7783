"""The Lab's presenter of sampling schedules: pictures, claims, edits, measuring, Train."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ai.cfr.claims import ClaimCheck
from ai.cfr.picks import parse_picks
from ai.cfr.sampling import DEFAULT_PICKS
from ai.cfr.touches import SEEDS
from pokergui.links import TrainLink
from pokergui.pages.lab.presenters import schedule as lab_schedule
from pokergui.pages.lab.presenters.schedule import ScheduleLab
from pokergui.pages.lab.scenes.schedule import OWN, PRESETS
from pokergui.pages.lab.scenes.schedule_edit import Shape, dials, drawn, turned
from pokergui.pages.lab.viewmodel.schedule import ScheduleScene
from pokergui.pages.train.presenters.train import TrainPresenter
from tests.pokergui.pages.lab.tabs import Seen
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = Shape(depths=4, streets=2, actions=3)


@pytest.fixture
def measured(monkeypatch) -> list[tuple[str, str]]:
    """Return a list of what is measured, by few seeds."""
    asked: list[tuple[str, str]] = []
    real = lab_schedule.measure

    def measure(game: Any, picks: str, control: Any) -> Any:
        asked.append((game.name, picks))
        return real(game, picks, control, seeds=2)

    monkeypatch.setattr(lab_schedule, "measure", measure)
    return asked


@pytest.fixture
def seen(measured) -> Seen:
    return Seen(ScheduleLab)


def shown_bars(scene: ScheduleScene) -> list[tuple[int, int, int, int, int]]:
    """Player, street, decisions before, N and k of all bars."""
    return sorted(
        (seat, number, int(slot.caption), bar.actions, bar.picks)
        for seat, player in enumerate(scene.players)
        for number, street in enumerate(player.streets)
        for slot in street.slots
        for bar in slot.bars
    )


@pytest.mark.parametrize("game", ["leduc", "kuhn"])
@pytest.mark.parametrize("picks", [PRESETS[0], PRESETS[-1], "depth:0.3,2,both", "explicit:2,1,all"])
def test_the_tab_shows_what_the_command_prints(seen, cli, game, picks):
    found = cli.json("lab", "schedule", game, picks)
    seen.do(seen.lab.choose_game, game)
    for count, key in (("own", "own_before"), ("both", "both_before")):
        seen.do(seen.lab.choose_count, count)
        scene = seen.do(seen.lab.edit, picks)
        printed = {
            (one["to_act"], one["street"], one[key], one["actions"], one["picks"])
            for one in found["decisions"]
        }
        assert shown_bars(scene) == sorted(printed)
    assert [(one.claim, one.detail, one.literal, one.everywhere) for one in scene.claims] == [
        tuple(one[key] for key in ClaimCheck.__dataclass_fields__) for one in found["claims"]
    ]
    labels = {
        bar.label for p in scene.players for s in p.streets for x in s.slots for bar in x.bars
    }
    assert {Fraction(label) for label in labels} == {
        Fraction(one["probability"]) for one in found["decisions"]
    }


def test_nothing_is_measured_before_the_tab_is_seen(measured):
    runner = SyncRunner()
    lab = ScheduleLab(runner)
    lab.show_page(False)
    assert runner.waiting == 0
    lab.show_page(True)
    lab.show_page(False)
    runner.run_all()
    assert measured == []
    lab.show_page(True)
    runner.run_all()
    assert len(measured) == 3


def test_what_was_measured_is_kept(seen, measured):
    assert [picks for _, picks in measured] == [DEFAULT_PICKS, "constant:all", "constant:1"]
    seen.do(seen.lab.choose_preset, "constant:all")
    scene = seen.do(seen.lab.edit, "explicit:3")  # all of at most three actions
    assert len(measured) == 3
    assert scene.costs.rows[0].cells == scene.costs.rows[1].cells
    assert scene.findings[0] == "Against k = N: it walks the same"
    seen.do(seen.lab.choose_game, "kuhn")
    assert [game for game, _ in measured[3:]] == ["kuhn"] * 2  # and k = N is the schedule itself


def test_a_change_cancels_what_is_measured(seen, measured, monkeypatch):
    real = lab_schedule.measure

    def measure(game: Any, picks: str, control: Any) -> Any:
        if picks == "street:0.5,1":
            seen.lab.choose_preset("constant:2")
            assert control.cancelled
        return real(game, picks, control)

    monkeypatch.setattr(lab_schedule, "measure", measure)
    scene = seen.do(seen.lab.choose_preset, "street:0.5,1")
    assert [picks for _, picks in measured[3:]] == ["street:0.5,1", "constant:2"]
    assert scene.field.text == "constant:2" and scene.costs.rows[0].cells
    seen.do(seen.lab.choose_preset, "street:0.5,1")  # it was dropped
    assert measured[5:] == [("leduc", "street:0.5,1")]


def test_costs_and_curves(seen):
    scene = seen.scenes[-1]
    assert [row.name for row in scene.costs.rows] == ["This schedule", "k = N", "k = 1"]
    own, full, single = scene.costs.rows
    assert single.cells[0][0].value < own.cells[0][0].value < full.cells[0][0].value
    assert single.cells[2][0].value > own.cells[2][0].value
    assert scene.chart.x.ends == (1_000, 1_000_000)
    assert scene.chart.x.log and scene.chart.y.log
    for row, line in zip(scene.costs.rows, scene.chart.lines, strict=True):
        assert (line.x[-1], line.y[-1]) == (1_000_000, row.cells[2][0].value)
        found = zip(line.low, line.y, line.high, strict=True)
        assert all(low <= y <= high for low, y, high in found)
    assert scene.findings[1].endswith("times as exploitable, better")
    assert scene.note.startswith(f"Mean and range of {SEEDS} seeds")


def test_text_that_makes_no_sense_is_told_and_loses_nothing(seen):
    before = seen.scenes[-1]
    scene = seen.do(seen.lab.edit, "street:0")
    assert scene.field.error.startswith("With a part of 0 no action would ever be walked")
    assert (scene.players, scene.costs) == (before.players, before.costs)
    assert not scene.can_train and scene.presets.current == OWN
    links: list[TrainLink] = []
    seen.lab.train_requested.connect(links.append)
    seen.do(seen.lab.train)
    seen.do(seen.lab.turn, 0, 1)
    assert links == [] and seen.scenes[-1].field.text == "street:0"
    assert seen.do(seen.lab.edit, " constant:1 ").can_train


def test_dials_rewrite_the_text(seen):
    assert seen.do(seen.lab.turn, 0, 1).field.text == "explicit:2,all"
    scene = seen.do(seen.lab.turn, 2, -1)
    assert (scene.field.text, scene.dial) == ("explicit:2,all,2,all", 2)
    assert [dial.value for dial in scene.dials] == ["2", "all", "2", "all"]
    assert seen.do(seen.lab.choose_dial, 3).dial == 3
    assert seen.do(seen.lab.draw, 0, 1, 2).field.text == "explicit:1,all,2,all"
    assert seen.do(seen.lab.choose_preset, "street:0.5,1").dial == 0
    assert seen.do(seen.lab.draw, 1, 1, 3).field.text == "street:0.5,0.33"


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
def test_a_dial_turns(text, dial, step, then):
    changed = str(turned(parse_picks(text), LEDUC, dial, step))
    assert changed == then
    assert str(parse_picks(changed)) == changed


def test_dials_stop_at_their_ends():
    ends = [(one.can_less, one.can_more) for one in dials(parse_picks("explicit:1,2,all"), LEDUC)]
    assert ends == [(False, True), (True, True), (True, False), (True, False)]
    (part, exponent) = dials(parse_picks("depth:1,4"), LEDUC)
    assert (part.can_less, part.can_more) == (exponent.can_less, exponent.can_more) == (True, False)
    assert (part.value, exponent.value) == ("1", "4")


@pytest.mark.parametrize("actions", range(1, 13))
def test_a_drawn_part_walks_as_many_actions_as_drawn(actions):
    for count in range(1, actions + 1):
        changed = drawn(parse_picks("street:0.5,1"), LEDUC, 1, count, actions)
        part = changed.numbers[-1]
        assert -(-part * actions // 1) == count  # the least number that is at least the part


def test_a_schedule_by_depth_is_not_drawn():
    picks = parse_picks("depth:0.4")
    assert drawn(picks, LEDUC, 0, 1, 2) == picks
    assert drawn(parse_picks("constant:1"), LEDUC, -1, 2, 2) == parse_picks("constant:1")


@pytest.mark.parametrize("picks", ["depth:0.4", "explicit:2,1,all"])
def test_train_takes_the_schedule(seen, tmp_path, picks):
    seen.do(seen.lab.choose_game, "kuhn")
    seen.do(seen.lab.edit, picks)
    links: list[TrainLink] = []
    seen.lab.train_requested.connect(links.append)
    seen.do(seen.lab.train)
    (link,) = links
    assert (link.game.name, link.picks) == ("kuhn", picks)
    runner = SyncRunner()
    train = TrainPresenter(runner, tmp_path / "training", tmp_path / "strategies")
    tops: list[Any] = []
    train.next.top.connect(tops.append)
    train.start()
    runner.run_all()
    train.show.show_page(True)
    train.next.prepare(link)
    top = tops[-1]
    assert (top.game.current, top.method.current) == ("kuhn", "robust-mccfr")
    (option,) = (one for one in top.options if one.key == "picks")
    assert picks in (option.choices.current, option.field and option.field.text)
    train.stop()
