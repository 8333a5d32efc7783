import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.blueprint.recipe import BlueprintRecipe
from ai.cfr.run import CfrRecipe
from ai.networks.learners import NfspRecipe
from ai.networks.nfsp.parameters import NfspParameters
from ai.trained import trained_path
from ai.training.run import Bounds, CurvePoint
from engine.errors import EngineError
from engine.game import get_game
from pokergui.formatting.numbers import clock, memory, short_count, thousandths, took
from pokergui.pages.train.scenes.blueprint import Blueprints
from pokergui.pages.train.scenes.kinds import engine_name, engine_title, names_of
from pokergui.pages.train.scenes.options import ENDLESS, bounds_text, schedule_name
from pokergui.pages.train.scenes.stop import (
    SOLVED,
    RunPace,
    at_floor,
    bounds_hint,
    is_listed,
    left,
    listed_bounds,
    parse_bounds,
    slope,
    stop_choices,
)

LEDUC, KUHN = get_game("leduc"), get_game("kuhn")
DEEP, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
MANY_PICKS = f"explicit:{'1,' * 60}"


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("50,000", Bounds(iterations=50_000)),
        ("50k", Bounds(iterations=50_000)),
        ("1,5 M", Bounds(iterations=1_500_000)),
        (" 2 M iterations ", Bounds(iterations=2_000_000)),
        ("1e6", Bounds(iterations=1_000_000)),
        ("0.01 mA/hand", Bounds(exploitability=1e-5)),
        (".5 mA", Bounds(exploitability=5e-4)),
        ("90 s", Bounds(seconds=90.0)),
        ("1,5 h", Bounds(seconds=5400.0)),
        ("1e-9 antes or 10 min", Bounds(exploitability=1e-9, seconds=600.0)),
        ("10k; 1 h; 1 mA", Bounds(10_000, 1e-3, 3600.0)),
    ],
)
def test_bounds_are_parsed(text, bounds):
    assert parse_bounds(text, LEDUC) == bounds


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((text, "a bound is 50,000") for text in ("", "abc", "-3", "0", "1e400", "1,5,6 h", "e5")),
        *((text, "whole") for text in ("1.5", "1,5", "1e20", "1e308 million")),
        ("5 apples", "“apples” is not a unit"),
        ("1 mbb", "“mbb” is not a unit"),
        ("5 min or 6 min", "one bound of each kind"),
        ("9e9 d", "hundred years"),
    ],
)
def test_other_bounds_are_rejected_with_a_reason(text, reason):
    with pytest.raises(EngineError, match=reason):
        parse_bounds(text, LEDUC)


def test_blueprint_bounds_are_times_and_deals():
    stops = Blueprints().stops(LIMIT)
    both = Bounds(iterations=2_000_000, seconds=28_800.0)
    assert parse_bounds("2 M deals or 8 h", LIMIT, stops) == both
    assert bounds_hint(both, LIMIT, stops) == "Ends at 2,000,000 deals or 8 h"
    with pytest.raises(EngineError, match="LBR is measured"):
        parse_bounds("500 mbb", LIMIT, stops)


@given(st.text(max_size=40))
def test_any_text_is_parsed_or_rejected(text):
    try:
        bounds = parse_bounds(text, LEDUC)
    except EngineError:
        return
    assert bounds_text(bounds, LEDUC)


def test_listed_bounds_describe_themselves():
    for choice in stop_choices(SOLVED, LEDUC):
        if choice.key != "custom":
            words = bounds_text(listed_bounds(choice.key, LEDUC), LEDUC)
            assert words.lower() == choice.title.lower()
        assert is_listed(choice.key, SOLVED, LEDUC)
    assert not is_listed("iterations:7", SOLVED, LEDUC)
    assert listed_bounds("target:0.001", LEDUC) == Bounds(exploitability=1e-6)
    for text in ("1e-30 antes", "1e-322 mA"):  # the second is 0 chips
        assert "doubles" in bounds_hint(parse_bounds(text, LEDUC), LEDUC)
    assert bounds_text(Bounds(exploitability=0.0), LEDUC) == "0 mA/hand"
    assert bounds_hint(parse_bounds("1 mA or 2 h", LEDUC), LEDUC) == "Ends at 1 mA/hand or 2 h"


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (thousandths, {0.0: "0", 9.96e-6: "1.0·10⁻⁵", 5.14e-5: "5.1·10⁻⁵", 0.0043: "0.0043"}),
        (thousandths, {0.043: "0.043", 0.883: "0.883", 1.1: "1.10", 98.7: "98.7", 725.0: "725"}),
        (thousandths, {1234.5: "1,234"}),
        (short_count, {7: "7", 912_186: "912,186", 7.31e6: "7.3 M", 2e9: "2.0 G"}),
        (clock, {0: "0:00", 11.2: "0:11", 725: "12:05", 11_520: "3 h 12 min", 400_000: "5 days"}),
        (took, {0.04: "0.04 s", 0.2: "0.2 s", 17: "17 s", 240: "4 min", 11_520: "3 h 12 min"}),
        (memory, {54_240: "54 KB", 21_000_000: "21.0 MB", 4e9: "4.0 GB"}),
    ],
)
def test_figures_are_short_with_significant_digits(write, words):
    assert {value: write(value) for value in words} == words


PLAIN = CfrRecipe(LEDUC, "cfr+")
NETWORKS = [
    NfspRecipe(LEDUC),
    NfspRecipe(LEDUC, NfspParameters("nfsp-plt", hidden=(64, 64)), seed=3),
    NfspRecipe(LEDUC, NfspParameters(eta=0.2)),
    NfspRecipe(LEDUC, NfspParameters(eta=0.2, batch=64)),
]
OWN = BlueprintRecipe(DEEP, "50,a/a", "50,50,80", "explicit:1,all", "plain", seed=3)


def test_runs_have_distinct_names():
    robust = [CfrRecipe(LEDUC, "robust-mccfr", picks=p) for p in ("constant:1", "constant:all")]
    seeds = [CfrRecipe(LEDUC, "es-mccfr", seed=seed) for seed in (1, 2)]
    recipes = [PLAIN, CfrRecipe(LEDUC, "cfr+", simultaneous=True), PLAIN, CfrRecipe(KUHN, "cfr+")]
    assert names_of([*recipes, *robust, *seeds, *NETWORKS, BlueprintRecipe(DEEP), OWN]) == [
        *("CFR+", "CFR+, simultaneous", "CFR+ #2", "CFR+"),
        *("Robust (1 of N)", "Robust (all N)"),
        *("External sampling, seed 1", "External sampling, seed 2"),
        *("NFSP", "NFSP-PLT, 64,64 hidden units", "NFSP, eta 0.2", "NFSP, 2 parameters changed"),
        *("Blueprint", "Blueprint, 50/80 buckets, own bets, 1, then all, plain weights"),
    ]
    for picks, words in (
        ("explicit:1,2,all", "1, then 2, then all"),
        ("depth:0.4,2,both", "from 40%, exponent 2, both players"),
        ("street:0.5,1", "50%, then 100% by street"),
    ):
        assert schedule_name(picks) == words


@pytest.mark.parametrize(
    ("recipe", "iterations", "name"),
    [
        (CfrRecipe(LEDUC, "pdcfr+"), 20_000, "leduc-pdcfr+-20k"),
        (CfrRecipe(KUHN, "cfr", simultaneous=True), 2_000_000, "kuhn-cfr-sim-2m"),
        (CfrRecipe(LEDUC, "hs-dcfr", horizon=1000), 640, "leduc-hs-dcfr-h1k-640"),
        (
            CfrRecipe(LEDUC, "robust-mccfr", picks="street:0.5,1", weights="plain", seed=7),
            1500,
            "leduc-robust-mccfr-street_0.5_1-plain-s7-1500",
        ),
        (NETWORKS[1], 7, "leduc-nfsp-plt-h64_64-s3-7"),
        (BlueprintRecipe(DEEP, workers=2), 2_000, "holdem-nolimit@100-blueprint-w2-2k"),
    ],
)
def test_engine_names_include_everything_they_depend_on(recipe, iterations, name):
    assert engine_name(recipe, iterations) == name


def test_engine_names_and_titles_are_distinct(tmp_path):
    title = engine_title(BlueprintRecipe(DEEP, workers=2), 2_000)
    assert title == "Blueprint, 2 workers, 2,000 deals"
    long = [CfrRecipe(LEDUC, "robust-mccfr", picks=f"{MANY_PICKS}{last}") for last in (1, 2)]
    recipes = [*long, *NETWORKS, BlueprintRecipe(DEEP), OWN]
    names = {engine_name(recipe, 7) for recipe in recipes}
    assert len(names) == len(recipes)
    assert all(trained_path(tmp_path, name) for name in names)
    assert len(engine_title(long[0], 9)) < 120


def curve(power, last, floor=0.0):
    counts = sorted({round(1.12**step) for step in range(200) if 1.12**step <= last})
    return [CurvePoint(n, n / 100, max(floor, float(n) ** power), 10 * n) for n in counts]


def test_time_left_uses_the_nearest_bound_or_extrapolates_the_curve():
    points = curve(-1.5, 1000)
    last = points[-1]
    assert slope(points) == pytest.approx(-1.5)
    goal = Bounds(exploitability=last.exploitability / 8)
    seconds, about = left(goal, points, last.iteration, last.seconds, 100.0)
    assert seconds == pytest.approx(3 * last.iteration / 100.0, rel=1e-6) and about
    now = last.iteration
    for bounds, speed, known in (
        (Bounds(iterations=now + 500), 100.0, 5.0),
        (Bounds(iterations=now + 500, seconds=12), 100.0, 2.0),  # the nearest
        (Bounds(iterations=ENDLESS), 100.0, None),
        (Bounds(iterations=5000), 0.0, None),
    ):
        assert left(bounds, points, now, 10.0, speed) == (known, False)
    assert left(Bounds(exploitability=1e-30), points, last.iteration, 1.0, 100.0)[0] is None


def test_curve_at_the_precision_floor_is_recognised():
    flat = curve(-2.0, 10**8, floor=1e-13)
    others = (curve(-2.0, 10**8), curve(-0.5, 10**6, floor=1e-2), [])
    assert [at_floor(points, 1.0) for points in (flat, *others)] == [True, False, False, False]
    assert slope(flat) is None
    assert left(Bounds(exploitability=1e-30), flat, flat[-1].iteration, 1.0, 9.0) == (None, False)


def test_pace_forgets_old_marks():
    pace = RunPace()
    assert pace.rate == 0.0
    for step in range(100):
        pace.mark(step / 10, step * (10 if step < 50 else 20))
    assert pace.rate == pytest.approx(200.0, rel=0.01)
    pace.restart()
    assert pace.rate == 0.0
