"""Random decisions have the same figures in Play, Study, its form of spots and the commands."""

import csv

import numpy as np
import pytest

from ai.reading.reach import RangeReader
from ai.registry import build
from engine.card_display import shown_cards
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_text, parse_line
from pokergui.formatting.words import MINUS, combos_text, ev_unit, percent, signed
from pokergui.links import StudyLink
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.study.solving.presenters.form import SpotsPresenter
from pokergui.pages.study.whole.scenes.sheet import SheetChoice, sheet_scene
from pokergui.paths import spots_dir, strategies_dir
from pokergui.ranges.sheet import read_sheet
from pokergui.viewmodel import ActionBarScene, ActionSlot
from tests.pokergui.pages.study.studied import Studied
from tests.pokergui.places import random_places
from tests.sync_runner import SyncRunner

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


def glyphs(cards):
    return "".join(card.name.replace("10", "T") for card in cards)


class Study(Studied):
    def __init__(self, place):
        super().__init__(strategies_dir(), shown=False)
        hole, board = place.view.hole, place.view.spot.board
        link = StudyLink(place.game, place.view.spot.actions, board, hole, place.engine)
        self.do(self.presenter.open_link, link)
        self.do(self.walk.hover_cell, self.grid.marked)
        cards = sorted(hole, reverse=True)
        wanted = shown_cards(place.game, cards if len(hole) > 1 else [*cards, *board])
        self.row = next(row for row in self.detail.rows if glyphs(row.cards) == wanted)

    def side(self, seat):
        return next(side for side in self.scene.sides if side.key == str(seat))

    def form(self):
        self.do(self.presenter.solve_here)
        room, scenes = SpotsPresenter(self.runner, spots_dir(), lambda path: False), []
        room.scene.connect(scenes.append)
        room.start()
        self.do(room.fill, *self.found[-1])
        room.stop()
        return {field.key: field.note for field in scenes[-1].form.fields}


class Advised:
    def __init__(self, place):
        runner, scenes, self._spot = SyncRunner(), [], place.view.spot
        self._advisor = Advisor(runner, strategies_dir())
        self._advisor.scene.connect(scenes.append)
        self._advisor.sit(place.game, ("Opponent",))
        self._advisor.choose_engine(place.engine)
        self._advisor.set_on(True)
        self._advisor.look(place.view)
        runner.run_all()
        self.scene = scenes[-1]
        self.figures = {figure.label: figure.value for figure in self.scene.figures}

    def on_button(self, name):
        spot, legal = self._spot, self._spot.legal
        can = {"fold": legal.fold, "call": True, "raise": legal.max_raise > 0}
        bar = ActionBarScene(tuple(ActionSlot(kind, "", enabled=on) for kind, on in can.items()))
        *_, action = parse_line(spot.game, line_text(spot.game, spot.actions) + name)
        self._advisor.choose_amount(0 if spot.game.is_limit else action.raise_to)
        return self._advisor.on_buttons(bar).slots[int(action.kind)].advice


class Command:
    def __init__(self, place, cli, file):
        spot, game, self.seat = place.view.spot, place.game, place.view.seat
        line, board = line_text(game, spot.actions), shown_cards(game, spot.board)
        args = ("strategy", game.name, place.engine, "--line", line, "--board", board)
        self.told = cli.json(*args, "--csv", str(file))
        self.hole = shown_cards(game, sorted(place.view.hole, reverse=True))
        with file.open(newline="") as lines:
            self._rows = list(csv.DictReader(lines))
        mine = (str(self.seat), self.hole)
        self.row = next(row for row in self._rows if (row["seat"], row["combo"]) == mine)

    def combos(self, seat):
        return sum(float(row["reach"]) for row in self._rows if row["seat"] == str(seat))


def check_study(place, study, command):
    told, row, unit = command.row, study.row, ev_unit(place.game)
    keys = [action.key for action in study.detail.actions]
    known = dict(zip(command.told["actions"], command.told["combos"][command.hole], strict=True))
    assert dict(zip(keys, row.shares, strict=True)) == pytest.approx(known, abs=1e-12)
    assert row.percents == tuple(percent(share, sign=False) for share in row.shares)
    assert row.reach == f"{float(told['reach']):.2f}"
    assert row.equity == (f"{100 * float(told['equity']):.1f}" if told["equity"] else "")
    ev = told["ev"] and f"{float(told['ev']) / unit.chips:z,.{unit.digits}f}"
    assert row.value == ev.replace("-", MINUS)
    assert not ev or study.detail.value_caption == unit.caption
    if place.game.num_hole == 1 and place.view.spot.board:
        return  # the rest is of all boards in Study
    totals = {total.action.key: total.share for total in study.scene.totals}
    assert totals == pytest.approx(command.told["total"], abs=1e-12)
    if place.game.num_hole > 1:
        for side in (0, 1):
            assert study.side(side).combos == combos_text(command.combos(side))


def check_advisor(place, study, command):
    advised, unit = Advised(place), ev_unit(place.game)
    equity = next(v for label, v in advised.figures.items() if label.startswith("Equity"))
    assert equity.removesuffix("%") == (study.row.equity or "–")
    sizes = {size.title: (size.percent, size.value) for size in advised.scene.sizes}
    for action, share in zip(study.detail.actions, study.row.shares, strict=True):
        advice, ev = advised.on_button(action.key), command.row.get(f"ev {action.key}", "")
        text = signed(float(ev) / unit.chips, unit.digits) if ev else "–"
        assert advice.share == pytest.approx(share, abs=1e-12)
        assert (advice.percent, advice.value) == (percent(share), f"EV {text}")
        assert sizes.get(action.title, (percent(share), text)) == (percent(share), text)
    if place.game.num_hole > 1 or not place.view.spot.board:  # else Study shows all boards
        assert advised.scene.range_note == study.side(1 - command.seat).combos


def check_form(place, study):
    spot, line = place.view.spot, line_text(place.game, place.view.spot.actions)
    if place.game.is_limit or spot.street < 2 or not line.endswith("/"):
        return  # spots are no-limit, and begin with their street
    notes = study.form()
    for key, seat in (("oop", 0), ("ip", 1)):
        assert study.side(seat).combos in notes[key]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "engine", "count", "streets", "seed"),
    [
        *((*case, 1) for case in FEW),
        *(pytest.param(*case, 2, marks=pytest.mark.nightly) for case in MANY),
    ],
)
def test_every_page_shows_the_same_figure(game, engine, count, streets, seed, cli, tmp_path):
    for place in random_places(game, engine, count, seed, strategies_dir(), streets=streets):
        try:
            study, command = Study(place), Command(place, cli, tmp_path / "combos.csv")
            check_study(place, study, command)
            check_advisor(place, study, command)
            check_form(place, study)
        except AssertionError as error:
            error.add_note(place.name)
            raise


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_the_sheet_equals_the_command(cli, game):
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
