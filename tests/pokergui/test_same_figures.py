"""One quantity, one figure: Play's advisor, Study, the form of spots and the command line agree.

Random decisions of all games are looked at on every page. What the pages show as text is compared
as text; what one shows rounded and another in full is rounded in the same way.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.lines import line_text, parse_line
from engine.shown import shown_cards
from pokergui.formatting.words import MINUS, combos_text, ev_unit, percent, signed
from pokergui.links import StudyLink
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.solving.presenters.form import SpotsPresenter
from pokergui.paths import spots_dir, strategies_dir
from pokergui.viewmodel import ActionBarScene, ActionSlot, SlotAdvice
from pokergui.viewmodel.cards import CardView
from tests.pokergui.cli_runner import Cli
from tests.pokergui.places import RandomPlace, random_places
from tests.sync_runner import SyncRunner

FEW = [
    ("kuhn", "cfr", 4, ()),
    ("leduc", "cfr", 6, ()),
    ("leduc", "nfsp", 3, ()),
    ("holdem-limit", "cfr", 3, ()),
    ("holdem-nolimit@100", "cfr", 2, (0, 1, 3)),
    ("holdem-nolimit@100", "equity", 2, (0, 1, 3)),
]
MANY = [
    *(
        (game, engine, 20, ())
        for game in ("kuhn", "leduc")
        for engine in ("cfr", "nfsp", "passive")
    ),
    *(("holdem-limit", engine, 15, (0, 1, 3)) for engine in ("cfr", "nfsp")),
    *((f"holdem-nolimit@{depth}", "cfr", 15, (0, 1, 3)) for depth in (20, 100, 200)),
    *(("holdem-nolimit@100", engine, 15, (0, 1, 3)) for engine in ("equity", "nfsp", "call")),
    ("holdem-nolimit@100", "cfr", 6, (2,)),
]
"""Game, engine, how many places, their streets (empty for any)."""


def glyphs(cards: tuple[CardView, ...]) -> str:
    """Cards of a view model as the command line writes them."""
    return "".join(card.name.replace("10", "T") for card in cards)


class Study:
    """Study's figures of a place, and of the cards of the player to act."""

    def __init__(self, place: RandomPlace) -> None:
        view, self._runner = place.view, SyncRunner()
        choice = StudyChoice(place.game, place.engine, strategies_dir())
        self.presenter = StudyPresenter(self._runner, strategies_dir(), spots_dir(), choice)
        self._scenes: list[Any] = []
        self._details: list[Any] = []
        self._spots: list[Any] = []
        self.presenter.scene.connect(self._scenes.append)
        self.presenter.detail.connect(self._details.append)
        self.presenter.finder.found.connect(lambda *found: self._spots.append(found))
        hole, board = view.hole, view.spot.board
        link = StudyLink(place.game, view.spot.actions, board, hole, place.engine)
        self.presenter.open_link(link)
        self._runner.run_all()
        self.presenter.walk.hover_cell(self.scene.grid.marked)
        cards = sorted(hole, reverse=True)
        wanted = shown_cards(place.game, cards if len(hole) > 1 else [*cards, *board])
        self.detail = self._details[-1]
        self.row = next(row for row in self.detail.rows if glyphs(row.cards) == wanted)

    @property
    def scene(self) -> Any:
        return self._scenes[-1]

    def side(self, seat: int) -> Any:
        return next(side for side in self.scene.sides if side.key == str(seat))

    def form(self) -> dict[str, str]:
        """The notes of the fields of the spot of this place."""
        self.presenter.solve_here()
        self._runner.run_all()
        room = SpotsPresenter(self._runner, spots_dir(), lambda path: False)
        scenes: list[Any] = []
        room.scene.connect(scenes.append)
        room.start()
        room.fill(*self._spots[-1])
        self._runner.run_all()
        room.stop()
        return {field.key: field.note for field in scenes[-1].form.fields}


class Advised:
    """The figures of Play's advisor of a place, with those on the button of each action."""

    def __init__(self, place: RandomPlace) -> None:
        runner = SyncRunner()
        self._advisor = Advisor(runner, strategies_dir())
        scenes: list[Any] = []
        self._advisor.scene.connect(scenes.append)
        self._advisor.sit(place.game, ("Opponent",))
        self._advisor.choose_engine(place.engine)
        self._advisor.set_on(True)
        self._advisor.look(place.view)
        runner.run_all()
        self._place = place
        self.scene = scenes[-1]
        self.figures = {figure.label: figure.value for figure in self.scene.figures}

    def on_button(self, name: str) -> SlotAdvice:
        """Return the advice on the button of an action, ``f``, ``c`` or ``r550``."""
        legal = self._place.view.spot.legal
        slots = (
            ActionSlot("fold", "", enabled=legal.fold),
            ActionSlot("call", "", enabled=True),
            ActionSlot("raise", "", enabled=legal.max_raise > 0),
        )
        spot = self._place.view.spot
        line = line_text(spot.game, spot.actions)
        *_, action = parse_line(spot.game, line + name)
        self._advisor.choose_amount(0 if spot.game.is_limit else action.raise_to)
        bar = self._advisor.on_buttons(ActionBarScene(slots))
        advice = bar.slots[int(action.kind)].advice
        assert advice is not None
        return advice


class Command:
    """The figures of ``pokergui strategy`` of a place, every combo of both players."""

    def __init__(self, place: RandomPlace, cli: Cli, file: Path) -> None:
        spot, game = place.view.spot, place.game
        self._game = game
        line, board = line_text(game, spot.actions), shown_cards(game, spot.board)
        args = ("strategy", game.name, place.engine, "--line", line, "--board", board)
        self.told = cli.json(*args, "--csv", str(file))
        self.hole = shown_cards(game, sorted(place.view.hole, reverse=True))
        with file.open(newline="") as lines:
            self._rows = list(csv.DictReader(lines))

    def row(self, seat: int) -> dict[str, str]:
        return next(
            row for row in self._rows if (row["seat"], row["combo"]) == (str(seat), self.hole)
        )

    def combos(self, seat: int) -> float:
        return sum(float(row["reach"]) for row in self._rows if row["seat"] == str(seat))

    def in_unit(self, text: str) -> str:
        """An EV in chips as pages write it; empty where it is not known."""
        if not text:
            return ""
        unit = ev_unit(self._game)
        return f"{float(text) / unit.chips:z,.{unit.digits}f}".replace("-", MINUS)


def check_study(place: RandomPlace, study: Study, command: Command) -> None:
    """Study and the command line."""
    seat = place.view.seat
    told, row = command.row(seat), study.row
    names = command.told["actions"]
    shares = {
        action.key: share for action, share in zip(study.detail.actions, row.shares, strict=True)
    }
    assert shares == pytest.approx(
        dict(zip(names, command.told["combos"][command.hole], strict=True)), abs=1e-12
    )
    assert row.percents == tuple(percent(share, sign=False) for share in row.shares)
    assert row.reach == f"{float(told['reach']):.2f}"
    assert row.equity == (f"{100 * float(told['equity']):.1f}" if told["equity"] else "")
    assert row.value == command.in_unit(told["ev"])
    if row.value:
        assert study.detail.value_caption == ev_unit(place.game).caption
    if place.game.num_hole == 1 and place.view.spot.board:
        return  # the rest is of all boards in Study
    totals = {total.action.key: total.share for total in study.scene.totals}
    assert totals == pytest.approx(command.told["total"], abs=1e-12)
    if place.game.num_hole > 1:
        for side in (0, 1):
            assert study.side(side).combos == combos_text(command.combos(side))


def check_advisor(place: RandomPlace, study: Study, command: Command) -> None:
    """Play's advisor, Study and the command line."""
    seat, advised = place.view.seat, Advised(place)
    equity = next(v for label, v in advised.figures.items() if label.startswith("Equity"))
    assert equity.removesuffix("%") == (study.row.equity or "–")
    told, unit = command.row(seat), ev_unit(place.game)
    for action, share in zip(study.detail.actions, study.row.shares, strict=True):
        advice = advised.on_button(action.key)
        assert advice.share == pytest.approx(share, abs=1e-12)
        assert advice.percent == percent(share)
        ev = told.get(f"ev {action.key}", "")
        assert advice.value == "EV " + (signed(float(ev) / unit.chips, unit.digits) if ev else "–")
    sizes = {size.title: (size.percent, size.value) for size in advised.scene.sizes}
    for action, share in zip(study.detail.actions, study.row.shares, strict=True):
        if action.title in sizes:
            ev = told.get(f"ev {action.key}", "")
            text = signed(float(ev) / unit.chips, unit.digits) if ev else "–"
            assert sizes[action.title] == (percent(share), text)
    if place.game.num_hole > 1 or not place.view.spot.board:  # else Study shows all boards
        assert advised.scene.range_note == study.side(1 - seat).combos


def check_form(place: RandomPlace, study: Study) -> None:
    """Study and the form of the spot, where the decision opens a turn or river."""
    spot, line = place.view.spot, line_text(place.game, place.view.spot.actions)
    if place.game.is_limit or spot.street < 2 or not line.endswith("/"):
        return  # spots are no-limit, and begin with their street
    notes = study.form()
    for key, seat in (("oop", 0), ("ip", 1)):
        assert study.side(seat).combos in notes[key]


def walk(places: list[RandomPlace], cli: Cli, folder: Path) -> None:
    for place in places:
        try:
            study = Study(place)
            command = Command(place, cli, folder / "combos.csv")
            check_study(place, study, command)
            check_advisor(place, study, command)
            check_form(place, study)
        except AssertionError as error:
            error.add_note(place.name)
            raise


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "engine", "count", "streets", "seed"),
    [
        *((*case, 1) for case in FEW),
        *(pytest.param(*case, 2, marks=pytest.mark.nightly) for case in MANY),
    ],
)
def test_every_page_shows_the_same_figure(
    game: str,
    engine: str,
    count: int,
    streets: tuple[int, ...],
    seed: int,
    cli: Cli,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    places = random_places(game, engine, count, seed, strategies_dir(), streets=streets)
    walk(places, cli, tmp_path)
