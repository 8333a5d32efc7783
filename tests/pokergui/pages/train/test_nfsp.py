"""Runs of networks on the Train page, with a stand-in for the training itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.networks.record import load_network, save_network
from ai.nfsp.parameters import METHODS, Parameters
from ai.nfsp.recipe import NfspRecipe
from ai.nfsp.shipped import find_shipped
from ai.run import Bounds
from ai.trained_engines import list_trained, trained_path
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.pages.train.presenters.train import TrainPresenter
from pokergui.pages.train.scenes import nfsp as train_nfsp
from pokergui.pages.train.scenes import run_kind as train_kind
from pokergui.pages.train.scenes.kinds import engine_name, engine_title, names_of
from pokergui.pages.train.scenes.losses import loss_text
from pokergui.pages.train.viewmodel.train import ParameterField
from tests.naive.learned import random_networks
from tests.pokergui.networks import StandIn, trained
from tests.pokergui.train_parts import said
from tests.sync_runner import SyncRunner

LEDUC = get_game("leduc")


class Page:
    """A presenter and the contents of its page."""

    def __init__(self, folder: Path) -> None:
        self.runner = SyncRunner()
        self.home = folder / "strategies"
        self.presenter = TrainPresenter(self.runner, folder / "training", self.home)
        self.shown: dict[str, Any] = {}
        for part in ("top", "run", "chart", "milestones", "runs", "notice", "choice_made"):
            said(self.presenter, part).connect(
                lambda value, part=part: self.shown.__setitem__(part, value)
            )
        self.presenter.start()
        self.presenter.show.show_page(True)
        self.runner.run_all()

    def choose(self, method: str = "nfsp", game: str = "leduc") -> None:
        self.presenter.next.choose("game", game)
        self.presenter.next.choose("method", method)
        self.runner.run_all()

    def begin(self, stop: str = "5,000 episodes") -> None:
        self.presenter.next.choose("stop", "custom")
        self.presenter.next.choose("stop_text", stop)
        self.presenter.begin()
        self.runner.run_all()

    def field(self, key: str) -> ParameterField:
        fields = [field for group in self.shown["top"].sheet.groups for field in group.fields]
        return next(field for field in fields if field.key == key)

    def recipe(self) -> NfspRecipe:
        recipe = self.presenter.next._choice.recipe()
        assert isinstance(recipe, NfspRecipe)
        return recipe


@pytest.fixture
def page(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setattr(train_nfsp, "NfspRun", StandIn)
    monkeypatch.setattr(train_nfsp, "find_shipped", lambda method, game: None)
    made = Page(tmp_path)
    yield made
    made.presenter.stop()


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_every_game_offers_the_methods_of_networks(page: Page, game: str) -> None:
    page.choose("nfsp-plt", game)
    top = page.shown["top"]
    large = game.startswith("holdem")
    deep = {"deep-cfr": "Deep CFR"} if large else {"deep-cfr": "Deep CFR", "sd-cfr": "SD-CFR"}
    offered = {choice.key: choice.title for choice in top.method.choices}
    learned = {**dict(zip(METHODS, ("NFSP", "NFSP-PER", "NFSP-PLT"), strict=True)), **deep}
    learned["ppo"] = "PPO"
    assert list(offered.items())[-len(learned) :] == list(learned.items())
    free = ["depth", "bets", "seed"] if game == "holdem-nolimit" else ["seed"]
    assert [option.key for option in top.options] == free
    assert top.can_start and top.sheet is not None
    assert top.stop.current == ("seconds:1800" if large else "seconds:300")
    assert ("LBR" in page.shown["chart"].chart.title) == large


def test_parameters_of_priorities_stand_only_where_they_apply(page: Page) -> None:
    def keys() -> set[str]:
        return {f.key for group in page.shown["top"].sheet.groups for f in group.fields}

    every = {name for name in Parameters.__dataclass_fields__ if name != "method"}
    page.choose("nfsp-plt")
    assert keys() == every
    page.choose("nfsp-per")
    assert every - keys() == {"least_times", "most_times"}
    page.choose("nfsp")
    assert [group.title for group in page.shown["top"].sheet.groups] == [
        "Networks",
        "Memories",
        "Learning",
        "Play",
    ]
    page.choose("pdcfr+")
    assert page.shown["top"].sheet is None


def test_untouched_parameters_are_the_defaults(page: Page) -> None:
    page.choose("nfsp-plt")
    sheet = page.shown["top"].sheet
    assert sheet.changed == 0 and sheet.button == "Parameters…"
    for group in sheet.groups:
        for field in group.fields:
            assert not field.error and not field.changed and field.name and field.about
    assert page.recipe().learning == Parameters(method="nfsp-plt")


def test_what_is_typed_becomes_the_recipe_and_is_remembered(page: Page, tmp_path: Path) -> None:
    page.choose("nfsp-per")
    for key, text in (("hidden", "64, 32"), ("rl_memory", "100k"), ("eta", "0.2"), ("beta", "1")):
        page.presenter.next.edit_parameter(key, text)
    assert page.recipe().learning == Parameters(
        "nfsp-per", hidden=(64, 32), rl_memory=100_000, eta=0.2, beta=1.0
    )
    assert page.shown["top"].sheet.button == "Parameters (4)…"
    assert page.field("eta").note == "default 0.1"
    page.choose("nfsp")  # beta is none of its numbers
    assert page.recipe().learning == Parameters(hidden=(64, 32), rl_memory=100_000, eta=0.2)
    again = TrainPresenter(SyncRunner(), tmp_path / "t", tmp_path / "s", page.shown["choice_made"])
    again.start()
    again._runner.run_all()
    assert again.next._choice.recipe() == page.recipe()
    page.presenter.next.reset_parameters()
    assert page.recipe().learning == Parameters()


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("hidden", "100", "multiples of 16"),
        ("hidden", "x", "multiples of 16"),
        ("batch", "0", "1 to 4,096"),
        ("batch", "1.5", "1 to 4,096"),
        ("rl_rate", "-1", "0 to 10"),
        ("rl_rate", "nan", "0 to 10"),
        ("eta", "", "0 to 1"),
        ("rate_decay", "1e400", "0 or more"),
        ("least_memory", "300,000", "more than a memory holds"),
        ("least_times", "5", "more than the most repeats"),
    ],
)
def test_errors_stand_at_their_fields(page: Page, key: str, text: str, reason: str) -> None:
    page.choose("nfsp-plt")
    page.presenter.next.edit_parameter(key, text)
    field = page.field(key)
    assert reason in field.error and field.text == text
    top = page.shown["top"]
    wrong = [f.key for group in top.sheet.groups for f in group.fields if f.error]
    assert wrong == [key]
    assert not top.can_start and field.name in top.why_not
    page.presenter.begin()
    assert page.shown["notice"].title == "This run cannot start"
    page.presenter.next.reset_parameters()
    assert page.shown["top"].can_start


def test_a_run_shows_its_learning_and_ends_on_the_engine_lists(page: Page) -> None:
    page.choose("nfsp-plt")
    page.begin()
    run = page.shown["run"]
    assert [cell.caption for cell in run.figures[1:]] == [
        "Exploitability",
        "Episodes",
        "Mean speed",
        "Run time",
        "Losses",
        "Memory",
    ]
    assert run.figures[6].rest == "46.2 MB"
    assert run.figures[1].value == "250 mA"
    losses, memories = run.figures[5].lines, run.figures[6].lines
    assert [(line.name, line.value) for line in losses] == [
        ("values", "0.0021"),
        ("policy", "0.482"),
    ]
    assert [(line.value, line.share) for line in memories] == [("100%", 1.0), ("25%", 0.25)]
    (row,) = page.shown["runs"].rows
    assert (row.title, row.detail) == ("NFSP-PLT", "Leduc, 5,000 episodes")
    (engine,) = list_trained(page.home)
    assert engine.name == "trained:leduc-nfsp-plt-5k"
    assert engine.title == "NFSP-PLT, 5,000 episodes"
    assert engine.fits(LEDUC)
    asked: list[Any] = []
    page.presenter.play_requested.connect(asked.append)
    page.presenter.study_requested.connect(asked.append)
    page.presenter.play()
    page.presenter.study()
    assert asked[0].engine == engine.name
    assert asked[1].engine == engine.name


def test_the_chart_shows_exploitability_or_losses(page: Page) -> None:
    page.choose()
    page.begin()
    chart = page.shown["chart"]
    assert chart.views == (("figure", "Exploitability"), ("losses", "Losses"))
    assert (chart.view, chart.counted, chart.touched) == ("figure", "Episodes", "Decisions")
    (target,) = chart.chart.levels
    assert (target.at, target.words) == (0.1, "100 mA/hand: a tenth of the ante")
    assert chart.chart.y.log
    page.presenter.show.choose_view("losses")
    chart = page.shown["chart"]
    assert chart.chart.title == "Losses of NFSP" and chart.view == "losses" and chart.chart.y.log
    assert [curve.name for curve in chart.chart.lines] == ["Action values", "Average policy"]
    assert all(min(curve.x) >= 100 and min(curve.y) > 0 for curve in chart.chart.lines)
    assert chart.chart.lines[1].end == "0.482"
    for axis, title in (
        ("nodes", "decisions"),
        ("seconds", "seconds of run time"),
        ("iterations", "episodes"),
    ):
        page.presenter.show.choose_axis(axis)
        assert page.shown["chart"].chart.x.unit == title
    page.choose("pdcfr+")
    page.begin("50")
    assert page.shown["chart"].views == ()  # the selected run has no networks
    page.presenter.show.choose_view("nonsense")
    page.presenter.runs.choose(page.shown["runs"].rows[1].key)
    assert page.shown["chart"].view == "losses"


def test_looks_before_anything_was_learned_take_no_room(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(run: StandIn) -> tuple[float, float]:
        return (2.5 if run.trainer.iteration < 1_000 else 1.0), 0.0

    monkeypatch.setattr(StandIn, "_measure", measured)
    page.choose()
    page.begin("500 episodes")
    assert page.shown["chart"].chart.lines[0].x[0] == 1.0
    page.begin("3,000 episodes")
    curve = page.shown["chart"].chart.lines[0]
    assert curve.y[:2] == (2.5, 1.0) and 500 < curve.x[0] < 1_000


def test_networks_and_solvers_are_compared_at_equal_seconds(page: Page) -> None:
    page.choose("cfr")
    page.begin("200")
    assert page.shown["milestones"].last_head == "Nodes to 1 mA"
    page.choose("nfsp")
    page.begin()
    assert [curve.name for curve in page.shown["chart"].chart.lines] == ["NFSP", "CFR"]
    assert page.shown["chart"].chart.x.unit == "episodes or iterations"
    assert page.shown["milestones"].last_head == "Time to 100 mA"
    assert not page.shown["milestones"].heads[-1].isdigit()
    page.presenter.runs.choose(page.shown["runs"].rows[1].key)
    assert page.shown["chart"].chart.levels[0].at == 0.001
    page.presenter.runs.toggle(page.shown["runs"].rows[0].key, False)
    assert page.shown["milestones"].last_head == "Nodes to 1 mA"


def test_a_run_of_an_earlier_session_is_listed_with_its_losses(page: Page, tmp_path: Path) -> None:
    page.choose("nfsp-per")
    page.begin()
    (path,) = (tmp_path / "training").glob("*.safetensors")
    run = StandIn.load(path, page.home, JobControl())
    stopped = JobControl()
    stopped.cancel()
    run.run(Bounds(iterations=9_000), stopped, path=path)
    again = Page(tmp_path)
    assert again.shown["run"].main == "resume"
    assert again.shown["run"].figures[5].lines[1].value == "0.482"
    again.presenter.show.choose_view("losses")
    assert len(again.shown["chart"].chart.lines) == 2
    again.presenter.press_main()
    again.runner.run_all()
    assert again.shown["run"].phase == "done"
    assert again.shown["run"].figures[2].value == "9,000"
    again.presenter.stop()


def test_a_run_can_go_on_from_a_shipped_network(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train_nfsp, "find_shipped", find_shipped)
    page.choose()
    (start,) = [option for option in page.shown["top"].options if option.key == "start"]
    assert len(start.choices.choices) == 2
    page.presenter.next.choose_option("start", start.choices.choices[1].key)
    page.runner.run_all()
    assert page.shown["top"].can_start
    assert page.recipe().start


def test_a_run_goes_on_from_a_network_of_the_list(page: Page) -> None:
    page.choose()
    assert "start" not in [option.key for option in page.shown["top"].options]
    path = trained_path(page.home, "mine")
    path.parent.mkdir(parents=True, exist_ok=True)
    save_network(path, trained(LEDUC, (32, 16), "My network"))
    page.presenter.next.choose("method", "nfsp-per")
    (start,) = [option for option in page.shown["top"].options if option.key == "start"]
    assert [choice.title for choice in start.choices.choices] == ["From scratch", "My network"]
    assert start.choices.current == ""
    page.presenter.next.choose_option("start", str(path))
    assert page.shown["top"].why_not == "the network is being read"
    page.runner.run_all()
    assert page.shown["top"].can_start
    recipe = page.recipe()
    assert recipe.learning.hidden == (32, 16) and recipe.start
    field = page.field("hidden")
    assert (field.text, field.on, field.note) == ("32,16", False, "as the network has")
    page.begin()
    assert page.shown["run"].phase == "done"
    assert page.shown["runs"].rows[0].title == "NFSP-PER, 32,16 hidden units, continued"
    page.presenter.next.choose("game", "kuhn")  # the network is of another game
    assert page.recipe().start == "" and page.recipe().learning.hidden == (128,)
    page.presenter.next.choose("game", "leduc")
    page.presenter.next.choose_option("start", str(path))
    assert page.recipe().start == recipe.start
    path.unlink()
    page.presenter.next.choose("method", "nfsp")
    assert page.recipe().start == ""


def test_a_network_that_knows_other_bets_is_told(page: Page) -> None:
    path = trained_path(page.home, "mine")
    path.parent.mkdir(parents=True, exist_ok=True)
    save_network(path, random_networks("holdem-nolimit@100", "50,a"))
    page.choose(game="holdem-nolimit")
    page.presenter.next.choose_option("start", str(path))
    page.presenter.next.choose_option("bets", "custom")
    page.presenter.next.edit_option("bets", "100,a")
    page.runner.run_all()
    top = page.shown["top"]
    assert not top.can_start
    assert top.why_not == "the network that it goes on from knows other bets: 50,a"
    page.presenter.next.edit_option("bets", "50,a")
    assert page.shown["top"].can_start and page.recipe().menu == "50,a"
    page.presenter.next.choose_option("bets", "standard")
    assert page.shown["top"].can_start and page.recipe().menu == "50,a"


def test_a_network_that_changed_meanwhile_is_told(page: Page) -> None:
    path = trained_path(page.home, "mine")
    path.parent.mkdir(parents=True, exist_ok=True)
    save_network(path, trained(LEDUC, (16,)))
    page.choose()
    page.presenter.next.choose_option("start", str(path))
    page.runner.run_all()
    page.presenter.begin()
    save_network(path, trained(LEDUC, (32,)))
    page.runner.run_all()
    assert page.shown["run"].phase == "failed"
    assert "has changed since" in page.shown["notice"].text


def test_a_damaged_network_is_told_and_another_can_be_chosen(page: Page) -> None:
    path = trained_path(page.home, "mine")
    path.parent.mkdir(parents=True, exist_ok=True)
    save_network(path, trained(LEDUC))
    page.choose()
    path.write_bytes(path.read_bytes()[:-3])
    page.presenter.next.choose_option("start", str(path))
    page.runner.run_all()
    top = page.shown["top"]
    assert "mine" in top.why_not and not top.can_start
    page.presenter.next.choose_option("start", "")
    assert page.shown["top"].can_start


def test_it_is_told_while_a_checkpoint_is_written(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    save = StandIn.save

    def slow(run: StandIn, path: Path) -> None:
        page.presenter.show.show()
        told.append(page.shown["run"].figures[0].note)
        save(run, path)

    monkeypatch.setattr(StandIn, "save", slow)
    page.choose()
    page.begin()
    assert told[-1] == "writing checkpoint"
    assert page.shown["run"].figures[0].note == "checkpoint saved"


def test_memory_is_told_where_it_is_much(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    page.choose()
    assert page.shown["top"].note == ""
    page.presenter.next.edit_parameter("sl_memory", "50 M")
    page.runner.run_all()
    assert "45 inputs, " in page.shown["top"].note and "GB" in page.shown["top"].note
    monkeypatch.setattr(train_kind, "free_bytes", lambda: 1_000_000_000)
    page.presenter.next.edit_parameter("sl_memory", "49 M")
    page.runner.run_all()
    assert "of memory, but 1.0 GB is free" in page.shown["top"].why_not


def test_the_axis_of_seconds_begins_where_the_longest_run_has_something_to_show(page: Page) -> None:
    page.choose("cfr")
    page.begin("50")
    page.choose("nfsp")
    page.begin("3 s")
    page.presenter.show.choose_axis("seconds")
    for curve in page.shown["chart"].chart.lines:
        assert min(curve.x) >= 3e-4


def test_holdem_is_measured_by_lbr(page: Page) -> None:
    page.choose("nfsp", "holdem-limit")
    page.presenter.next.choose("stop", "custom")
    page.presenter.next.choose("stop_text", "100 mbb")
    assert "LBR is measured" in page.shown["top"].why_not
    page.begin("2,000 episodes")
    assert page.shown["run"].figures[1].caption == "LBR"
    assert page.shown["chart"].views[0] == ("figure", "LBR")
    assert not page.shown["chart"].chart.y.log


def test_names_tell_what_was_chosen() -> None:
    plain = NfspRecipe(LEDUC)
    wide = NfspRecipe(LEDUC, Parameters("nfsp-plt", hidden=(64, 64)), seed=3)
    one = NfspRecipe(LEDUC, Parameters(eta=0.2))
    two = NfspRecipe(LEDUC, Parameters(eta=0.2, batch=64))
    assert names_of([plain, wide, one, two]) == [
        "NFSP",
        "NFSP-PLT, 64,64 hidden units",
        "NFSP, eta 0.2",
        "NFSP, 2 numbers changed",
    ]
    assert engine_title(plain, 20_000_000) == "NFSP, 20,000,000 episodes"
    assert engine_name(plain, 20_000_000) == "leduc-nfsp-20m"
    assert engine_name(wide, 7) == "leduc-nfsp-plt-h64_64-s3-7"
    names = {engine_name(recipe, 7) for recipe in (plain, wide, one, two)}
    assert len(names) == 4


def test_losses_are_written_with_the_digits_that_count() -> None:
    figures = {0.0: "…", 1.2345: "1.234", 0.4821: "0.482", 0.0021: "0.0021", 3.14e-7: "3.1e-07"}
    assert {loss: loss_text(loss) for loss in figures} == figures


def test_a_notice_names_the_parameter(page: Page) -> None:
    page.choose()
    page.presenter.next.edit_parameter("eta", "2")
    page.presenter.begin()
    assert page.shown["notice"].text == "Best responses: 0 to 1."


def test_files_of_networks_are_those_that_were_trained(page: Page) -> None:
    page.choose()
    page.begin()
    (engine,) = list_trained(page.home)
    assert engine.path is not None
    assert load_network(engine.path, LEDUC).info.title == "NFSP, 5,000 episodes"
