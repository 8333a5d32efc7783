from itertools import groupby

import pytest

from ai.agents.entry import Measured, TableResult
from ai.registry import find_engine, reference
from ai.strength import ladder
from ai.strength.figures import GAMES, strengths
from ai.strength.ladder import Rung
from engine.game import get_game
from pokergui.formatting.choices import engine_choices
from pokergui.formatting.ladder import engine_choice, ladder_caption
from pokergui.language import CHINESE, ENGLISH, use

UNMEASURED = "holdem-nolimit@37"


@pytest.fixture
def listed(tmp_path, monkeypatch):
    def listed(game, **known):
        def figures(engines, *more):
            found = strengths(engines, *more)
            names = (engine.name for engine in engines)
            return [known.get(name, one) for name, one in zip(names, found, strict=True)]

        monkeypatch.setattr(ladder, "strengths", figures)
        return {choice.key: choice for choice in engine_choices(get_game(game), tmp_path)}

    return listed


@pytest.mark.parametrize("game", [*GAMES, UNMEASURED])
def test_engine_lists_are_grouped_in_one_unit_without_missing_figures(listed, game):
    found, rules = listed(game), get_game(game)
    units = {choice.unit for choice in found.values()}
    assert units <= {"mA/hand" if rules.ante else "mbb/hand", ""}
    words = {choice.value for choice in found.values() if not choice.unit}
    assert words <= {"reference", "learns", "not measured"}
    assert ("not measured" in words) == (game == UNMEASURED)
    assert not any("…" in f"{choice.value}{choice.second}" for choice in found.values())
    rival = reference(rules)
    assert [key for key, choice in found.items() if choice.value == "reference"] == [rival.name]
    assert ladder_caption(rules) == f"v. {rival.title}"
    groups = [group for group, _ in groupby(choice.group for choice in found.values())]
    assert all(groups) and len(groups) == len(set(groups))
    if game in GAMES:
        assert groups[0].startswith("Strongest")
        assert any(group.startswith("Beatable") for group in groups)


def test_engines_worse_than_folding_are_marked(listed):
    leduc = listed("leduc")
    assert (leduc["passive"].value, leduc["passive"].unit) == ("−150", "mA/hand")  # exactly
    assert leduc["passive"].second == "exploitability 600"
    assert leduc["call"].second == "exploitability 1,467: worse than folding"
    assert not leduc["call"].caution  # it is in the group to beat
    known = Measured("reference", 0.0, against="equity", lbr=4027.0, lbr_ci95=358.0)
    deep = listed(UNMEASURED, equity=known)["equity"]
    assert deep.group.startswith("Strongest") and deep.caution
    assert deep.second == "LBR 4,027 ± 358: worse than folding"
    assert "more than the 750 mbb that always folding loses" in deep.detail


def test_interval_containing_zero_ranks_no_engine_higher(listed):
    known = Measured("duplicate", -5.0, 40.0, "cfr", 400, 1, None, 9000.0, 300.0, 500)
    found = listed("holdem-limit", call=known)["call"]
    assert (found.value, found.group) == ("−5 ± 40", "No clear result")
    assert "neither is shown to be better" in found.detail


def test_games_without_a_reference_have_no_ladder(listed):
    found = listed("kuhn-3")
    assert {(choice.value, choice.group) for choice in found.values()} == {
        ("", ""),
        ("learns", ""),
    }
    assert ladder_caption(get_game("kuhn-3")) == ""


def test_tables_of_three_and_more_are_ranked_by_a_mixed_table(listed):
    results = (
        TableResult("mixed", "aivat", 120.0, 34.0, 240, 1),
        TableResult("equity", "aivat", -460.0, 110.0, 240, 1),
    )
    found = listed(
        "holdem-nolimit-6@37",
        call=Measured("tables", lbr=1500.0, lbr_ci95=90.0, lbr_hands=600, tables=results),
    )
    call = found["call"]
    assert (call.value, call.unit, call.second) == ("+12 ± 3", "bb/100", "−46 ± 11 v. Odds counter")
    assert call.group == "Beatable: clearly loses to Odds counter"
    first, second, third, *_ = call.detail.splitlines()
    assert first.startswith("Wins 12 ± 3 bb/100 at a mixed table of 6 (Odds counter, Mouse,")
    assert "luck-adjusted" in first
    assert second.startswith(
        "Loses 46 ± 11 bb/100 at a table of 6 with Odds counter in all other seats: 240"
    )
    assert "wins +150 ± 9 bb/100 if they play this one, 125 if they always fold" in third
    assert call.caution is False  # it is listed as easy to beat
    assert (found["raise"].value, found["raise"].group) == ("not measured", "Not measured")
    assert ladder_caption(get_game("holdem-nolimit-6@37")) == "at a mixed table"


def test_lists_of_engines_follow_the_language(tmp_path, english):
    def titles():
        return [choice.title for choice in engine_choices(get_game("kuhn"), tmp_path)]

    before = titles()
    use(CHINESE)
    chinese = titles()
    use(ENGLISH)
    assert titles() == before != chinese and len(chinese) == len(before)


def test_commands_are_told_for_games_that_they_know():
    known = get_game("holdem-nolimit@10")
    stage = known.with_stacks(known.stacks, "sit-and-go-50/100-2")
    for game, name in ((known, "call"), (stage, "raise")):
        detail = engine_choice(Rung(find_engine(name), None, reference(game)), game).detail
        assert "has not been measured" in detail and "sit-and-go" not in detail
