from dataclasses import replace

import pytest

from ai.blueprint.recipe import BlueprintRecipe
from ai.networks.nfsp.parameters import METHODS, NfspParameters
from engine.game import get_game
from pokergui.pages.train.scenes import networks as train_nfsp
from pokergui.pages.train.scenes import run_kind as train_kind
from pokergui.pages.train.scenes.options import MethodOptions, option_scenes

LEARNERS = [*METHODS, "deep-cfr", "sd-cfr", "ppo"]
BLUEPRINT = ["walks", "weights", "workers", "seed"]
TYPED = {"depth": "custom", "bets": "custom", "buckets": "custom"}


@pytest.fixture
def page(train, monkeypatch):
    monkeypatch.setattr(train_nfsp, "find_shipped", lambda method, game: None)
    monkeypatch.setattr(BlueprintRecipe, "num_bytes", property(lambda recipe: 412_000_000))
    return train()


@pytest.mark.parametrize(
    ("game", "method", "options", "stop"),
    [
        ("kuhn", "nfsp-plt", ["seed"], "seconds:300"),
        ("kuhn-3", "nfsp-plt", ["seed"], "seconds:300"),
        ("holdem-nolimit", "nfsp-plt", ["depth", "bets", "seed"], "seconds:1800"),
        ("holdem-limit", "blueprint", ["buckets", *BLUEPRINT], "seconds:1800"),
        ("holdem-nolimit", "blueprint", ["depth", "buckets", "bets", *BLUEPRINT], "seconds:1800"),
    ],
)
def test_every_game_offers_its_methods_with_their_options(page, game, method, options, stop):
    page.choose(game, method)
    top, large = page.top, game.startswith("holdem")
    methods = [choice.key for choice in top.method.choices]
    assert {*LEARNERS} - {*methods} == ({"sd-cfr"} if large else set())
    assert (methods[0] == "blueprint") == large
    assert ("es-mccfr" in methods) == (game == "kuhn")  # no guarantees for three players
    assert [option.key for option in top.options] == options
    assert (top.stop.current, top.can_start) == (stop, True)
    assert (top.sheet is not None) == (method != "blueprint")
    if method == "blueprint":
        decisions = {"holdem-limit": "6,378", "holdem-nolimit": "20,644"}[game]
        assert top.note.startswith(f"{decisions} decisions, 412.0 MB; tables of all boards")


@pytest.mark.parametrize(
    ("game", "method", "chosen", "key", "text", "reason"),
    [
        *(
            ("leduc", "nfsp-plt", {}, key, text, reason)
            for key, text, reason in (
                ("hidden", "100", "multiples of 16"),
                ("batch", "1.5", "1 to 4,096"),
                ("rl_rate", "-1", "0 to 10"),
                ("rl_rate", "nan", "0 to 10"),
                ("eta", "", "0 to 1"),
                ("rate_decay", "1e400", "0 or more"),
                ("least_memory", "300,000", "more than a memory holds"),
                ("least_times", "5", "more than the maximum repeats"),
            )
        ),
        ("holdem-nolimit", "blueprint", TYPED, "bets", "50,100", "without all-in"),
        ("holdem-nolimit", "blueprint", TYPED, "buckets", "1,2", "three for flop"),
        ("holdem-nolimit", "blueprint", TYPED, "depth", "x", "not a depth"),
        ("leduc", "robust-mccfr", {"picks": "custom"}, "picks", "constant:0", "ever be sampled"),
        ("leduc", "robust-mccfr", {"seed": "custom"}, "seed", "x", "is a whole number, such as 7"),
    ],
)
def test_invalid_input_is_reported_at_its_field(page, game, method, chosen, key, text, reason):
    page.choose(game, method, **chosen)
    page.next.choose(f"{key}_text" if chosen else f"own.{key}", text)
    fields = {option.key: option.field for option in page.top.options if option.field}
    fields |= page.fields() if not chosen else {}
    assert {name for name, field in fields.items() if field.error} == {key}
    assert reason in fields[key].error and fields[key].text == text
    assert not page.top.can_start and reason in page.top.why_not
    page.presenter.begin()
    assert page.rows.rows == () and page.notice.title == "This run cannot start"
    page.begin("10", "cfr", "kuhn")
    assert page.front.phase == "done" and page.notice is None


def test_typed_options_are_explained_at_their_field(page):
    page.choose("holdem-nolimit", "blueprint", **TYPED)
    for key, text in {"depth": "20", "bets": "50,a/a", "buckets": "50"}.items():
        page.next.choose(f"{key}_text", text)
    page.settle()
    assert 100 < int(page.top.note.partition(" ")[0].replace(",", "")) < 5_000
    hints = [option.field.hint for option in page.top.options[:3]]
    assert hints[0] == "Stacks of 2,000 chips" and hints[1].startswith("50 on the flop")
    page.next.choose("stop", "custom")
    page.next.choose("stop_text", "no\tidea")
    assert "A bound is" in page.top.why_not
    assert all(value.isprintable() for value in page.shown["choice_made"].values())


def test_depth_belongs_to_the_chosen_game():
    """A second heads-up game with stacks trains by its own rules, not by those of the first."""
    options = MethodOptions.of({"depth": "custom", "depth_text": "30"})
    known = get_game("holdem-nolimit")
    (scene,) = option_scenes(known, options, ("depth",))
    assert scene.field.hint == "Stacks of 3,000 chips"
    (scene,) = option_scenes(replace(known, name="holdem-small"), options, ("depth",))
    assert "holdem-small" in scene.field.error


def test_priority_parameters_appear_only_where_they_apply(page):
    every = {*NfspParameters.defaults()}
    times, priorities = {"least_times", "most_times"}, {"alpha", "beta", "beta_episodes"}
    for method, missing in (("nfsp-plt", set()), ("nfsp-per", times), ("nfsp", times | priorities)):
        page.choose("leduc", method)
        assert page.fields().keys() == every - missing
        assert all(f.name and not f.error and not f.changed for f in page.fields().values())
        assert page.recipe().learning == NfspParameters(method=method)


def test_typed_values_form_the_recipe_and_valid_ones_are_remembered(page, train):
    page.choose("leduc", "nfsp-per")
    for key, text in (("hidden", "64, 32"), ("rl_memory", "100k"), ("eta", "0.2"), ("beta", "1")):
        page.next.choose(f"own.{key}", text)
    typed = {"hidden": (64, 32), "rl_memory": 100_000, "eta": 0.2}
    assert page.recipe().learning == NfspParameters("nfsp-per", beta=1.0, **typed)
    assert (page.top.sheet.changed, page.fields()["eta"].note) == (4, "default 0.1")
    page.choose("leduc", "nfsp")  # beta is not one of its parameters
    assert page.recipe().learning == NfspParameters(**typed)
    page.next.choose("stop", "seconds:60")
    again = train(page.shown["choice_made"])
    assert (again.recipe(), again.top.stop.current) == (page.recipe(), "seconds:60")
    odd = {"game": "holdem-nolimit-6", "method": "x", "stop": "7", "seed": "q"}
    top = train(odd).top
    assert (top.game.current, top.method.current) == ("leduc", "pdcfr+")
    page.next.reset_parameters()
    assert page.recipe().learning == NfspParameters()


def test_large_memory_is_reported_and_a_shortage_spares_other_runs(page, monkeypatch):
    page.choose("leduc", "nfsp")
    assert page.top.note == ""
    page.next.choose("own.sl_memory", "50 M")
    page.settle()
    assert "45 inputs, " in page.top.note and "GB" in page.top.note
    monkeypatch.setattr(train_kind, "free_bytes", lambda: 300_000_000)
    page.begin("2,000 deals", "blueprint", "holdem-limit")
    assert not page.top.can_start
    for words in (page.top.why_not, page.notice.text):
        assert "needs 412.0 MB of memory, but only 300.0 MB is free" in words
    page.begin("50", "pdcfr+", "kuhn")
    assert page.front.phase == "done"
