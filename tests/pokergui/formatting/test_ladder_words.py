"""Engines in lists: one unit for each game, one ladder, no figure that seems to be coming."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ai import ladder
from ai.entry import Engine, Measured
from ai.registry import reference
from ai.simple import CallAgent
from ai.strategy import StrategyInfo
from ai.strength_figures import GAMES, strengths
from ai.trained_engines import keep_trained
from engine.game import get_game
from pokergui.formatting.choices import PlayChoice, engine_choices, table_games, top_bar
from pokergui.formatting.ladder import ladder_caption
from pokergui.pages.study.comparing.presenters.second_engine import offered
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.scenes.top import study_top
from pokergui.pages.watch.scenes.choices import WatchChoice, top_scene
from pokergui.viewmodel import Choice

pytestmark = pytest.mark.slow
UNMEASURED = "holdem-nolimit@37"


REFERENCE = Measured("reference", 0.0, against="equity", lbr=4027.0, lbr_ci95=358.0)


def listed(game: str, home: Path, **known: Measured) -> dict[str, Choice]:
    """The entries of a list; of some engines with other figures than those that are kept."""

    def figures(engines: Sequence[Engine], *more: Any) -> list[Measured | None]:
        return [
            known.get(engine.name, found)
            for engine, found in zip(engines, strengths(engines, *more), strict=True)
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder, "strengths", figures)
        return {choice.key: choice for choice in engine_choices(get_game(game), home)}


@pytest.mark.parametrize("game", [*GAMES, UNMEASURED])
def test_a_list_has_one_unit_and_no_open_figures(game: str, tmp_path: Path) -> None:
    found = listed(game, tmp_path)
    unit = "mA/hand" if get_game(game).ante else "mbb/hand"
    assert {choice.unit for choice in found.values()} <= {unit, ""}
    words = {choice.value for choice in found.values() if not choice.unit}
    assert words <= {"reference", "learns", "not measured"}
    assert ("not measured" in words) == (game == UNMEASURED)
    assert not any("…" in f"{choice.value}{choice.second}" for choice in found.values())
    rival = reference(get_game(game))
    assert rival is not None
    assert [key for key, choice in found.items() if choice.value == "reference"] == [rival.name]
    assert ladder_caption(get_game(game)) == f"v. {rival.title}"


@pytest.mark.parametrize("game", GAMES)
def test_groups_follow_each_other_and_the_reference_is_in_the_first(
    game: str, tmp_path: Path
) -> None:
    found = list(engine_choices(get_game(game), tmp_path))
    groups = [choice.group for choice in found]
    assert all(groups)
    assert [g for i, g in enumerate(groups) if g not in groups[:i]] == [
        g for i, g in enumerate(groups) if i == 0 or groups[i - 1] != g
    ]
    assert found[0].group.startswith("Strongest")
    assert any(group.startswith("To win against") for group in groups)


def test_what_loses_more_than_by_folding_gets_a_word(tmp_path: Path) -> None:
    leduc = listed("leduc", tmp_path)
    assert (leduc["passive"].value, leduc["passive"].unit) == ("−150", "mA/hand")  # exactly
    assert leduc["passive"].second == "exploitability 600"
    assert leduc["call"].second == "exploitability 1,467: worse than folding"
    assert "more than the 1,000 mA that always folding loses" in leduc["call"].detail
    assert not leduc["call"].caution  # it is under those to win against
    deep = listed("holdem-nolimit@37", tmp_path, equity=REFERENCE)["equity"]
    assert deep.group.startswith("Strongest") and deep.caution
    assert deep.second == "LBR 4,027 ± 358: worse than folding"
    assert "more than the 750 mbb that always folding loses" in deep.detail
    limit = listed("holdem-limit", tmp_path)["cfr"]
    assert not limit.caution and limit.second == "LBR 155 ± 38"


def test_what_is_not_measured_says_how_it_can_be(tmp_path: Path) -> None:
    measured = {"method": "exact", "exploitability": 1.5}
    game = get_game("leduc")
    info = StrategyInfo(game, "cfr+", "none", iterations=5, measured=measured)
    keep_trained(tmp_path, "mine", CallAgent(game).table(), info)
    mine = listed("leduc", tmp_path)["trained:mine"]
    assert (mine.value, mine.second) == ("not measured", "exploitability 1,500: worse than folding")
    assert mine.caution and mine.group == "Not measured"
    assert "pokergui engines measure leduc trained:mine" in mine.detail
    call = listed(UNMEASURED, tmp_path)["call"]
    assert f"pokergui engines measure {UNMEASURED} call" in call.detail


def test_an_interval_with_0_calls_nobody_better(tmp_path: Path) -> None:
    known = Measured("duplicate", -5.0, 40.0, "cfr", 400, 1, None, 9000.0, 300.0, 500)
    found = listed("holdem-limit", tmp_path, call=known)["call"]
    assert found.value == "−5 ± 40" and found.group == "No clear result"
    assert "neither is shown to be better" in found.detail


def test_all_pages_show_the_same_record(tmp_path: Path) -> None:
    game = get_game("holdem-nolimit@100")
    whole = listed(game.name, tmp_path)
    play = top_bar(PlayChoice(opponent="equity"), tmp_path, table_games()).opponent
    study = study_top(StudyChoice(game, "cfr", tmp_path)).engine
    watch = top_scene(WatchChoice(), tmp_path, locked=False, custom=None).engine_a
    second = offered(StudyChoice(game, "cfr", tmp_path))
    assert {choice.key: choice for choice in play.choices} == whole
    assert {choice.key: choice for choice in study.choices} == whole
    assert {choice.key: choice for choice in watch.choices[:-1]} == whole
    assert second == {key: choice for key, choice in whole.items() if key != "cfr"}
    captions = {play.value_caption, study.value_caption, watch.value_caption}
    assert captions == {"v. Blueprint"}


def test_games_without_a_reference_have_no_ladder(tmp_path: Path) -> None:
    found = listed("holdem-nolimit-3", tmp_path)
    assert {(choice.value, choice.group) for choice in found.values()} == {("", ""), ("learns", "")}
    assert ladder_caption(get_game("holdem-nolimit-3")) == ""
