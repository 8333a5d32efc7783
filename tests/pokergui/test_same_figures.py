"""Random decisions have the same figures in Study and the command, and all sets on the sheet."""

import numpy as np
import pytest

from ai.reading.reach import RangeReader
from ai.registry import build
from engine.card_display import shown_cards
from engine.combos import combo_index
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.lines import line_text
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.sizing import legal_extras
from pokergui.formatting.words import MINUS, combos_text, ev_unit, percent
from pokergui.links import StudyLink
from pokergui.pages.study.whole.scenes import SheetChoice, sheet_scene
from pokergui.paths import strategies_dir
from pokergui.ranges.sheet import read_sheet
from tests.pokergui.cli_runner import csv_rows
from tests.pokergui.pages.study.studied import Studied

FEW = [
    *(("kuhn", "cfr", 4, ()), ("leduc", "cfr", 6, ()), ("leduc", "nfsp", 3, ())),
    ("holdem-limit", "cfr", 3, ()),
    *(("holdem-nolimit@100", engine, 2, (0, 1, 3)) for engine in ("cfr", "equity")),
]
SMALL = [(game, engine) for game in ("kuhn", "leduc") for engine in ("cfr", "nfsp", "passive")]
MANY = [
    *((*case, 20, ()) for case in SMALL),
    *(("holdem-limit", engine, 15, (0, 1, 3)) for engine in ("cfr", "nfsp")),
    *((f"holdem-nolimit@{depth}", "cfr", 15, (0, 1, 3)) for depth in (20, 100, 200)),
    *(("holdem-nolimit@100", engine, 15, (0, 1, 3)) for engine in ("equity", "nfsp", "call")),
    ("holdem-nolimit@100", "cfr", 6, (2,)),
]
"""Game, engine, how many places, their streets (empty for any)."""


OWN_WAY = 0.15
"""Chance that an action is not the engine's."""


def random_views(game, engine, count, seed, streets):
    """Decisions on some or all streets, at most one per hand, reached by random hands."""
    rng, found, deal = np.random.default_rng(seed), [], seed * 1000
    reader = RangeReader(build(engine, game, strategies_dir()))
    while len(found) < count:
        deal += 1
        hand, views = HandState.deal(game, shuffled_deck(game, rng_state(deal))), []
        while not hand.finished:
            views.append(hand.view(hand.to_act))
            hand.apply(random_choice(reader, views[-1], rng))
        fitting = [view for view in views if not streets or view.spot.street in streets]
        if fitting:
            found.append(fitting[rng.integers(len(fitting))])
    return found


def random_choice(reader, view, rng):
    answer = reader.answer(view.spot)
    every = (*answer.actions, *legal_extras(view.spot, answer.actions))
    if rng.random() < OWN_WAY:
        return every[rng.integers(len(every))]
    row = answer.probabilities[combo_index(view.hole, view.spot.game.deck)]
    return answer.actions[rng.choice(len(row), p=row / row.sum())]


def glyphs(cards):
    return "".join(card.name.replace("10", "T") for card in cards)


class Study(Studied):
    def __init__(self, view, engine):
        super().__init__(strategies_dir(), shown=False)
        game, hole, board = view.spot.game, view.hole, view.spot.board
        link = StudyLink(game, view.spot.actions, board, hole, engine)
        self.do(self.presenter.open_link, link)
        self.do(self.walk.hover_cell, self.grid.marked)
        cards = sorted(hole, reverse=True)
        wanted = shown_cards(game, cards if len(hole) > 1 else [*cards, *board])
        self.row = next(row for row in self.detail.rows if glyphs(row.cards) == wanted)

    def side(self, seat):
        return next(side for side in self.scene.sides if side.key == str(seat))


class Command:
    def __init__(self, view, engine, cli, file):
        spot, game = view.spot, view.spot.game
        line, board = line_text(game, spot.actions), shown_cards(game, spot.board)
        args = ("strategy", game.name, engine, "--line", line, "--board", board)
        self.told = cli.json(*args, "--csv", str(file))
        self.hole = shown_cards(game, sorted(view.hole, reverse=True))
        self._rows = csv_rows(file)
        mine = (str(view.seat), self.hole)
        self.row = next(row for row in self._rows if (row["seat"], row["combo"]) == mine)

    def combos(self, seat):
        return sum(float(row["reach"]) for row in self._rows if row["seat"] == str(seat))


def check(spot, study, command):
    told, row, unit = command.row, study.row, ev_unit(spot.game)
    keys = [action.key for action in study.detail.actions]
    known = dict(zip(command.told["actions"], command.told["combos"][command.hole], strict=True))
    assert dict(zip(keys, row.shares, strict=True)) == pytest.approx(known, abs=1e-12)
    assert row.percents == tuple(percent(share, sign=False) for share in row.shares)
    assert row.reach == f"{float(told['reach']):.2f}"
    assert row.equity == (f"{100 * float(told['equity']):.1f}" if told["equity"] else "")
    ev = told["ev"] and f"{float(told['ev']) / unit.chips:z,.{unit.digits}f}"
    assert row.value == ev.replace("-", MINUS)
    assert not ev or study.detail.value_caption == unit.caption
    if spot.game.num_hole == 1 and spot.board:
        return  # the rest covers all boards in Study
    totals = {total.action.key: total.share for total in study.scene.totals}
    assert totals == pytest.approx(command.told["total"], abs=1e-12)
    if spot.game.num_hole > 1:
        for side in (0, 1):
            assert study.side(side).combos == combos_text(command.combos(side))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "engine", "count", "streets", "seed"),
    [
        *((*case, 1) for case in FEW),
        *(pytest.param(*case, 2, marks=pytest.mark.nightly) for case in MANY),
    ],
)
def test_study_and_the_command_show_the_same_figures(
    game, engine, count, streets, seed, cli, tmp_path
):
    for view in random_views(get_game(game), engine, count, seed, streets):
        try:
            study = Study(view, engine)
            check(view.spot, study, Command(view, engine, cli, tmp_path / "combos.csv"))
        except AssertionError as error:
            error.add_note(f"{view.spot.actions} {view.spot.board} {view.hole}")
            raise


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_sheet_matches_the_command(cli, game):
    rules = get_game(game)
    reader = RangeReader(build("bluffer", rules, strategies_dir()))
    read = read_sheet(reader, rules, strategies_dir(), JobControl())
    told = cli.json(f"strategy {game} bluffer --all")
    assert read.whole.exploitability == told["exploitability"]
    for one, entry in zip(read.sets, told["infosets"], strict=True):
        here, keys = one.figures, [head.key for head in one.heads]
        for name in ("line", "board", "cards", "to_act", "reach", "cf_reach", "value", "cost"):
            assert getattr(here, name) == entry[name], name
        rows = {name: getattr(here, name) for name in ("probabilities", "values", "regrets")}
        rows["equilibrium"] = read.whole.equilibrium[here.key]
        for name, row in rows.items():
            assert dict(zip(keys, row, strict=True)) == entry[name], name
    left = {(e["line"], e["board"], e["cards"]): e for e in told["infosets"]}
    for part in sheet_scene(read, SheetChoice(), {}, None).parts:
        for cell in part.grid.cells:
            held, board = (*cell.ranks, "")[:2]
            entry = left.pop((part.key.removeprefix("line:"), board, held))
            shares = dict(zip([a.key for a in part.grid.actions], cell.shares, strict=True))
            assert shares == pytest.approx(entry["probabilities"], abs=1e-12)
            assert cell.height == pytest.approx(np.mean(entry["reach"]), abs=1e-12)
    assert left == {}
