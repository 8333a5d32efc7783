"""Study with three and six players: lines with folds, the range shown, two-player features."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.game import get_game
from engine.lines import parse_line
from engine.shown import parse_shown
from pokergui.links import StudyLink
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reports.scenes.notices import not_offered as no_report
from pokergui.pages.study.searching.scenes.offer import not_offered as no_search
from tests.pokergui.pages.study.test_study import Studied


def link(name: str, line: str, board: str = "", hole: str = "", engine: str = "") -> StudyLink:
    game = get_game(name)
    held = parse_shown(game, hole) or None
    return StudyLink(game, parse_line(game, line), parse_shown(game, board), held, engine)


@pytest.fixture
def six(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("holdem-nolimit-6", 100, "equity", tmp_path))


@pytest.fixture
def kuhn(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("kuhn-3", 100, "cfr", tmp_path))


def test_ranges_of_those_still_in_are_shown_in_the_order_of_play(six: Studied) -> None:
    names = ["UTG", "Hijack", "Cutoff", "Button", "Small blind", "Big blind"]
    assert [side.name for side in six.scene.sides] == names
    assert [side.short for side in six.scene.sides] == ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
    scene = six.do(six.presenter.open_link, link("holdem-nolimit-6@100", "r300fcff"))
    assert [side.name for side in scene.sides] == ["UTG", "Cutoff", "Big blind"]
    assert [side.series for side in scene.sides] == [0, 2, 5]
    assert [side.shown for side in scene.sides] == [False, False, True]
    crumbs = [crumb.short or crumb.text for crumb in scene.line.crumbs]
    assert "HJ fold" in crumbs and crumbs[-1] == "Big blind to act"
    shares = [float(side.equity.rstrip("%")) for side in scene.sides]
    assert sum(shares) == pytest.approx(100, abs=2) and len(scene.curve) == 3
    assert sum(total.share for total in scene.totals) == pytest.approx(1.0)
    for side in (scene.sides[0], scene.sides[2]):
        assert side.value == "– EV" and "where a call ends the betting" in side.why
    assert all("random deals" in side.why for side in scene.sides)


def test_the_range_of_another_is_chosen_and_a_fold_ends_the_choice(six: Studied) -> None:
    six.do(six.presenter.open_link, link("holdem-nolimit-6@100", "r300ffc"))
    scene = six.do(six.presenter.versus.choose_side, "2")
    assert [side.name for side in scene.sides if side.shown] == ["UTG"]
    assert scene.totals == () and scene.grid is not None
    six.do(six.presenter.walk.follow, "f")
    scene = six.do(six.presenter.walk.follow, "f")
    assert [side.name for side in scene.sides] == ["UTG", "Button"]
    scene = six.do(six.presenter.walk.choose_random_board)
    assert [side.name for side in scene.sides if side.shown] == ["UTG"]
    assert not any("random deals" in side.why for side in scene.sides)  # two left: exact
    scene = six.do(six.presenter.walk.follow, "line:r300fffff")
    assert scene.rows[-1].title == "All but UTG have folded"
    assert [(side.name, side.equity) for side in scene.sides] == [("UTG", "100.0%")]


def test_a_board_is_chosen_and_hands_are_filtered(six: Studied) -> None:
    scene = six.do(
        six.presenter.open_link, link("holdem-nolimit-6@100", "r300fcffc/", "Kh8d3c", "AhKd")
    )
    assert scene.hands is not None and scene.hands.made and scene.hands.names == ("Big blind", "")
    assert all(bar.other is None for bar in scene.hands.made)
    assert scene.pinned >= 0 and scene.grid is not None
    assert scene.grid.cells[scene.pinned].label == "AKo"
    scene = six.do(six.presenter.filter.choose_suit, 2)
    assert scene.filter is not None and scene.filter.count


def test_what_is_for_two_says_so(six: Studied) -> None:
    assert [choice.title for choice in six.top.second.choices] == ["Two players only"]
    assert "two players only" in six.scene.unsolvable
    assert "two players" in no_report(get_game("holdem-nolimit-6"))
    assert "two players" in no_search(six.presenter.walk.place)
    six.do(six.presenter.choose_second, "call")
    assert six.scene.versus is None
    six.do(six.presenter.solve_here)
    assert six.notice is not None and "Only hands of two players" in six.notice.text


def test_what_was_compared_comes_back_with_two_players(six: Studied) -> None:
    six.do(six.presenter.choose_game, "leduc")
    six.do(six.presenter.choose_second, "call")
    assert six.scene.versus is not None
    six.do(six.presenter.choose_game, "leduc-3")
    assert six.scene.versus is None and six.top.second.current == ""
    six.do(six.presenter.choose_game, "leduc")
    assert six.scene.versus is not None and six.top.second.current == "call"


def test_uneven_stacks_are_answered_by_an_engine_that_can(six: Studied) -> None:
    six.do(six.presenter.choose_engine, "nfsp")
    game = get_game("holdem-nolimit-3").with_stacks((3_000, 20_000, 12_000))
    scene = six.do(six.presenter.open_link, StudyLink(game, (), ()))
    assert scene.grid is not None
    assert "NFSP does not play No-limit hold’em, three players, 30 to 200 bb" in scene.note
    assert six.top.engine.current == "equity"


def test_the_average_of_cfr_has_exact_values_for_all_three(kuhn: Studied) -> None:
    scene = kuhn.do(kuhn.presenter.open_link, link("kuhn-3", "cr"))
    assert [side.name for side in scene.sides] == ["First player", "Second player", "Third player"]
    values = [float(side.value.split()[0]) for side in scene.sides]
    assert sum(values) == pytest.approx(4.0, abs=0.02)  # the pot
    scene = kuhn.do(kuhn.presenter.walk.follow, "f")
    assert [side.name for side in scene.sides] == ["First player", "Second player"]
    assert sum(float(side.equity.rstrip("%")) for side in scene.sides) == pytest.approx(
        100, abs=0.2
    )
