"""Runs of blueprints on the Train page, with a stand-in for the training itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.abstraction.menus import wide_menu
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.run import read_kept
from ai.run import Bounds
from ai.strategy import StrategyInfo
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.pages.train.presenters.train import TrainPresenter
from pokergui.pages.train.scenes import blueprint as train_blueprint
from pokergui.pages.train.scenes import run_kind as train_kind
from pokergui.pages.train.scenes.kinds import engine_name, engine_title, names_of
from pokergui.pages.train.scenes.stop import bounds_hint, parse_bounds
from tests.clock import ManualClock
from tests.pokergui.blueprints import Learned, StandIn
from tests.pokergui.train_parts import said
from tests.sync_runner import SyncRunner

DEEP, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")


class Page:
    """A presenter and the contents of its page."""

    def __init__(self, folder: Path) -> None:
        self.runner = SyncRunner()
        self.home = folder / "strategies"
        self.presenter = TrainPresenter(self.runner, folder / "training", self.home)
        self.shown: dict[str, Any] = {}
        for part in ("top", "run", "chart", "milestones", "runs", "notice"):
            said(self.presenter, part).connect(
                lambda value, part=part: self.shown.__setitem__(part, value)
            )
        self.presenter.start()
        self.presenter.show.show_page(True)
        self.runner.run_all()

    def choose(self, game: str, **options: str) -> None:
        self.presenter.next.choose("game", game)
        for key, value in options.items():
            self.presenter.next.choose_option(key, value)
        self.runner.run_all()

    def begin(self, stop: str = "2,000 deals") -> None:
        self.presenter.next.choose("stop", "custom")
        self.presenter.next.choose("stop_text", stop)
        self.presenter.begin()
        self.runner.run_all()


@pytest.fixture
def page(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    def keep(path: Path, learned: Learned) -> None:
        assert learned.with_values and learned.info.title.startswith("Blueprint, ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a blueprint")

    monkeypatch.setattr(train_blueprint, "BlueprintRun", StandIn)
    monkeypatch.setattr(train_blueprint, "save_blueprint", keep)
    monkeypatch.setattr(BlueprintRecipe, "num_bytes", property(lambda recipe: 412_000_000))
    made = Page(tmp_path)
    yield made
    made.presenter.stop()


def test_holdem_offers_blueprints(page: Page) -> None:
    page.choose("holdem-nolimit")
    top = page.shown["top"]
    assert top.method.choices[0].key == top.method.current == "blueprint"
    keys = ["depth", "buckets", "bets", "walks", "weights", "workers", "seed"]
    assert [option.key for option in top.options] == keys
    assert top.stop.current == "seconds:1800"
    assert top.note.startswith("20,644 decisions, 412.0 MB; tables of all boards take a minute")
    assert "LBR" in page.shown["chart"].chart.title and "LBR" in page.shown["chart"].empty
    page.choose("holdem-limit")
    top = page.shown["top"]
    assert [option.key for option in top.options] == [
        "buckets",
        "walks",
        "weights",
        "workers",
        "seed",
    ]
    assert top.note.startswith("6,378 decisions")
    page.choose("leduc")
    assert page.shown["top"].method.current == "pdcfr+"
    assert page.shown["top"].note == ""


def test_what_is_typed_is_checked_and_counted(page: Page) -> None:
    page.choose("holdem-nolimit", depth="custom", bets="custom", buckets="custom")
    for key, text in (("depth", "20"), ("bets", "50,a/a"), ("buckets", "50")):
        page.presenter.next.edit_option(key, text)
    page.runner.run_all()
    fewer = int(page.shown["top"].note.partition(" ")[0].replace(",", ""))
    assert 100 < fewer < 5_000
    hints = [option.field.hint for option in page.shown["top"].options[:3]]
    assert hints[0] == "Stacks of 2,000 chips"
    assert hints[1].startswith("50 on the flop")
    for key, text, reason in (
        ("bets", "50,100", "lacks all-in"),
        ("buckets", "1,2", "three for flop"),
        ("depth", "x", "not a depth"),
    ):
        page.presenter.next.edit_option(key, text)
        assert reason in page.shown["top"].why_not
        assert not page.shown["top"].can_start
        page.presenter.next.edit_option(key, "50,a/a" if key == "bets" else "50")


def test_a_run_ends_with_lbr_its_interval_checkpoint_and_engine(page: Page) -> None:
    page.choose("holdem-nolimit")
    page.begin()
    run, chart = page.shown["run"], page.shown["chart"]
    assert run.phase == "done"
    assert [(cell.caption, cell.value) for cell in run.figures[1:3]] == [
        ("LBR", "1,000 mbb"),
        ("Deals", "2,000"),
    ]
    assert run.figures[1].note == "± 210 per hand"
    assert not chart.chart.y.log and chart.counted == "Deals" and "LBR" in chart.chart.title
    (curve,) = chart.chart.lines
    assert curve.end == "1,000 ± 210 mbb"
    assert curve.y[-1] == pytest.approx(1000)
    assert (curve.low[-1], curve.high[-1]) == (pytest.approx(790), pytest.approx(1210))
    assert page.shown["milestones"].rows[0].last == "± 210"
    assert "LBR" in page.shown["milestones"].title
    (row,) = page.shown["runs"].rows
    assert (row.title, row.detail) == ("Blueprint", "No-limit 100 bb, 2,000 deals")
    assert len(list(page.home.glob("trained/holdem-nolimit@100-blueprint-2k.*"))) == 1


def test_curves_of_both_kinds_never_share_a_chart(page: Page) -> None:
    page.choose("kuhn")
    page.begin("100")
    page.choose("holdem-limit")
    page.begin()
    assert [curve.name for curve in page.shown["chart"].chart.lines] == ["Blueprint"]
    page.presenter.runs.choose(page.shown["runs"].rows[1].key)
    assert [curve.name for curve in page.shown["chart"].chart.lines] == ["PDCFR+"]
    assert page.shown["chart"].chart.y.log
    assert "Exploitability" in page.shown["milestones"].title


def test_a_run_goes_on_after_the_window_was_closed(page: Page, tmp_path: Path) -> None:
    page.choose("holdem-limit")
    page.begin()
    (path,) = (tmp_path / "training").glob("*.safetensors")
    run = StandIn.load(path, page.home, JobControl())
    stopped = JobControl()
    stopped.cancel()
    run.run(Bounds(iterations=5_000), stopped, path=path)
    again = Page(tmp_path)
    assert again.shown["run"].main == "resume"
    assert again.shown["run"].figures[1].value == "1,000 mbb"
    again.presenter.press_main()
    again.runner.run_all()
    assert again.shown["run"].phase == "done"
    assert again.shown["run"].figures[2].value == "5,000"
    again.presenter.stop()


def test_what_comes_before_is_told_and_can_be_stopped(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def paused(recipe: BlueprintRecipe, home: Path, control: JobControl) -> StandIn:
        front = page.presenter.runs.front
        assert front is not None
        control.progress(0.25, "card tables")
        page.presenter.show.show()
        told.append(page.shown["run"].figures[0].note)
        front.pause()
        control.check()
        raise AssertionError("it was stopped")

    monkeypatch.setattr(train_blueprint, "BlueprintRun", paused)
    page.choose("holdem-limit")
    page.begin()
    assert told == ["card tables, 25%"]
    assert page.shown["run"].phase == "paused"
    assert page.shown.get("notice") is None
    monkeypatch.setattr(train_blueprint, "BlueprintRun", StandIn)
    page.presenter.press_main()
    page.runner.run_all()
    assert page.shown["run"].phase == "done"


def test_keeping_a_strategy_is_told_and_can_be_stopped(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    cancel = True

    def blueprint(run: StandIn, with_values: bool, control: JobControl) -> Learned:
        control.progress(0.43, "values of preflop and flop")
        page.presenter.show.look()
        told.append(page.shown["run"].figures[0].note)
        assert "on the engine lists" in page.shown["notice"].title
        if cancel:
            page.presenter.press_notice(page.shown["notice"].buttons[0].key)
        control.check()
        return Learned(StrategyInfo(run.recipe.game, "blueprint", "buckets"), with_values)

    monkeypatch.setattr(StandIn, "blueprint", blueprint)
    page.choose("holdem-limit")
    page.begin()
    assert told == ["values of preflop and flop, 43%"]
    assert (page.shown["run"].phase, page.shown["notice"]) == ("done", None)
    assert page.shown["run"].figures[0].note.startswith("checkpoint ")
    assert page.shown["runs"].foot_title == "Not on the engine lists"
    asked: list[object] = []
    page.presenter.play_requested.connect(asked.append)
    page.presenter.play()
    page.runner.run_all()
    assert len(told) == 2 and asked == []  # there is nothing to play against
    cancel = False
    page.presenter.save()
    page.runner.run_all()
    assert len(told) == 3 and not page.shown["run"].can_save
    assert page.shown["notice"].title.endswith("is on the engine lists")
    page.presenter.play()
    assert len(asked) == 1


def test_a_run_shows_one_clock_everywhere(
    page: Page, monkeypatch: pytest.MonkeyPatch, clock: ManualClock
) -> None:
    """A look takes 13 s here, of which the chart and the table said nothing."""
    measure = StandIn._measure

    def measured(run: StandIn) -> tuple[float, float]:
        clock.advance(13.0)
        return measure(run)

    monkeypatch.setattr(StandIn, "_measure", measured)
    page.choose("holdem-limit")
    page.begin("1,000 deals or 26 s")
    page.presenter.show.choose_axis("seconds")
    front, (row,), (curve,) = (
        page.shown["run"],
        page.shown["runs"].rows,
        page.shown["chart"].chart.lines,
    )
    time = front.figures[4]
    assert (time.caption, time.value, row.time) == ("Run time", "26 s", "26 s")
    assert page.shown["milestones"].heads[-1] == "26 s"
    assert curve.x[-1] == 26.0
    assert page.shown["chart"].chart.x.unit == "seconds of run time"
    (path,) = page.presenter._folder.glob("*.safetensors")
    assert read_kept(path).seconds == 26.0


def test_closing_the_window_waits_for_no_values(page: Page, tmp_path: Path) -> None:
    page.choose("holdem-limit")
    page.presenter.next.choose("stop", "custom")
    page.presenter.next.choose("stop_text", "2,000 deals")
    page.presenter.begin()
    page.presenter.runs.front.work.close()
    page.runner.run_all()
    assert page.shown["run"].phase == "done"
    assert len(list((tmp_path / "training").glob("*.safetensors"))) == 1
    assert not page.home.joinpath("trained").exists()


def test_too_little_memory_is_said_before_and_stops_no_one_else(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train_kind, "free_bytes", lambda: 300_000_000)
    page.choose("holdem-limit")
    top = page.shown["top"]
    assert not top.can_start
    assert "needs 412.0 MB of memory, but 300.0 MB is free" in top.why_not
    page.begin()
    assert "needs 412.0 MB" in page.shown["notice"].text
    page.choose("kuhn")
    page.begin("50")
    assert page.shown["run"].phase == "done"


def test_names_tell_what_was_chosen() -> None:
    plain = BlueprintRecipe(DEEP)
    own = BlueprintRecipe(DEEP, "50,a/a", "50,50,80", "explicit:1,all", "plain", seed=3)
    assert names_of([plain, own]) == [
        "Blueprint",
        "Blueprint, 50/80 buckets, own bets, 1, then all, plain weights",
    ]
    many = BlueprintRecipe(DEEP, workers=4)
    assert engine_title(many, 2_000) == "Blueprint, 4 workers, 2,000 deals"
    assert engine_name(many, 2_000) == "holdem-nolimit@100-blueprint-w4-2k"
    assert engine_title(plain, 20_000_000) == "Blueprint, 20,000,000 deals"
    assert engine_name(plain, 20_000_000) == "holdem-nolimit@100-blueprint-20m"
    assert "b50_50_80" in engine_name(own, 7) and "-s3-7" in engine_name(own, 7)
    assert plain.menu == str(wide_menu(DEEP))


def test_bounds_of_blueprints_are_times_and_deals() -> None:
    stops = train_blueprint.Blueprints().stops(LIMIT)
    both = Bounds(iterations=2_000_000, seconds=28_800.0)
    assert parse_bounds("2 M deals or 8 h", LIMIT, stops) == both
    counted = parse_bounds("2k deals", LIMIT, stops)
    assert bounds_hint(counted, LIMIT, stops) == "Ends at 2,000 deals"
    with pytest.raises(EngineError, match="LBR is measured"):
        parse_bounds("500 mbb", LIMIT, stops)


def test_a_stop_while_tables_are_built_is_no_failure() -> None:
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        StandIn(BlueprintRecipe(LIMIT), Path(), control)
