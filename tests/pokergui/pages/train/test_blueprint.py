import pytest

from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.run import BlueprintRun
from ai.files.strategy import StrategyInfo
from pokergui.pages.train.scenes import blueprint as train_blueprint
from tests.pokergui.blueprints import Learned, StandIn

DEALS = "2,000 deals"


@pytest.fixture
def page(train, monkeypatch):
    def keep(path, learned):
        assert learned.with_values and learned.info.title.startswith("Blueprint, ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a blueprint")

    monkeypatch.setattr(train_blueprint.Blueprints, "runs", StandIn)
    monkeypatch.setattr(train_blueprint, "save_blueprint", keep)
    monkeypatch.setattr(BlueprintRecipe, "num_bytes", property(lambda recipe: 412_000_000))
    return train()


def test_a_run_ends_with_lbr_its_interval_checkpoint_and_engine(page, train):
    page.begin("100", "pdcfr+", "kuhn")
    page.begin(DEALS, "blueprint", "holdem-nolimit")
    lbr, deals = page.front.figures[1:3]
    assert page.front.phase == "done"
    assert (lbr.caption, lbr.value, lbr.note) == ("LBR", "1,000 mbb", "± 210 per hand")
    assert (deals.caption, deals.value, page.chart.counted) == ("Deals", "2,000", "Deals")
    assert not page.chart.chart.y.log
    (line,) = page.lines  # none of another kind
    assert (line.name, line.end) == ("Blueprint", "1,000 ± 210 mbb")
    assert (line.low[-1], line.y[-1], line.high[-1]) == pytest.approx((790, 1000, 1210))
    assert page.milestones.rows[0].last == "± 210"
    assert len(list(page.home.glob("trained/holdem-nolimit@100-blueprint-2k.*"))) == 1
    page.presenter.runs.choose(page.rows.rows[1].key)
    assert [line.name for line in page.lines] == ["PDCFR+"] and page.chart.chart.y.log
    again = train()  # after the window was closed
    (key,) = (row.key for row in again.rows.rows if row.title == "Blueprint")
    again.presenter.runs.choose(key)
    assert again.front.figures[1].value == "1,000 mbb"


def test_preparation_reports_progress_and_can_be_cancelled(page, monkeypatch):
    told = []

    def paused(run, recipe, home, control):
        control.progress(0.25, "card tables")
        page.show.show()
        told.append(page.front.figures[0].note)
        page.presenter.runs.front.pause()
        control.check()
        raise AssertionError("it was stopped")

    with monkeypatch.context() as patch:
        patch.setattr(StandIn, "__init__", paused)
        page.begin(DEALS, "blueprint", "holdem-limit")
    assert told == ["card tables, 25%"]
    assert page.front.phase == "paused" and page.notice is None
    page.resume()
    assert page.front.phase == "done"


def test_saving_a_strategy_reports_progress_and_can_be_cancelled(page, monkeypatch):
    told, cancel = [], True

    def blueprint(run, with_values, control):
        control.progress(0.43, "values of preflop and flop")
        page.show.look()
        told.append(page.front.figures[0].note)
        if cancel:
            page.presenter.press_notice(page.notice.buttons[0].key)
        control.check()
        return Learned(StrategyInfo(run.recipe.game, "blueprint", "buckets"), with_values)

    monkeypatch.setattr(StandIn, "blueprint", blueprint)
    page.begin(DEALS, "blueprint", "holdem-limit")
    assert told == ["values of preflop and flop, 43%"]
    assert (page.front.phase, page.notice) == ("done", None)
    page.presenter.play()
    page.settle()
    assert len(told) == 2 and page.links == []  # there is nothing to play against
    cancel = False
    page.save()
    assert len(told) == 3 and not page.front.can_save
    assert page.notice.title.endswith("is on the engine lists")
    page.presenter.play()
    assert len(page.links) == 1


def test_a_run_shows_one_clock_everywhere(page, monkeypatch, clock):
    """An evaluation takes 13 s here, which chart and table once left out."""
    monkeypatch.setattr(StandIn, "look_s", 13.0)
    page.begin("1,000 deals or 26 s", "blueprint", "holdem-limit")
    page.show.choose_axis("seconds")
    (row,), (line,), time = page.rows.rows, page.lines, page.front.figures[4]
    assert (time.value, row.time, page.milestones.heads[-1]) == ("26 s",) * 3
    assert line.x[-1] == pytest.approx(26.0, abs=0.02)
    assert BlueprintRun.read(page.files[0]).seconds == line.x[-1]


def test_closing_the_window_does_not_wait_for_values(page):
    page.choose("holdem-limit")
    page.next.choose("stop", "custom")
    page.next.choose("stop_text", DEALS)
    page.presenter.begin()
    page.presenter.runs.front.work.close()
    page.settle()
    assert page.front.phase == "done" and len(page.files) == 1
    assert not page.home.joinpath("trained").exists()
