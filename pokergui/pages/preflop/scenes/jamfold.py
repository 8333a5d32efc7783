"""Pictures of the Preflop page: what is typed, and charts of the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.preflop.icm import read_payouts
from ai.preflop.solver import Chart
from ai.preflop.spot import MAX_STACK, JamFoldDecision, JamFoldSpot
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, CLASS_SIZES, NUM_CLASSES
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.positions import names_in_order
from engine.typed_numbers import plain_number
from pokergui.formatting.jamfold import line_words, method_words
from pokergui.formatting.notices import sentence
from pokergui.formatting.words import NOTHING, combos_text, percent, signed
from pokergui.language import tr_preflop as tr
from pokergui.language.joins import (
    full_sentences,
    full_stop,
    labelled,
    phrases,
    sentences,
)
from pokergui.pages.preflop.viewmodel import (
    MOST_SEATS,
    STACKS,
    ChartLine,
    HandFigures,
    PreflopScene,
    SeatValue,
    Shown,
)
from pokergui.pages.preflop.work import Locks, SolvedStage, blueprint_games
from pokergui.ranges.grid_values import shape_of
from pokergui.viewmodel import Choice, ChoiceList, FieldScene, Figure
from pokergui.viewmodel.actions import Sizing
from pokergui.viewmodel.grid import GridAction, GridCell, GridScale, GridScene

Floats = NDArray[np.float64]

LEAST_STACK, MOST_STACK = 1.1, 25.0
"""Ends of the slider in big blinds: a stack of one is all-in with its blind."""
_POSITIONS = 1000
EACH, BIG = "each", "big"
JAM, FOLD = "a", "f"
FIRST = JamFoldDecision(0)
JAM_OR_FOLD = "jam"
_STEP = 0.5
_NOTHING_LOST, _ROUNDING = 1e-6, 1e-12


@dataclass(frozen=True)
class PreflopDraft:
    """What is typed and chosen: amounts in big blinds, prizes in any unit.

    Attributes:
        source: key of the charts: ``JAM_OR_FOLD``, or the game of a blueprint.
        stack: of all, while they are equal.
        stacks: in the order of action, of up to six seats.
        ante_of: ``each`` or ``big``: who pays it.
        line: the decision shown.
        brush: key of the action that strokes lock; empty to free hands.
    """

    source: str = JAM_OR_FOLD
    players: int = 2
    equal: bool = True
    stack: str = "10"
    stacks: tuple[str, ...] = ("10",) * MOST_SEATS
    small: str = "0.5"
    ante: str = "0"
    ante_of: str = EACH
    payouts: str = ""
    line: JamFoldDecision = FIRST
    shown: Shown = "frequency"
    painting: bool = False
    brush: str = JAM
    locks: Locks = field(default_factory=Locks)

    @property
    def typed(self) -> tuple[str, ...]:
        """The stacks of the seats as typed."""
        return (self.stack,) * self.players if self.equal else self.stacks[: self.players]


@dataclass(frozen=True)
class TypedStage:
    """The meaning of a draft.

    Attributes:
        spot: None if something is impossible.
        errors: by the name of a field.
    """

    spot: JamFoldSpot | None
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def problem(self) -> str:
        return next(iter(self.errors.values()), "")


def _number(text: str) -> float:
    plain = plain_number(text)
    try:
        number = float(plain or "")
    except ValueError:
        raise PokerError("'{text}' is not a number", text=text[:20]) from None
    if not 0 <= number <= MAX_STACK * 1_000_000:
        raise PokerError("'{text}' is not a number of 0 or more", text=text[:20])
    return number


def read_stage(draft: PreflopDraft) -> TypedStage:
    """Return the stage that is typed, or what is wrong with each field."""
    errors: dict[str, str] = {}
    numbers: dict[str, float] = {}
    names = ("stack",) if draft.equal else STACKS[: draft.players]
    texts = dict(zip(names, draft.typed, strict=False)) | {"small": draft.small, "ante": draft.ante}
    for name, text in texts.items():
        try:
            numbers[name] = _number(text)
        except PokerError as error:
            errors[name] = sentence(error)
    payouts: tuple[float, ...] = ()
    try:
        if draft.payouts.strip():
            payouts = read_payouts(draft.payouts, draft.players)
    except PokerError as error:
        errors["payouts"] = sentence(error)
    if errors:
        return TypedStage(None, errors)
    big = draft.ante_of == BIG
    make = partial(
        JamFoldSpot,
        small_blind=numbers["small"],
        ante=0.0 if big else numbers["ante"],
        big_blind_ante=numbers["ante"] if big else 0.0,
    )
    stacks = tuple(numbers[name] for name in (names * draft.players if draft.equal else names))
    try:
        return TypedStage(make(stacks, payouts=payouts))
    except PokerError as error:
        return TypedStage(None, {_culprit(make, stacks, names): sentence(error)})


def _culprit(make: partial[JamFoldSpot], stacks: Sequence[float], names: Sequence[str]) -> str:
    """Return the field of an impossible stage.

    A table of large stacks shows whether its blinds are possible at all, and then each stack alone
    among them whether that one is.
    """
    rich = (float(MAX_STACK),) * len(stacks)
    if not _possible(make, rich):
        return "small" if make.keywords["small_blind"] > 1 else "ante"
    for seat, stack in enumerate(stacks):
        if not _possible(make, (*rich[:seat], stack, *rich[seat + 1 :])):
            return names[min(seat, len(names) - 1)]
    return names[0]


def _possible(make: partial[JamFoldSpot], stacks: tuple[float, ...]) -> bool:
    try:
        make(stacks)
    except PokerError:
        return False
    return True


def slider_position(stack: float) -> int:
    share = (stack - LEAST_STACK) / (MOST_STACK - LEAST_STACK)
    return round(_POSITIONS * min(1.0, max(0.0, share)))


def slid(position: int) -> str:
    """Return the stack at a position of the slider, to a tenth of a big blind."""
    return f"{LEAST_STACK + (MOST_STACK - LEAST_STACK) * position / _POSITIONS:.1f}".removesuffix(
        ".0"
    )


def stepped_stack(text: str, by: int) -> str:
    """Return the next stack of half a big blind above or below."""
    try:
        stack = _number(text)
    except PokerError:
        return text
    halves = np.floor(stack / _STEP + 1e-9) + 1 if by > 0 else np.ceil(stack / _STEP - 1e-9) - 1
    return f"{min(MOST_STACK, max(LEAST_STACK, float(halves) * _STEP)):g}"


def source_list(source: str) -> ChoiceList:
    """Return the charts to choose from."""
    choices = [Choice(JAM_OR_FOLD, tr("Jam or fold"), tr("2 to 6 players, any stacks, prizes"))]
    for game in blueprint_games():
        title = tr("Blueprint, {depth} bb").format(depth=depth_of(game))
        about = tr("heads-up, all sizes")
        if not game.is_heads_up:
            title = tr("Blueprint, {count} players, {depth} bb").format(
                count=game.num_players, depth=depth_of(game)
            )
            about = tr("every seat, all sizes")
        choices.append(Choice(game.name, title, about))
    return ChoiceList(tr("Charts"), tuple(choices), source)


def depth_of(game: Game) -> str:
    """Return the stacks of a game in big blinds."""
    return f"{min(game.stacks) / game.big_blind:g}"


@cache
def cells() -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the labels of the 13 x 13 cells, and the cell of each class (169,)."""
    shape = shape_of(get_game("holdem-nolimit"), ())
    place = np.zeros(NUM_CLASSES, np.int64)
    place[CLASS_OF_COMBO] = shape.cell_of
    return shape.labels, place


def actions_of(line: JamFoldDecision) -> tuple[GridAction, GridAction]:
    fold = GridAction(FOLD, tr("Fold"), "fold")
    if line.all_in:
        return fold, GridAction(JAM, tr("Call"), "call")
    return fold, GridAction(JAM, tr("All-in"), "allin")


def key_of(line: JamFoldDecision) -> str:
    return ",".join(map(str, (line.seat, *line.all_in)))


def line_of(key: str) -> JamFoldDecision:
    seat, *all_in = map(int, key.split(","))
    return JamFoldDecision(seat, tuple(all_in))


def preflop_scene(
    draft: PreflopDraft,
    stage: TypedStage,
    solved: SolvedStage | None,
    progress: float | None = None,
) -> PreflopScene:
    """Return the page.

    Args:
        solved: the last solution; one of other stacks stays until theirs is there.
        progress: of the work, 0 to 1; None if nothing is being solved.
    """
    spot = stage.spot
    shown = solved
    if spot is None or solved is None or solved.spot.num_seats != spot.num_seats:
        shown = None
    scene = PreflopScene(
        source=source_list(draft.source),
        acts=tr("All-in"),
        players=draft.players,
        equal=draft.equal,
        **_fields(draft, stage),
        ante_of=draft.ante_of,
        seats=_seats(draft, shown),
        shown=draft.shown,
        painting=draft.painting,
        brush=draft.brush,
        locked=bool(draft.locks),
        problem=full_stop(stage.problem) if stage.problem else "",
        progress=progress,
        state=tr("Solving…") if progress is not None else "",
    )
    if spot is None:
        return scene
    line = draft.line if draft.line in spot.decisions else spot.decisions[0]
    chart = None if shown is None else chart_of(shown, line)
    scene = replace(
        scene,
        lines=tuple(_line(spot, one, draft.locks, shown) for one in spot.decisions),
        current=key_of(line),
        heading=labelled(spot.names[line.seat], line_words(spot, line)),
        actions=actions_of(line)[::-1],
        offers=frozenset({"practise", "play", "painting", "clear"}),
    )
    if chart is None or shown is None:
        return scene
    fresh = shown.spot == spot
    return replace(
        scene,
        summary=f"{100 * chart.frequency:.1f}%",
        summary_tip=combos_text(float(chart.jam @ CLASS_SIZES)),
        grid=chart_grid(shown.spot, line, chart, draft.locks.at(line), draft.shown),
        hands=tuple(_hands(shown.spot, line, chart, draft.locks.at(line))),
        figures=_figures(shown),
        note=_note(shown),
        offers=scene.offers | ({"copy", "export"} if fresh else set()),
    )


def _fields(draft: PreflopDraft, stage: TypedStage) -> dict[str, Any]:
    wrong, spot = stage.errors, stage.spot
    fields: dict[str, Any] = {
        "small": FieldScene(draft.small, tr("in big blinds"), wrong.get("small", "")),
        "ante": FieldScene(draft.ante, tr("in big blinds"), wrong.get("ante", "")),
        "payouts": FieldScene(draft.payouts, tr("such as 50 30 20"), wrong.get("payouts", "")),
    }
    if draft.equal:
        stack = FieldScene(draft.stack, tr("in big blinds"), wrong.get("stack", ""))
        position = slider_position(spot.stacks[0]) if spot is not None else 0
        words = tr("{stack} bb").format(stack=draft.stack)
        ends = tr("{stack} bb").format(stack=f"{LEAST_STACK:g}"), f"{MOST_STACK:g}"
        slider = Sizing((), words, "", *ends, position, tone="allin")
        return fields | {"stack": stack, "slider": slider}
    for name, text in zip(STACKS, draft.typed, strict=False):
        fields[name] = FieldScene(text, tr("in big blinds"), wrong.get(name, ""))
    return fields


def amount(spot: JamFoldSpot, value: float, *, digits: int = 2, gain: bool = True) -> str:
    """Return what a seat wins: "+1.23" big blinds, or prizes "$4.56"."""
    if value != value:
        return NOTHING
    if not spot.payouts:
        return signed(value, digits)
    if not gain:
        return tr("${prize}").format(prize=f"{value:,.{digits}f}")
    words = signed(value, digits)
    sign, number = (words[0], words[1:]) if words[0] in "+−" else ("", words)
    return sign + tr("${prize}").format(prize=number)


def _seats(draft: PreflopDraft, solved: SolvedStage | None) -> tuple[SeatValue, ...]:
    seats = []
    for seat, name in enumerate(names_in_order(draft.players)):
        if solved is None:
            seats.append(SeatValue(name))
            continue
        spot, value = solved.spot, float(solved.solution.values[seat])
        if spot.payouts:
            words = amount(spot, spot.start[seat] + value, gain=False)
            tip = tr("{seat}: a prize of {prize} before the hand by the chip model, {value} after")
            prize = amount(spot, spot.start[seat], gain=False)
            tip = tip.format(seat=name, prize=prize, value=words)
        else:
            words = signed(value, 4)
            tip = tr("{seat} wins {value} bb a hand").format(seat=name, value=words)
        change = ""
        if solved.locks:
            change = amount(spot, value - float(solved.unlocked.values[seat]), digits=3)
            more = tr("{change} against the solution without locks").format(change=change)
            tip = sentences((tip, more))
        seats.append(SeatValue(name, words, change, tip))
    return tuple(seats)


def _line(
    spot: JamFoldSpot, line: JamFoldDecision, locks: Locks, solved: SolvedStage | None
) -> ChartLine:
    plain = ChartLine(
        key_of(line), spot.names[line.seat], line_words(spot, line), locked=line in locks.weights
    )
    if solved is None:
        return plain
    chart = chart_of(solved, line)
    tip = tr("{seat}, {line}: {percent} of all hands; play comes here in {reach}")
    told = tip.format(
        seat=plain.seat,
        line=plain.line,
        percent=f"{100 * chart.frequency:.1f}%",
        reach=percent(float(chart.reach.sum())),
    )
    return replace(
        plain,
        percent=f"{100 * chart.frequency:.1f}%",
        reach=percent(float(chart.reach.sum())),
        share=chart.frequency,
        tip=told,
    )


def chart_of(solved: SolvedStage, line: JamFoldDecision) -> Chart:
    return solved.solution.chart(line.seat, line.all_in)


def chart_grid(
    spot: JamFoldSpot, line: JamFoldDecision, chart: Chart, locked: Floats, shown: Shown
) -> GridScene:
    """Return the 13 x 13 grid of a chart: frequencies, or the EV of all-in less that of fold."""
    labels, place = cells()
    actions = actions_of(line)
    made: list[GridCell] = [GridCell(label) for label in labels]
    more = chart.values[:, 0] - chart.values[:, 1]
    most = float(np.nanmax(np.abs(more), initial=0.0)) or 1.0
    digits = 1 if most >= 10 else 2
    for one in range(NUM_CLASSES):
        jam, gain = float(chart.jam[one]), float(more[one])
        words = [CLASS_NAMES[one], labelled(actions[1].title, percent(jam))]
        if gain == gain:
            words.append(tr("EV {value} against folding").format(value=amount(spot, gain)))
        ev = shown == "ev"
        made[place[one]] = GridCell(
            CLASS_NAMES[one],
            (1.0 - jam, jam),
            1.0,
            spoken=phrases(words),
            locked=float(not np.isnan(locked[one])),
            value=_tint(gain, most) if ev else None,
            figure=signed(gain, digits).lstrip("+") if ev and gain == gain else "",
        )
    scale = None
    if shown == "ev":
        caption = tr("{action} minus fold, bb").format(action=actions[1].title)
        if spot.payouts:
            caption = tr("{action} minus fold, prizes").format(action=actions[1].title)
        ends = signed(-most, digits), signed(most, digits)
        scale = GridScale("change", caption, *ends, "0")
    return GridScene(13, 13, tuple(made), actions, scale=scale)


def _tint(gain: float, most: float) -> float | None:
    """Return a cell's place on the scale: by the square root, so that small gains can be seen."""
    if gain != gain:
        return None
    return float(np.sign(gain) * np.sqrt(min(1.0, abs(gain) / most)))


def _hands(
    spot: JamFoldSpot, line: JamFoldDecision, chart: Chart, locked: Floats
) -> Sequence[HandFigures]:
    labels, place = cells()
    fold, jam = actions_of(line)
    made = [HandFigures(label, "") for label in labels]
    for one in range(NUM_CLASSES):
        often = float(chart.jam[one])
        rows = (
            (jam, percent(often), amount(spot, float(chart.values[one, 0]), digits=3)),
            (fold, percent(1.0 - often), amount(spot, float(chart.values[one, 1]), digits=3)),
        )
        held = not np.isnan(locked[one])
        made[place[one]] = HandFigures(
            CLASS_NAMES[one], combos_text(int(CLASS_SIZES[one])), rows, held
        )
    return made


def _distance(value: float) -> str:
    if value < _ROUNDING:
        return "0"
    return f"{value:.1e}" if value < 0.0005 else f"{value:.4f}"


def _figures(solved: SolvedStage) -> tuple[Figure, ...]:
    spot = solved.spot
    unit = tr("$ a hand") if spot.payouts else tr("bb a hand")
    told = tr(
        "What best responses of all players would win more, in sum: 0 in an equilibrium. Locked"
        " hands stay as they are."
    )
    figures = [Figure(tr("NashConv"), _distance(solved.solution.nash_conv), unit, told)]
    for seat, lost in enumerate(given_away(solved)):
        if lost > 0.0:
            words = tr("{seat} gives away").format(seat=spot.names[seat])
            tip = tr("What {seat} would win more by a best response instead of its locked hands")
            told = tip.format(seat=spot.names[seat])
            figures.append(Figure(words, f"{lost:.3f}", unit, told))
    return tuple(figures)


def given_away(solved: SolvedStage) -> tuple[float, ...]:
    """Return what the locked hands of each seat lose against the best of their two actions.

    Exact: each seat decides once in a hand.
    """
    lost = np.zeros(solved.spot.num_seats)
    for decision in solved.locks.weights:
        chart = solved.solution.chart(decision.seat, decision.all_in)
        locked, values = ~np.isnan(solved.locks.at(decision)), chart.values
        played = chart.jam * values[:, 0] + (1.0 - chart.jam) * values[:, 1]
        lost[decision.seat] += float(
            np.nansum(np.where(locked, chart.reach * (values.max(axis=1) - played), 0.0))
        )
    return tuple(np.where(lost > _NOTHING_LOST, lost, 0.0).tolist())


def _note(solved: SolvedStage) -> str:
    words = method_words(solved.spot)
    if solved.locks:
        words.append(tr("Locked hands are played as painted; all others are solved anew."))
    return full_sentences(words)
