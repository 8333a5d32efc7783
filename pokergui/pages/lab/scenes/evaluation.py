"""The Lab page's picture of off-policy evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ai.cfr.matrix import Number
from ai.evaluation.enumeration import Moments
from ai.evaluation.luck import CHIPS, VALUES, title_of
from ai.lab.evaluation_problem import AIVAT, FIRST, LAST, TITLES, Drawn, EvaluationProblem, looks
from engine.game import Game, get_game
from pokergui.formatting.choices import engine_choices, unlisted
from pokergui.formatting.notices import capital
from pokergui.formatting.numbers import number_text
from pokergui.formatting.words import MINUS, UNKNOWN, chips, game_words, hands_text
from pokergui.language import name_text
from pokergui.language import tr_lab as tr
from pokergui.language.joins import phrases
from pokergui.pages.lab.scenes.evaluation_hand import (
    Keys,
    ListedHands,
    bias,
    estimator_names,
    hand_scene,
    no_hand,
)
from pokergui.pages.lab.scenes.kuhn import plain, signed
from pokergui.pages.lab.viewmodel import (
    DrawScene,
    EvaluationScene,
    LabColumn,
    LabNumber,
    LabRow,
    LabTable,
    Mark,
)
from pokergui.viewmodel import Choice, ChoiceList, FieldScene, Notice
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Guide, Line

GAMES = ("kuhn", "leduc")
OWN = "own"
"""Key of strategies that are not a listed case."""
CASES = {
    "kuhn": {
        "on": ("lecture", "lecture", "lecture"),
        "off": ("uniform", "kuhn-family:1/3", "lecture"),
        "missing": ("lecture", "uniform", "lecture"),
    },
    "leduc": {
        "on": ("cfr", "cfr", "nfsp"),
        "off": ("uniform", "cfr", "nfsp"),
        "missing": ("bluffer", "uniform", "cfr"),
    },
}
"""Behaviour, target and rival of each listed case, in position A."""
_MARKS: tuple[Mark, ...] = ("a", "b", "c", "d", "e")
_MOST_SEED = 10**9
_ROOM = 2.6
"""Half the height of the chart, in standard errors of the first update."""


@dataclass(frozen=True)
class EvaluationChoice:
    """The user's choices; empty parts of the hand match anything."""

    game: str = "kuhn"
    behaviour: str = CASES["kuhn"]["on"][0]
    target: str = CASES["kuhn"]["on"][1]
    rival: str = CASES["kuhn"]["on"][2]
    value: str = CHIPS
    seat: int = 0
    fractions: bool = True
    estimator: str = "pi+gea"
    hand: Keys = ("", "", "", "")
    seed: str = "1"

    @property
    def roles(self) -> tuple[str, str, str]:
        return self.behaviour, self.target, self.rival

    @property
    def case(self) -> str:
        listed = CASES[self.game].items()
        cases = [name for name, roles in listed if (roles, 0) == (self.roles, self.seat)]
        return cases[0] if cases else OWN

    def with_case(self, case: str, game: str = "") -> EvaluationChoice:
        game = game or self.game
        a, b, c = CASES[game][case]
        return replace(self, game=game, behaviour=a, target=b, rival=c, seat=0)

    @property
    def question(self) -> EvaluationProblem:
        return EvaluationProblem(get_game(self.game), *self.roles, self.seat, self.value)

    @property
    def seed_number(self) -> int | None:
        """The seed; None if the text is not a valid one."""
        text = self.seed.strip()
        known = text.isascii() and text.isdigit() and len(text) <= len(str(_MOST_SEED))
        return int(text) if known and int(text) <= _MOST_SEED else None


@dataclass(frozen=True)
class Standing:
    """The state of the work."""

    hands: ListedHands | None = None
    drawn: Drawn | None = None
    drawing: bool = False
    notice: Notice | None = None


def evaluation_scene(choice: EvaluationChoice, standing: Standing, home: Path) -> EvaluationScene:
    hands, game = standing.hands, get_game(choice.game)
    names = estimators_of(choice)
    roles = _roles(choice, game, home)
    shown = choice.estimator if choice.estimator in names else names[-1]
    return EvaluationScene(
        game=ChoiceList(
            tr("Game"), tuple(Choice(name, game_words(get_game(name))) for name in GAMES), game.name
        ),
        case=choice.case,
        behaviour=roles[0],
        target=roles[1],
        rival=roles[2],
        value=ChoiceList(
            tr("Value"),
            tuple(Choice(name, capital(name_text(title_of(name, game)))) for name in VALUES),
            choice.value,
        ),
        seat=choice.seat,
        fractions=choice.fractions,
        notice=standing.notice,
        table=_table(names, hands, standing.drawn, choice.fractions),
        chosen=names.index(shown),
        findings=_findings(hands, [one.title for one in roles], choice.fractions),
        hand=no_hand()
        if hands is None
        else hand_scene(hands, hands.nearest(choice.hand), shown, choice.fractions),
        draw=_draw(choice, standing, names, shown),
    )


def estimators_of(choice: EvaluationChoice) -> tuple[str, ...]:
    """Return the estimators; AIVAT judges only the behaviour itself."""
    same = choice.behaviour == choice.target
    return tuple(name for name in TITLES if same or name != AIVAT)


def _profiles(game: Game) -> list[Choice]:
    """Return the strategies that are written out rather than engines."""
    uniform = Choice("uniform", tr("Uniform"), tr("all actions equally likely"))
    if game != get_game("kuhn"):
        return [uniform]
    member = "kuhn-family:1/3"
    return [
        Choice("lecture", tr("Lecture’s profile"), tr("from the lecture’s tables")),
        uniform,
        replace(unlisted(member), note=tr("of Kuhn’s family")),
    ]


def _roles(
    choice: EvaluationChoice, game: Game, home: Path
) -> tuple[ChoiceList, ChoiceList, ChoiceList]:
    """Return lists of engines that answer for all cards at once and never change."""
    listed = engine_choices(
        game,
        home,
        lambda one: one.has_ranges and not one.learns and not one.added and one.name != "random",
    )
    known = {one.key: one for one in _profiles(game)}
    known |= {one.key: Choice(one.key, one.title, one.note) for one in listed}
    for name in choice.roles:
        known.setdefault(name, unlisted(name))
    entries = tuple(known.values())
    captions = (tr("Behaviour"), tr("Target"), tr("Rival"))
    first, second, third = (
        ChoiceList(caption, entries, name)
        for caption, name in zip(captions, choice.roles, strict=True)
    )
    return first, second, third


def _table(
    names: Sequence[str], hands: ListedHands | None, drawn: Drawn | None, fractions: bool
) -> LabTable:
    widest = max((moments.sd for moments in _spreads(hands)), default=1.0)
    columns = (
        LabColumn(
            tr("Mean"), tr("Chips per hand, over all possible deals"), width=0.8, strong=True
        ),
        LabColumn(tr("Bias"), tr("Mean minus what the target really wins"), width=0.8),
        LabColumn(
            tr("SD"),
            tr(
                "Standard deviation of one hand’s estimate in chips: the larger, the more hands"
                " it takes"
            ),
            "share",
            widest or 1.0,
            width=1.3,
            strong=True,
        ),
        LabColumn(
            tr("Drawn"),
            tr(
                "Mean of the hands drawn and its 95% interval, 1.96 standard errors to each side; "
                "none where they cover too little of the target"
            ),
            width=1.8,
        ),
    )
    titles = estimator_names()
    rows = []
    for at, name in enumerate(names):
        cells = _unknown(len(columns)) if hands is None else _cells(hands, name, fractions)
        cells = (*cells[:3], (_drawn_number(hands, drawn, name, at),))
        note = name_text(TITLES[name]) if name != AIVAT else tr("with exact node values")
        note = tr("both") if name == "pi+gea" else note
        rows.append(LabRow(titles[name], note, _MARKS[at], cells))
    return LabTable(tr("Estimator"), columns, tuple(rows))


def _unknown(count: int) -> tuple[tuple[LabNumber, ...], ...]:
    return ((LabNumber(UNKNOWN, tone="quiet"),),) * count


def _spreads(hands: ListedHands | None) -> list[Moments]:
    if hands is None:
        return []
    return [one for name, one in hands.moments.items() if name not in hands.without_sd]


def _cells(hands: ListedHands, name: str, fractions: bool) -> tuple[tuple[LabNumber, ...], ...]:
    one = hands.moments[name]
    off, sd = signed(bias(one), fractions), LabNumber(f"{one.sd:.4f}", one.sd)
    if name in hands.without_sd:
        sd = LabNumber(tr("not supported"), tone="negative")
    if off.value:
        off = replace(off, tone="negative")  # wrong, whatever its sign
    return (plain(one.mean, fractions),), (off,), (sd,)


def _drawn_number(hands: ListedHands | None, drawn: Drawn | None, name: str, at: int) -> LabNumber:
    if hands is None or drawn is None or not drawn.hands:
        return LabNumber(UNKNOWN, tone="quiet")
    mean, half = drawn.means[-1, at], drawn.halves[-1, at]
    digits = 4 if half < 0.1 else 3
    if hands.is_valid(name, drawn.hands):
        text = f"{mean:.{digits}f} ± {half:.{digits}f}"
        return LabNumber(text.replace("-", MINUS), float(mean))
    text = phrases((f"{mean:.{digits}f}".replace("-", MINUS), tr("not supported")))
    return LabNumber(text, float(mean), "quiet")


def _findings(
    hands: ListedHands | None, roles: Sequence[str], fractions: bool
) -> tuple[str, str, str]:
    """Return the target's winnings, the biased estimators, and why; roles have their titles."""
    if hands is None:
        return UNKNOWN, "", ""
    names, moments = estimator_names(), hands.moments
    _, target, rival = roles
    truth = number_text(hands.answered.listing.truth, fractions)
    wins = tr("{target} wins {truth} chips a hand against {rival}.").format(
        target=target, truth=truth, rival=rival
    )
    if not hands.left_out:
        return wins, tr("No estimator is biased."), ""

    def listed(numbers: Mapping[str, Number], sign: bool) -> str:
        texts = (
            f"{names[name]} {number_text(number, fractions, sign=sign)}"
            for name, number in numbers.items()
        )
        return phrases(texts)

    biased = {name: off for name in hands.left_out if (off := bias(moments[name]))}
    words = tr("Biased: {listed}.").format(listed=listed(biased, sign=True))
    why = tr("Part of {target}’s play that a million hands do not cover: {parts}.")
    parts = listed(hands.left_out, sign=False)
    return (
        wins,
        words if biased else tr("No estimator is biased given unlimited hands."),
        why.format(target=target, parts=parts),
    )


def _draw(
    choice: EvaluationChoice, standing: Standing, names: Sequence[str], shown: str
) -> DrawScene:
    drawn, wrong = standing.drawn, choice.seed_number is None
    done = drawn is not None and drawn.hands >= LAST
    if standing.drawing:
        words = tr("Stop")
    elif drawn is None or not drawn.hands:
        words = tr("Draw hands")
    else:
        words = tr("Draw again") if done else tr("Continue")
    error = tr("a whole number up to {most}").format(most=chips(_MOST_SEED)) if wrong else ""
    return DrawScene(
        running=standing.drawing,
        words=words,
        count=hands_text(drawn.hands) if drawn is not None and drawn.hands else "",
        seed=FieldScene(choice.seed, tr("Seed"), error),
        enabled=standing.hands is not None and not wrong,
        chart=_chart(standing.hands, drawn, names, shown, choice.fractions),
    )


def _chart(
    known: ListedHands | None,
    drawn: Drawn | None,
    names: Sequence[str],
    shown: str,
    fractions: bool,
) -> Chart:
    titles, title = estimator_names(), tr("Mean of the hands drawn, 95% bands")
    hands = Axis(
        tr("hands"), log=True, form="count", said=tr("{} hands"), ends=(float(FIRST), float(LAST))
    )
    if known is None:
        return Chart(title, hands, Axis(), empty=UNKNOWN)
    moments, truth = known.moments, known.answered.listing.truth
    spread = [(float(truth), 1.0)]
    spread += [(float(one.mean), _ROOM * one.sd / FIRST**0.5) for one in _spreads(known)]
    ends = min(mean - room for mean, room in spread), max(mean + room for mean, room in spread)
    lines = []
    x = tuple(map(float, looks()[: len(drawn.means)])) if drawn is not None else ()
    for at, name in enumerate(names):
        if drawn is None or not x:
            break
        mean, half = drawn.means[:, at], drawn.halves[:, at]
        low, high = mean - half, mean + half
        banded = known.is_valid(name, drawn.hands)
        lines.append(
            Line(
                titles[name],
                SERIES[at],
                x,
                tuple(mean.tolist()),
                tuple(low.tolist()) if banded else (),
                tuple(high.tolist()) if banded else (),
                style="front" if name == shown else "plain",
            )
        )
    biased = [
        Guide(float(moments[name].mean), SERIES[at], end=number_text(moments[name].mean, fractions))
        for at, name in enumerate(names)
        if bias(moments[name])
    ]
    exact = Guide(float(truth), "t1", end=number_text(truth, fractions))
    return Chart(
        title,
        hands,
        Axis(ends=ends),
        tuple(lines),
        levels=(exact, *biased),
        empty=tr("No hand is drawn yet; dashed: exact values"),
    )
