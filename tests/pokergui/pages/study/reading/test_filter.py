"""Study's filters: narrowing of the grid, classes of the range, and its text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.reach import matchups
from engine.cards import parse_cards
from engine.combos import combo_cards
from engine.handclass import Draw, Made, hand_classes
from engine.ranges import parse_range
from pokergui.formatting.words import combos_text, percent
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.viewmodel.filter import FilterScene, HandsScene
from pokergui.ranges.hand_filter import HandFilter
from tests.pokergui.pages.study.test_study import Studied, choose_flop


@pytest.fixture
def holdem(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))


@pytest.fixture
def flop(holdem: Studied) -> Studied:
    holdem.rows("do:0:r300", "do:1:c")
    choose_flop(holdem, "Jh 8d 3h")
    return holdem


def bar(studied: Studied) -> FilterScene:
    found = studied.scene.filter
    assert found is not None
    return found


def hands(studied: Studied) -> HandsScene:
    found = studied.scene.hands
    assert found is not None
    return found


def heights(studied: Studied) -> dict[str, float]:
    grid = studied.scene.grid
    assert grid is not None
    return {cell.label: cell.height for cell in grid.cells}


def weights(studied: Studied) -> np.ndarray:
    reading = studied.presenter.walk.reading
    assert reading is not None
    return np.asarray(reading.ranges[0][studied.presenter.walk.state.seat])


BOARD = parse_cards("Jh 8d 3h")


def test_nothing_is_narrowed_at_first(flop: Studied) -> None:
    scene = bar(flop)
    assert (scene.suits, scene.group, scene.action, scene.count) == ((), "any", "", "")
    assert [column.title for column in scene.hands] == ["Made hands", "Groups", "Draws"]


def test_a_suit_leaves_combos_with_a_card_of_it(flop: Studied) -> None:
    flop.do(flop.presenter.filter.choose_suit, 3)
    reach = weights(flop)
    spade = (combo_cards() & 3 == 3).any(axis=1)
    shown, every = (reach * spade).sum(), reach.sum()
    assert bar(flop).count == f"{shown:,.0f} of {every:,.0f} combos"
    assert bar(flop).suits == (3,)
    detail = flop.do(flop.presenter.walk.hover_cell, 14 * 4) and flop.parts["detail"]
    assert [row.shown for row in detail.rows] == [
        any(card.suit == 3 for card in row.cards) for row in detail.rows
    ]


def test_action_cards_count_what_is_shown(flop: Studied) -> None:
    whole = flop.scene.totals
    assert not flop.scene.narrowed
    flop.do(flop.presenter.filter.choose_suit, 3)
    spade = (combo_cards() & 3 == 3).any(axis=1)
    reading = flop.presenter.walk.reading
    assert reading is not None
    held = matchups(reading.place.game, reading.ranges[0], flop.presenter.walk.state.seat) * spade
    shares = held @ reading.answers[0].probabilities / held.sum()
    done = (weights(flop) * spade) @ reading.answers[0].probabilities
    totals = flop.scene.totals
    assert totals != whole and [total.share for total in totals] == pytest.approx(shares)
    assert [total.percent for total in totals] == [percent(share) for share in shares.tolist()]
    assert [total.combos for total in totals] == [combos_text(count) for count in done.tolist()]
    assert flop.scene.narrowed and bar(flop).name == hands(flop).filter == "Spades"
    flop.do(flop.presenter.filter.choose_hand, "set")
    assert bar(flop).name == "Spades, Set"
    flop.do(flop.presenter.filter.clear)
    assert flop.scene.totals == whole and hands(flop).filter == ""


def test_what_is_compared_counts_what_is_shown(flop: Studied) -> None:
    flop.do(flop.presenter.choose_second, "call")
    flop.do(flop.presenter.filter.choose_suit, 3)
    versus = flop.scene.versus
    assert versus is not None
    told = {total.action.title: total.percent for total in flop.scene.totals}
    assert len(told) == len(versus.changes) > 1
    for change in versus.changes:
        assert change.value.partition(" v. ")[0] == told[change.label]


def test_an_empty_filter_has_no_frequencies(flop: Studied) -> None:
    flop.do(flop.presenter.filter.choose_hand, "quads")
    assert {total.percent for total in flop.scene.totals} == {"–"}
    assert {total.combos for total in flop.scene.totals} == {"0 combos"}


def test_two_suits_leave_combos_with_a_card_of_each(flop: Studied) -> None:
    flop.do(flop.presenter.filter.choose_suit, 3)
    flop.do(flop.presenter.filter.choose_suit, 0)
    found = heights(flop)
    assert all(height == 0 for label, height in found.items() if label.endswith("s"))
    assert found["QJo"] > 0
    grid = flop.scene.grid
    assert grid is not None
    spoken = {cell.label: cell.spoken for cell in grid.cells}
    assert spoken["QJs"] == "QJs, filtered out" and "reach" in spoken["QJo"]
    flop.do(flop.presenter.filter.choose_suit, 1)
    assert bar(flop).suits == (0, 1)
    flop.do(flop.presenter.filter.choose_suit, 0)
    assert bar(flop).suits == (1,)
    flop.do(flop.presenter.filter.choose_suit, -1)
    assert bar(flop).suits == () and bar(flop).count == ""


@pytest.mark.parametrize(
    ("key", "members"),
    [
        ("set", lambda c: c.made == Made.SET),
        ("gutshot", lambda c: c.has(Draw.GUTSHOT)),
        ("made", lambda c: c.made >= Made.UNDERPAIR),
        ("draws", lambda c: c.has(Draw.FLUSH_DRAW | Draw.OPEN_ENDED | Draw.GUTSHOT)),
    ],
)
def test_a_class_leaves_its_combos(flop: Studied, key: str, members: object) -> None:
    flop.do(flop.presenter.filter.choose_hand, key)
    assert callable(members)
    reach = weights(flop)
    count = (reach * members(hand_classes(BOARD))).sum()
    assert bar(flop).count.startswith(f"{count:,.0f} of ")
    assert bar(flop).group == (key if key in ("made", "draws") else "")


def test_classes_add_up_and_a_group_stands_alone(flop: Studied) -> None:
    choose = flop.presenter.filter.choose_hand
    flop.do(choose, "set")
    flop.do(choose, "top_pair")
    classes, reach = hand_classes(BOARD), weights(flop)
    both = np.isin(classes.made, (Made.SET, Made.TOP_PAIR))
    assert bar(flop).count.startswith(f"{(reach * both).sum():,.0f} of ")
    flop.do(choose, "set")
    assert bar(flop).count.startswith(f"{(reach * (classes.made == Made.TOP_PAIR)).sum():,.0f} of ")
    flop.do(choose, "air")
    assert bar(flop).group == "air"
    flop.do(choose, "any")
    assert (bar(flop).group, bar(flop).count) == ("any", "")


def test_an_action_leaves_who_does_it_often_enough(flop: Studied) -> None:
    key = bar(flop).actions[0].entries[1].key
    title = bar(flop).actions[0].entries[1].title
    flop.do(flop.presenter.filter.choose_action, key)
    assert bar(flop).action == title
    ever = heights(flop)
    flop.do(flop.presenter.filter.choose_action, "often:0.75")
    assert bar(flop).action == f"{title}, 75%+"
    often = heights(flop)
    assert all(often[label] <= ever[label] + 1e-12 for label in often)
    assert sum(often.values()) < sum(ever.values())
    # Elsewhere there are other actions; suits and classes stay.
    flop.do(flop.presenter.filter.choose_suit, 2)
    flop.rows(next(row.key for row in flop.scene.rows if row.key.startswith("do:2:")))
    assert (bar(flop).action, bar(flop).suits) == ("", (2,))
    flop.do(flop.presenter.filter.clear)
    assert bar(flop).count == ""


def test_before_the_flop_there_are_suits_and_actions_only(holdem: Studied) -> None:
    scene = bar(holdem)
    assert scene.hands == () and scene.actions and holdem.scene.hands is None
    holdem.do(holdem.presenter.filter.choose_hand, "set")
    assert (bar(holdem).group, bar(holdem).count) == ("any", "")
    holdem.do(holdem.presenter.filter.choose_suit, 0)
    assert bar(holdem).count == "585 of 1,326 combos"


def test_small_games_have_no_filters(tmp_path: Path, qtbot: QtBot) -> None:
    leduc = Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path))
    assert leduc.scene.filter is None and leduc.scene.hands is None
    leduc.do(leduc.presenter.filter.choose_suit, 0)
    assert leduc.scene.grid is not None and leduc.scene.grid.cells[0].height == 1.0
    told: list[tuple[str, str]] = []
    leduc.presenter.filter.copied.connect(lambda text, words: told.append((text, words)))
    leduc.do(leduc.presenter.filter.copy)
    assert told[0][0] == ""


def test_bars_of_made_hands_are_the_whole_range(flop: Studied) -> None:
    scene = hands(flop)
    assert sum(one.share for one in scene.made) == pytest.approx(1.0)
    assert sum(one.other or 0.0 for one in scene.made) == pytest.approx(1.0)
    classes, reach = hand_classes(BOARD), weights(flop)
    by_key = {one.key: one for one in (*scene.made, *scene.draws)}
    for made in Made:
        share = reach[classes.made == made].sum() / reach.sum()
        if share:
            assert by_key[made.name.lower()].share == pytest.approx(share)
    assert by_key["gutshot"].share == pytest.approx(
        reach[classes.has(Draw.GUTSHOT)].sum() / reach.sum()
    )
    reading = flop.presenter.walk.reading
    assert reading is not None
    done = (reach * (classes.made == Made.TOP_PAIR)) @ reading.answers[0].probabilities
    assert by_key["top_pair"].shares == pytest.approx(done / done.sum())
    assert scene.names == ("Big blind", "Button")


def test_a_bar_narrows_the_grid_to_its_class_alone(flop: Studied) -> None:
    only = flop.presenter.filter.choose_only
    shares = [one.share for one in hands(flop).made]
    flop.do(only, "set")
    flop.do(only, "two_pair")
    assert [one.key for one in hands(flop).made if one.chosen] == ["two_pair"]
    told = {one.key: one.share for one in hands(flop).made}
    assert len(told) == len(shares)  # the others stay to be chosen
    assert told.pop("two_pair") == pytest.approx(1.0) and set(told.values()) == {0.0}
    flop.do(only, "two_pair")
    assert bar(flop).count == "" and [one.share for one in hands(flop).made] == shares


def test_the_other_side_has_classes_without_actions(flop: Studied) -> None:
    flop.do(flop.presenter.walk.choose_side, "1")
    assert hands(flop).names == ("Button", "Big blind") and hands(flop).actions == ()
    assert bar(flop).actions == ()
    assert all(one.shares == () for one in hands(flop).made)


def test_the_range_is_copied_as_it_is_filtered(flop: Studied) -> None:
    told: list[tuple[str, str]] = []
    flop.presenter.filter.copied.connect(lambda text, words: told.append((text, words)))
    flop.do(flop.presenter.filter.copy)
    reach = weights(flop)
    assert parse_range(told[-1][0]) == pytest.approx(np.round(reach, 4), abs=1e-15)
    assert told[-1][1] == f"{reach.sum():,.0f} combos copied"
    flop.do(flop.presenter.filter.choose_hand, "set")
    flop.do(flop.presenter.filter.copy)
    members = hand_classes(BOARD).made == Made.SET
    assert parse_range(told[-1][0]) == pytest.approx(np.round(reach * members, 4), abs=1e-15)
    flop.do(flop.presenter.filter.choose_hand, "quads")
    flop.do(flop.presenter.filter.choose_hand, "set")
    flop.do(flop.presenter.filter.copy)
    assert told[-1] == ("", "No combo to copy")


def test_what_is_filtered_out_is_not_painted_with_locks(flop: Studied) -> None:
    flop.do(flop.presenter.filter.choose_suit, 3)
    grid = flop.presenter.walk.grid
    assert grid is not None
    cell = [c.label for c in flop.scene.grid.cells].index("QJo") if flop.scene.grid else -1
    painted = grid.combos_in([cell])
    assert painted.sum() == 5
    assert (combo_cards()[painted] & 3 == 3).any(axis=1).all()


def test_a_cell_says_what_its_hands_make(flop: Studied) -> None:
    grid = flop.scene.grid
    assert grid is not None
    labels = [cell.label for cell in grid.cells]

    def note(label: str) -> str:
        flop.do(flop.presenter.walk.hover_cell, labels.index(label))
        found = flop.parts["detail"].note
        assert isinstance(found, str)
        return found

    assert note("AJs") == "3 of 4 combos, top pair"
    assert note("AA") == "6 combos, overpair"
    assert note("T9s") == "4 combos, flush draw or open-ended"
    assert note("AKs") == "4 combos, ace high or flush draw"
    assert note("72o") == "12 combos, no made hand"


def test_a_filter_as_a_value() -> None:
    chosen = HandFilter().with_hand("set").with_hand("air")
    assert chosen.hands == {"air"} and chosen.group == "air"
    assert chosen.with_hand("set").hands == {"set"}
    assert chosen.with_only("set").hands == {"set"}
    assert HandFilter().group == "any"
