"""The Lab page's picture of a sampling schedule."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ai.cfr.decisions import DecisionKind, decision_kinds
from ai.cfr.robust_sampling import ALL, Picks
from ai.cfr.sampling import DEFAULT_PICKS
from ai.lab.claims import NOT_CHECKED, ClaimCheck, check_claims
from ai.lab.node_touches import SEEDS, TouchCurve, look_touches
from engine.game import Game
from engine.tree import build_tree
from pokergui.formatting.numbers import decimal_text
from pokergui.formatting.words import UNKNOWN, chips, game_words
from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses, full_stop
from pokergui.pages.lab.scenes.kuhn import player_name
from pokergui.pages.lab.viewmodel import (
    ClaimScene,
    LabColumn,
    LabNumber,
    LabRow,
    LabTable,
    Mark,
    ScheduleBar,
    ScheduleDial,
    SchedulePlayer,
    ScheduleScene,
)
from pokergui.viewmodel import Choice, ChoiceList, FieldScene
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Line

_EXPONENTS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


@dataclass(frozen=True)
class TreeShape:
    """Most decisions of a player on a line, streets with decisions, most actions of a decision."""

    depths: int
    streets: int
    actions: int


def dial_of(picks: Picks, own: int, street: int) -> int:
    """Return the dial that sets a decision, -1 if all dials set it together."""
    return {"constant": 0, "explicit": own, "street": street}.get(picks.form, -1)


def dials(picks: Picks, shape: TreeShape) -> tuple[ScheduleDial, ...]:
    edits = []
    for index, value in enumerate(_values(picks, shape)):
        less, more = (_moved(picks, shape, index, step) != value for step in (-1, 1))
        edits.append(ScheduleDial(_caption(picks.form, index), _word(picks, value), less, more))
    return tuple(edits)


def turned(picks: Picks, shape: TreeShape, dial: int, step: int) -> Picks:
    values = _values(picks, shape)
    if not 0 <= dial < len(values):
        return picks
    return _with(picks, values, dial, _moved(picks, shape, dial, step))


def drawn(picks: Picks, shape: TreeShape, dial: int, count: int, actions: int) -> Picks:
    """Return the schedule that walks ``count`` of the ``actions`` at the decisions of a dial."""
    values = _values(picks, shape)
    if picks.form == "depth" or not 0 <= dial < len(values):
        return picks
    count = max(1, min(count, actions))
    if picks.form == "street":
        # Rounded down, as this many actions require.
        return _with(picks, values, dial, int(100 * count / actions + 1e-9) / 100)
    return _with(picks, values, dial, float(ALL if count == actions else count))


def _values(picks: Picks, shape: TreeShape) -> tuple[float, ...]:
    """Return the numbers, repeated as far as the game goes."""
    wanted = {"explicit": shape.depths, "street": shape.streets}.get(picks.form, 0)
    numbers = picks.numbers[: wanted or None]
    return numbers + numbers[-1:] * (wanted - len(numbers))


def _moved(picks: Picks, shape: TreeShape, dial: int, step: int) -> float:
    """Return a number one step up or down, within its limits."""
    value = _values(picks, shape)[dial]
    if picks.form in ("constant", "explicit"):
        count = max(1, min(value, shape.actions) + step)
        return float(ALL if count >= shape.actions else count)
    if picks.form == "depth" and dial == 1:
        beyond = [x for x in _EXPONENTS if (x > value if step > 0 else x < value)]
        return (beyond[0] if step > 0 else beyond[-1]) if beyond else value
    # To the next tenth, from wherever it is.
    tenths = math.floor(10 * value + 1e-9) if step > 0 else math.ceil(10 * value - 1e-9)
    return min(10, max(1, tenths + step)) / 10


def _with(picks: Picks, values: tuple[float, ...], dial: int, value: float) -> Picks:
    changed = [*values[:dial], value, *values[dial + 1 :]]
    if picks.form in ("explicit", "street"):  # the last number holds for all that follow
        while len(changed) > 1 and changed[-1] == changed[-2]:
            changed.pop()
    return replace(picks, numbers=tuple(changed))


def _word(picks: Picks, value: float) -> str:
    if picks.form in ("constant", "explicit"):
        return tr("all") if value == ALL else f"{value:g}"
    return f"{value:g}" if picks.form == "depth" and value > 1 else f"{value:.2g}"


def _caption(form: str, index: int) -> str:
    if form == "street":
        return tr("Round {number}").format(number=index + 1)
    if form == "depth":
        return (tr("First part"), tr("Exponent"))[index]
    if form == "constant":
        return tr("Every decision")
    ordinals = (tr("1st decision"), tr("2nd"), tr("3rd"))
    return ordinals[index] if index < len(ordinals) else tr("{n}th").format(n=index + 1)


OWN = "own"
"""Key of a schedule that is not listed."""
ALL_ACTIONS, ONE_ACTION = "constant:all", "constant:1"
PRESETS = (
    DEFAULT_PICKS,
    "depth:0.4",
    "depth:0.4,both",
    "street:0.5,1",
    ONE_ACTION,
    "constant:2",
    ALL_ACTIONS,
    "explicit:all,1",
)
_MARKS: tuple[Mark, ...] = ("a", "b", "c")
_CLEAR = 3.0
"""Standard errors from which a difference counts."""


@dataclass(frozen=True)
class ScheduleChoice:
    """The user's choices: slots count own decisions or both players', keys turn ``dial``."""

    game: str = "leduc"
    text: str = DEFAULT_PICKS
    count: str = "own"
    dial: int = 0


@dataclass(frozen=True)
class SchedulePicture:
    """The effects of a schedule on a game; ``key`` is equal for schedules that walk alike."""

    game: Game
    picks: Picks
    kinds: tuple[tuple[DecisionKind, int], ...]
    claims: tuple[ClaimCheck, ...]
    key: bytes

    @property
    def shape(self) -> TreeShape:
        kinds = [kind for kind, _ in self.kinds]
        return TreeShape(
            1 + max(kind.own for kind in kinds),
            1 + max(kind.street for kind in kinds),
            max(kind.actions for kind in kinds),
        )


def look_at(game: Game, picks: Picks) -> SchedulePicture:
    tree = build_tree(game)
    resolved = picks.resolve(tree)
    key = game.name.encode() + resolved.tobytes()
    kinds = decision_kinds(tree, resolved)
    return SchedulePicture(game, picks, kinds, check_claims(tree, resolved), key)


def schedule_scene(
    picture: SchedulePicture,
    choice: ScheduleChoice,
    games: Sequence[Game],
    curves: Mapping[str, TouchCurve],
    share: float | None,
    problem: str = "",
) -> ScheduleScene:
    """Build the whole tab.

    Args:
        curves: the measurements so far: "own", "constant:all", "constant:1".
    """
    picks, shape = picture.picks, picture.shape
    title = picks.title
    field = FieldScene(
        choice.text, "" if problem else full_stop(title[:1].upper() + title[1:]), error=problem
    )
    shown = dials(picks, shape)
    return ScheduleScene(
        game=ChoiceList(
            tr("Game"), tuple(Choice(one.name, game_words(one)) for one in games), choice.game
        ),
        preset=_presets("" if problem else str(picks)),
        field=field,
        count=choice.count,
        players=tuple(_player(picture, seat, choice.count) for seat in (0, 1)),
        dials=shown,
        dial=max(0, min(choice.dial, len(shown) - 1)),
        claims=_claims(picture.claims),
        left_out=clauses(map(str, NOT_CHECKED)),
        costs=_costs(curves),
        chart=_chart(curves),
        findings=_findings(curves),
        note=_note(share),
        can_train=not problem,
    )


def _presets(text: str) -> ChoiceList:
    titles = {
        DEFAULT_PICKS: (tr("Growing: 1, then all"), tr("one action at first, all later")),
        "depth:0.4": (tr("Growing by own depth"), tr("from 40% of the actions to all")),
        "depth:0.4,both": (tr("Growing by both depths"), tr("counts both players' decisions")),
        "street:0.5,1": (tr("By street"), tr("half of the actions, then all")),
        ONE_ACTION: (tr("Constant: 1 of N"), tr("one action everywhere")),
        "constant:2": (tr("Constant: 2 of N"), tr("k/N grows where there are fewer actions")),
        ALL_ACTIONS: (tr("Constant: all N"), tr("like external sampling")),
        "explicit:all,1": (tr("Falling: all, then 1"), tr("the reverse")),
    }
    choices = [Choice(key, *titles[key]) for key in PRESETS]
    if text not in PRESETS:
        choices.append(Choice(OWN, tr("Your own schedule"), typed=True))
    return ChoiceList(tr("Schedule"), tuple(choices), text if text in PRESETS else OWN)


def _player(picture: SchedulePicture, seat: int, count: str) -> SchedulePlayer:
    """Return a player's bars by street and by decisions before."""
    name = player_name(seat)
    counts: dict[int, dict[int, dict[tuple[int, int, int], int]]] = {}
    for kind, many in picture.kinds:
        if kind.to_act == seat:
            before = kind.own if count == "own" else kind.both
            slot = counts.setdefault(kind.street, {}).setdefault(before, {})
            bar = (kind.actions, kind.picks, dial_of(picture.picks, kind.own, kind.street))
            slot[bar] = slot.get(bar, 0) + many
    bars = []
    for street, slots in sorted(counts.items()):
        title = tr("Round {number}").format(number=street + 1)
        for before, slot in sorted(slots.items()):
            where = tr("{player}, {street}, {count} earlier decisions").format(
                player=name, street=title.lower(), count=before
            )
            for (actions, picks, dial), many in sorted(slot.items()):
                words = tr("{where}: {picks} of {actions} actions walked").format(
                    where=where, picks=picks, actions=actions
                )
                if many > 1:
                    words += tr(", at {many} decisions").format(many=many)
                label = "1" if picks == actions else f"{picks}/{actions}"
                bars.append(ScheduleBar(title, str(before), actions, picks, label, words, dial))
    axis = (
        tr("the player's earlier decisions") if count == "own" else tr("earlier decisions of both")
    )
    return SchedulePlayer(name, axis, tuple(bars))


def _claims(checks: Sequence[ClaimCheck]) -> tuple[ClaimScene, ...]:
    words = {
        1: tr("k/N is larger at a player's later decision"),
        2: tr("As 1; their regrets update the strategies"),
        3: tr("As 1; k of N are drawn, all equally likely"),
        4: tr("As 1; regrets come from those drawn"),
        5: tr("As 1; the probability is k/N"),
        6: tr("As 1; k is 2 or more at both"),
        7: tr("As 1; k is equal, N is smaller later"),
        8: tr("As 1, for both players"),
        9: tr("As 1, and at a later decision of the other"),
    }
    return tuple(
        ClaimScene(one.claim, words[one.claim], str(one.text), one.literal, one.everywhere)
        for one in checks
    )


def names() -> dict[str, str]:
    return {OWN: tr("This schedule"), ALL_ACTIONS: "k = N", ONE_ACTION: "k = 1"}


def _costs(curves: Mapping[str, TouchCurve]) -> LabTable:
    last = [float(curve.exploitability[:, -1].mean()) for curve in curves.values()]
    touches = [curve.walk_touches for curve in curves.values()]
    speeds = [curve.walks_per_second for curve in curves.values()]
    end = tr("{count} M").format(count=f"{look_touches()[-1] / 1e6:g}")
    columns = (
        LabColumn(
            tr("Touches per walk"),
            tr(
                "Mean number of decisions and terminal nodes that one walk for one player visits: "
                "its cost"
            ),
            "share",
            max(touches, default=1.0),
        ),
        LabColumn(
            tr("Walks per second"),
            tr("On this machine, with the fastest seed"),
            "share",
            max(speeds, default=1.0),
        ),
        LabColumn(
            tr("Exploitability"),
            tr("Of the average strategies after {touches} node touches, mean of all seeds").format(
                touches=end
            ),
            "share",
            max(last, default=1.0),
            strong=True,
        ),
        LabColumn(
            tr("Spread"),
            tr("Standard deviation of that exploitability from seed to seed"),
            "none",
            width=0.7,
        ),
    )
    rows = []
    for mark, (key, name) in zip(_MARKS, names().items(), strict=True):
        rows.append(LabRow(name, "", mark, _cells(curves.get(key))))
    return LabTable(tr("After {touches} touches").format(touches=end), columns, tuple(rows))


def _cells(curve: TouchCurve | None) -> tuple[tuple[LabNumber, ...], ...]:
    if curve is None:
        return ((LabNumber(UNKNOWN, tone="quiet"),),) * 4
    last = curve.exploitability[:, -1]
    mean, spread = float(last.mean()), float(last.std(ddof=1))
    return (
        (LabNumber(f"{curve.walk_touches:.2f}", curve.walk_touches),),
        (LabNumber(_rounded(curve.walks_per_second), curve.walks_per_second),),
        (LabNumber(f"{mean:.4f}", mean),),
        (LabNumber(f"\u00b1 {decimal_text(spread)}", spread),),
    )


def _findings(curves: Mapping[str, TouchCurve]) -> tuple[str, ...]:
    """Compare the schedule with k = N and k = 1 at equal touches; name only clear differences."""
    sentences = []
    own, titles = curves.get(OWN), names()
    for key in (ALL_ACTIONS, ONE_ACTION):
        other = curves.get(key)
        words = tr("Against {other}: {verdict}")
        if own is None or other is None:
            verdict = UNKNOWN
        elif own is other:
            verdict = tr("it samples the same actions")
        else:
            mine, its = own.exploitability[:, -1], other.exploitability[:, -1]
            times = f"{mine.mean() / its.mean():.2f}"
            error = np.hypot(*(one.std(ddof=1) / np.sqrt(len(one)) for one in (mine, its)))
            if abs(mine.mean() - its.mean()) < _CLEAR * error:
                verdict = tr("{times} times as exploitable, within the noise of the seeds")
            elif mine.mean() < its.mean():
                verdict = tr("{times} times as exploitable, better")
            else:
                verdict = tr("{times} times as exploitable, worse")
            verdict = verdict.format(times=times)
        sentences.append(words.format(other=titles[key], verdict=verdict))
    return tuple(sentences)


def _note(share: float | None) -> str:
    how = tr(
        "mean and range of {seeds} seeds, in chips a hand; linear weights, no baselines"
    ).format(seeds=SEEDS)
    if share is None:
        return full_stop(how[:1].upper() + how[1:])
    return tr("Measuring, {share:.0%}: {how}.").format(share=share, how=how)


def _rounded(speed: float) -> str:
    """Return a speed to two digits; more would not be reproducible."""
    if speed >= 1e6:
        return f"{speed / 1e6:.1f} M"
    return chips(int(round(speed, -4 if speed >= 1e5 else -3)))


def _chart(curves: Mapping[str, TouchCurve]) -> Chart:
    lines = []
    for colour, (key, name) in zip(SERIES, names().items(), strict=False):
        curve = curves.get(key)
        if curve is not None:
            values = curve.exploitability
            lines.append(
                Line(
                    tr("this") if key == OWN else name,
                    colour,
                    tuple(curve.touches.tolist()),
                    tuple(values.mean(axis=0).tolist()),
                    tuple(values.min(axis=0).tolist()),
                    tuple(values.max(axis=0).tolist()),
                )
            )
    first, *_, last = look_touches().tolist()
    ends = round(first), round(last)
    touches = Axis(tr("touches"), log=True, form="count", said=tr("{} touches"), ends=ends)
    return Chart(tr("Exploitability by touches"), touches, Axis(log=True), tuple(lines))
