import pytest

from ai.networks.nfsp.shipped import find_shipped
from ai.networks.record import load_network, save_network
from ai.trained import list_trained, trained_path
from engine.game import get_game
from pokergui.pages.train.scenes import networks as train_nfsp
from pokergui.pages.train.scenes.train import loss_text
from tests.naive.learned import random_networks
from tests.pokergui.networks import StandIn, trained

LEDUC = get_game("leduc")


@pytest.fixture
def page(train, monkeypatch):
    monkeypatch.setattr(train_nfsp.Networks, "runs", StandIn)
    monkeypatch.setattr(train_nfsp, "find_shipped", lambda method, game: None)
    return train()


@pytest.fixture
def mine(page):
    path = trained_path(page.home, "mine")
    path.parent.mkdir(parents=True, exist_ok=True)

    def keep(network):
        save_network(path, network)
        return path

    return keep


def start_of(page):
    return next((option.choices for option in page.top.options if option.key == "start"), None)


def test_run_shows_its_progress_and_ends_up_in_the_engine_lists(page, train):
    page.begin("5,000 episodes", "nfsp-plt", "leduc")
    figures = page.front.figures
    assert (figures[1].value, figures[6].rest) == ("250 mA", "46.2 MB")
    assert [line.value for line in figures[5].lines] == ["0.0021", "0.482"]
    memories = [("100%", 1.0), ("25%", 0.25)]
    assert [(line.value, line.share) for line in figures[6].lines] == memories
    (engine,) = list_trained(page.home)
    title = "NFSP-PLT, 5,000 episodes"
    assert (engine.name, engine.title) == ("trained:leduc-nfsp-plt-5k", title)
    assert engine.fits(LEDUC) and load_network(engine.path, LEDUC).info.title == title
    again = train()  # its losses are in its file
    assert again.front.figures[5] == figures[5]


def test_chart_shows_networks_and_solvers_by_exploitability_or_loss(page, clock):
    page.begin("200", "cfr", "leduc")
    assert (page.milestones.last_head, page.chart.views) == ("Nodes to 1 mA", ())
    page.begin("3 s", "nfsp", "leduc")
    assert [line.name for line in page.lines] == ["NFSP", "CFR"]
    assert [view for view, _ in page.chart.views] == ["figure", "losses"]
    assert (page.milestones.last_head, page.chart.chart.levels[0].at) == ("Time to 100 mA", 0.1)
    for axis, unit in (
        ("iterations", "episodes or iterations"),
        ("seconds", "seconds of run time"),
    ):
        page.show.choose_axis(axis)
        assert page.chart.chart.x.unit == unit
    # It starts where the longest run has something to show.
    assert all(min(line.x) >= 3e-4 for line in page.lines if line.x)
    page.show.choose_view("losses")
    assert (page.chart.view, page.chart.chart.title) == ("losses", "Losses of NFSP")
    assert [line.name for line in page.lines] == ["Action values", "Average policy"]
    assert all(min(line.y) > 0 for line in page.lines) and page.lines[1].end == "0.482"
    network, solver = (row.key for row in page.rows.rows)
    page.presenter.runs.choose(solver)
    assert page.chart.chart.levels[0].at == 0.001
    page.presenter.runs.toggle(network, False)
    assert page.milestones.last_head == "Nodes to 1 mA"


def test_run_can_resume_from_a_shipped_network(page, monkeypatch):
    monkeypatch.setattr(train_nfsp, "find_shipped", find_shipped)
    page.choose("leduc", "nfsp")
    _, shipped = start_of(page).choices
    page.next.choose("start", shipped.key)
    page.settle()
    assert page.top.can_start and page.recipe().start


def test_run_resumes_from_a_listed_network(page, mine):
    page.choose("leduc", "nfsp")
    assert start_of(page) is None
    path = mine(trained(LEDUC, (32, 16), "My network"))
    page.next.choose("method", "nfsp-per")
    assert [choice.title for choice in start_of(page).choices] == ["From scratch", "My network"]
    page.next.choose("start", str(path))
    assert page.top.why_not == "the network is being read"
    page.settle()
    recipe, field = page.recipe(), page.fields()["hidden"]
    assert page.top.can_start and recipe.learning.hidden == (32, 16) and recipe.start
    assert (field.text, field.on, field.note) == ("32,16", False, "as the network has")
    page.begin("5,000 episodes")
    assert page.front.phase == "done"
    assert page.rows.rows[0].title == "NFSP-PER, 32,16 hidden units, continued"
    page.next.choose("stop", "seconds:60")
    page.next.choose("game", "kuhn")  # the network belongs to another game
    assert page.recipe().start == "" and page.recipe().learning.hidden == (128,)
    path.unlink()
    page.choose("leduc", "nfsp")
    assert page.recipe().start == ""


def test_mismatched_network_is_reported(page, mine):
    path = mine(random_networks("holdem-nolimit@100", "50,a"))
    page.choose("holdem-nolimit", "nfsp", start=str(path), bets="custom")
    page.next.choose("bets_text", "100,a")
    page.settle()
    assert not page.top.can_start and page.top.why_not.endswith("different bets: 50,a")
    page.next.choose("bets", "standard")
    assert page.top.can_start and page.recipe().menu == "50,a"


def test_changed_or_damaged_network_is_reported(page, mine):
    path = mine(trained(LEDUC, (16,)))
    page.choose("leduc", "nfsp", start=str(path))
    page.presenter.begin()
    mine(trained(LEDUC, (32,)))
    page.settle()
    assert page.front.phase == "failed" and "has changed since" in page.notice.text
    path.write_bytes(path.read_bytes()[:-3])
    page.next.choose("start", "")
    page.next.choose("start", str(path))
    page.settle()
    assert "mine" in page.top.why_not and not page.top.can_start
    page.next.choose("start", "")
    assert page.top.can_start


def test_losses_are_shown_with_significant_digits():
    figures = {0.0: "…", 1.2345: "1.234", 0.4821: "0.482", 0.0021: "0.0021", 3.14e-7: "3.1e-07"}
    assert {loss: loss_text(loss) for loss in figures} == figures
