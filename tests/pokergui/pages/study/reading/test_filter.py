import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from ai.reading.reach import matchups
from engine.cards import parse_cards
from engine.combos import combo_cards
from engine.handclass import Draw, Made, hand_classes
from engine.ranges import parse_range
from pokergui.formatting.words import combos_text, percent
from pokergui.pages.study.wiring import connect_filter, connect_study, connect_walk
from tests.pokergui.pages.study.paged import click_row, keys, listen
from tests.pokergui.pages.study.studied import Studied

BOARD = parse_cards("Jh 8d 3h")
SPADE = (combo_cards() & 3 == 3).any(axis=1)


class Filtered(Studied):
    def __init__(self, folder):
        super().__init__(folder, "holdem-nolimit", "equity", shown=False)
        self.filter = self.presenter.filter
        self.copied = listen(text=self.filter.copied)
        self.open("holdem-nolimit@100", "r300c/", "Jh8d3h")

    def choose(self, name, *values):
        self.do(getattr(self.filter, name), *values)
        return self.bar

    bar = property(lambda self: self.scene.filter)
    hands = property(lambda self: self.scene.hands)
    heights = property(lambda self: {cell.label: cell.height for cell in self.grid.cells})
    ranges = property(lambda self: self.walk.reading.ranges[0])
    reach = property(lambda self: np.asarray(self.ranges[self.walk.state.seat]))
    rows = property(lambda self: self.walk.reading.answers[0].probabilities)


@pytest.fixture
def flop(tmp_path):
    return Filtered(tmp_path)


def test_suit_filter_keeps_combos_with_that_suit_and_counts_them(flop):
    whole, bar = flop.scene.totals, flop.bar
    assert (bar.suits, bar.group, bar.action, bar.count) == ((), "any", "", "")
    bar, reach = flop.choose("choose_suit", 3), flop.reach
    assert bar.count == f"{(reach * SPADE).sum():,.0f} of {reach.sum():,.0f} combos"
    assert bar.suits == (3,) and bar.name == flop.hands.filter == "Spades"
    flop.do(flop.walk.hover_cell, flop.cell("TT"))
    for row in flop.detail.rows:
        assert row.shown == any(card.suit == 3 for card in row.cards)
    held = matchups(flop.walk.place.game, flop.ranges, flop.walk.state.seat) * SPADE
    shares, done = held @ flop.rows / held.sum(), (reach * SPADE) @ flop.rows
    totals = flop.scene.totals
    assert totals != whole and [total.share for total in totals] == pytest.approx(shares)
    assert [total.percent for total in totals] == [percent(share) for share in shares.tolist()]
    assert [total.combos for total in totals] == [combos_text(count) for count in done.tolist()]
    assert flop.scene.narrowed and flop.choose("choose_hand", "set").name == "Spades, Set"
    flop.choose("clear")
    assert flop.scene.totals == whole and flop.hands.filter == ""
    flop.choose("choose_hand", "quads")
    assert {(one.percent, one.combos) for one in flop.scene.totals} == {("–", "0 combos")}


def test_comparison_and_colours_follow_the_filter(flop):
    flop.compare("call")
    flop.choose("choose_suit", 3)
    told = {total.action.title: total.percent for total in flop.scene.totals}
    changes = flop.versus.changes
    assert len(told) == len(changes) > 1
    assert all(one.value.partition(" v. ")[0] == told[one.label] for one in changes)
    painted = flop.walk.grid.combos_in([flop.cell("QJo")])
    assert painted.sum() == 5 and SPADE[painted].all()


def test_two_suit_filter_keeps_combos_with_both(flop):
    for suit, suits in ((3, {3}), (1, {1, 3}), (0, {0, 1}), (1, {0}), (3, {0, 3})):
        assert set(flop.choose("choose_suit", suit).suits) == suits  # of three, the last two stay
    spoken = {cell.label: cell.spoken for cell in flop.grid.cells}
    assert spoken["QJs"] == "QJs, filtered out" and "reach" in spoken["QJo"]
    assert not any(flop.heights[label] for label in flop.heights if label.endswith("s"))
    bar = flop.choose("choose_suit", -1)
    assert (bar.suits, bar.count) == ((), "")


@pytest.mark.parametrize(
    ("keys", "group", "members"),
    [
        (["set"], "", lambda c: c.made == Made.SET),
        (["gutshot"], "", lambda c: c.has(Draw.GUTSHOT)),
        (["made"], "made", lambda c: c.made >= Made.UNDERPAIR),
        (["draws"], "draws", lambda c: c.has(Draw.FLUSH_DRAW | Draw.OPEN_ENDED | Draw.GUTSHOT)),
        (["set", "top_pair"], "", lambda c: np.isin(c.made, (Made.SET, Made.TOP_PAIR))),
        (["set", "top_pair", "set"], "", lambda c: c.made == Made.TOP_PAIR),
    ],
)
def test_class_filters_keep_their_combos_and_combine(flop, keys, group, members):
    for key in keys:
        flop.choose("choose_hand", key)
    reach = flop.reach * members(hand_classes(BOARD))
    assert flop.bar.count.startswith(f"{reach.sum():,.0f} of ") and flop.bar.group == group
    flop.choose("copy")
    ((_, text, told),) = flop.copied
    assert parse_range(text) == pytest.approx(np.round(reach, 4), abs=1e-15)
    assert told == f"{reach.sum():,.0f} combos copied"
    assert flop.choose("choose_hand", "air").group == "air"  # a group stands alone
    bar = flop.choose("choose_hand", "any")
    assert (bar.group, bar.count) == ("any", "")
    flop.choose("choose_hand", "quads")
    flop.choose("copy")
    assert flop.copied[-1] == ("text", "", "No combo to copy")


def test_action_filter_keeps_combos_playing_it_often_enough(flop):
    entry = flop.bar.actions[0].entries[1]
    assert flop.choose("choose_action", entry.key).action == entry.title
    ever = flop.heights
    assert flop.choose("choose_action", "often:0.75").action == f"{entry.title}, 75%+"
    often = flop.heights
    assert all(often[label] <= ever[label] + 1e-12 for label in often)
    assert sum(often.values()) < sum(ever.values())
    # Elsewhere the actions differ; suits and classes stay.
    flop.choose("choose_suit", 2)
    flop.do(flop.walk.follow, flop.actions_at(2)[0].key)
    assert (flop.bar.action, flop.bar.suits) == ("", (2,))


def test_preflop_and_small_games_offer_fewer_filters(holdem, leduc):
    choose, bar = holdem.presenter.filter, holdem.scene.filter
    assert bar.hands == () and bar.actions and holdem.scene.hands is None
    bar = holdem.do(choose.choose_hand, "set").filter
    assert (bar.group, bar.count) == ("any", "")
    assert holdem.do(choose.choose_suit, 0).filter.count == "585 of 1,326 combos"
    scene = leduc.do(leduc.presenter.filter.choose_suit, 0)
    assert scene.filter is None and scene.hands is None and scene.grid.cells[0].height == 1.0


def test_made_hand_bars_cover_the_whole_range_and_filter_it(flop):
    scene, classes, reach = flop.hands, hand_classes(BOARD), flop.reach
    assert scene.names == ("Big blind", "Button")
    assert sum(one.share for one in scene.made) == pytest.approx(1.0)
    assert sum(one.other or 0.0 for one in scene.made) == pytest.approx(1.0)
    by_key = {one.key: one for one in (*scene.made, *scene.draws)}
    for made in Made:
        share = reach[classes.made == made].sum() / reach.sum()
        assert not share or by_key[made.name.lower()].share == pytest.approx(share)
    gutshots = reach[classes.has(Draw.GUTSHOT)].sum() / reach.sum()
    assert by_key["gutshot"].share == pytest.approx(gutshots)
    done = (reach * (classes.made == Made.TOP_PAIR)) @ flop.rows
    assert by_key["top_pair"].shares == pytest.approx(done / done.sum())
    for key in ("set", "two_pair"):  # a bar filters to its class alone
        flop.choose("choose_only", key)
    assert [one.key for one in flop.hands.made if one.chosen] == ["two_pair"]
    told = {one.key: one.share for one in flop.hands.made}
    assert len(told) == len(scene.made)  # the others remain selectable
    assert told.pop("two_pair") == pytest.approx(1.0) and set(told.values()) == {0.0}
    assert flop.choose("choose_only", "two_pair").count == "" and flop.hands == scene
    scene = flop.do(flop.walk.choose_side, "1")  # the other side has no actions
    assert scene.hands.names == ("Button", "Big blind") and scene.hands.actions == ()
    assert scene.filter.actions == () and not any(one.shares for one in scene.hands.made)


@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_range_filter_works_by_keys_and_bars_and_can_be_copied_and_cleared(page, flop):
    for connect, presenter in (
        *((connect_study, flop.presenter), (connect_walk, flop.presenter)),
        (connect_filter, flop.filter),
    ):
        connect(presenter, page)
    flop.open("holdem-nolimit@100", "r300c/", "Jh8d3h")

    def shown(names=""):
        keys(page, names)
        flop.runner.run_all()
        return {cell.label for cell in page.centre.grid.scene.cells if cell.height}

    page.centre.grid.setFocus()
    whole = shown("Slash")
    made = page.classes.list
    click_row(made, [row.title for row in made.rows].index("Set"))
    assert shown() == {"JJ", "88", "33"} and page.filters.chip.isVisible()
    keys(page, "^C")
    copied = parse_range(QGuiApplication.clipboard().text())
    assert ((copied > 0) <= (hand_classes(BOARD).made == Made.SET)).all()
    assert shown("Slash Escape") == whole and not page.filters.chip.isVisible()
