"""The Lab page's picture of a matrix game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ai.cfr.matrix import MatrixStep, Number
from pokergui.formatting.numbers import number_text
from pokergui.formatting.words import MINUS, chips
from pokergui.language import tr_lab as tr
from pokergui.language.joins import enumerated, full_sentences
from pokergui.pages.lab.scenes.kuhn import (
    iterations_axis,
    plain,
    player_name,
    signed,
    steps_scene,
    value_line,
)
from pokergui.pages.lab.viewmodel import (
    LabColumn,
    LabNumber,
    LabRow,
    LabTable,
    Mark,
    MatrixScene,
    PathScene,
    PayoffScene,
    SimplexScene,
    ValueLine,
)
from pokergui.pages.lab.work import LAST, OWN, MatrixRun, RuleRun
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.chart import Axis, Chart, Guide, Line

_MARKS: tuple[Mark, ...] = ("a", "b", "c", "quiet")
_CIRCLES = 200
"""Steps of the textbook's circles shown in a triangle; more would cover everything."""
_COLOURS = ("ser_a", "ser_b", "ser_c", "raw")
_END_NAME = 9
_NARROW = 4
"""Digits of fractions that share a line."""

Point = tuple[float, float, float]


@dataclass(frozen=True)
class MatrixChoice:
    """The user's choices."""

    iteration: int = 1
    rule: str = "lecture"
    fractions: bool = True

    @property
    def rules(self) -> tuple[str, ...]:
        return ("lecture", "textbook") if self.rule == "both" else (self.rule,)


def matrix_scene(
    run: MatrixRun, done: Sequence[MatrixStep], choice: MatrixChoice, problem: str
) -> MatrixScene:
    """Build the whole tab; ``done`` has the current step of each rule shown."""
    game = run.game
    return MatrixScene(
        game=game_choices(game.key),
        steps=steps_scene(choice.iteration, LAST),
        rule=choice.rule,
        fractions=choice.fractions,
        payoffs=PayoffScene(
            game.rows,
            game.columns,
            tuple(tuple(_payoff(x, choice.fractions) for x in row) for row in game.payoffs),
            problem,
        ),
        tables=(_table(run, done, choice, 0), _table(run, done, choice, 1)),
        values=_values(run, done, choice),
        note=full_sentences((_note(choice.rule), _terms())),
        warning=_warning(choice.rule),
        simplices=_simplices(run, done, choice),
        chart=_chart(run, choice),
        legend=_legend(run, choice),
        gaps=tr(
            "NashConv after {last}: lecture {lecture}, textbook’s average strategies {textbook}"
        ).format(
            last=chips(LAST),
            lecture=f"{run.rules['lecture'].gap:.4f}",
            textbook=f"{run.rules['textbook'].average_gap:.4f}",
        ),
    )


def game_choices(current: str) -> ChoiceList:
    """Return the list of games; edited payoffs are in it once there are any."""
    titles = {
        "rps3": (tr("Rock, paper, scissors with a 3"), tr("the lecture's example")),
        "rps": (tr("Rock, paper, scissors"), tr("equal stakes")),
        "pennies": (tr("Matching pennies"), tr("two actions each")),
        "exit": (tr("Pennies with a way out"), tr("one player has many equilibria")),
        "steps": (tr("Two against four"), tr("two of B's actions are never played")),
    }
    choices = [Choice(key, title, note) for key, (title, note) in titles.items()]
    if current == OWN:
        choices.append(Choice(OWN, tr("Your own payoffs"), typed=True))
    return ChoiceList(tr("Game"), tuple(choices), current)


def _payoff(value: Number, fractions: bool) -> LabNumber:
    number = signed(value, fractions)
    return replace(number, text=number.text.removeprefix("+"))


def _table(run: MatrixRun, done: Sequence[MatrixStep], choice: MatrixChoice, seat: int) -> LabTable:
    game, exact = run.game, choice.fractions
    names = game.rows if seat == 0 else game.columns
    players = [one.players[seat] for one in done]
    both = len(done) > 1
    notes = (tr("lecture"), tr("textbook")) if both else ("",)
    rows = []
    for i, name in enumerate(names):
        for n, (player, note) in enumerate(zip(players, notes, strict=True)):
            cells = (
                (plain(player.sums[i], exact),),
                (plain(player.strategy[i], exact),),
                (plain(player.values[i], exact),),
                (signed(player.added[i], exact),),
            )
            mark = _MARKS[i % len(_MARKS)]
            rows.append(LabRow(name if n == 0 else "", note, mark, cells, first=n == 0))
    sums = [abs(float(x)) for player in players for x in player.sums]
    below = any(x < 0 for player in players for x in player.sums)
    return LabTable(
        player_name(seat),
        _columns(choice, seat, max(sums), below, _largest(run, done)),
        tuple(rows),
    )


def _largest(run: MatrixRun, done: Sequence[MatrixStep]) -> float:
    """Return the value of a full bar: the step's largest, with a floor."""
    shown = [abs(float(x)) for one in done for player in one.players for x in player.values]
    payoff = max(abs(float(x)) for row in run.game.payoffs for x in row)
    return max(*shown, payoff / 4) or 1.0


def _columns(
    choice: MatrixChoice, seat: int, most: float, below: bool, largest: float
) -> tuple[LabColumn, ...]:
    mine = "u" if seat == 0 else f"{MINUS}u"
    last = {
        "lecture": tr("Gain over {value}"),
        "textbook": tr("Regret against {value}"),
        "both": tr("Added, against {value}"),
    }[choice.rule].format(value=mine)
    return (
        LabColumn(
            tr("Regret sum"),
            tr("The sum of what was added in earlier steps, from step 1"),
            "sum" if below else "share",
            most or 1.0,
            number="2",
        ),
        LabColumn(
            tr("Strategy σ"),
            tr("The positive part of the sums, normalised: what is played in this step"),
            "share",
            strong=True,
            number="3",
        ),
        LabColumn(
            tr("Action value"),
            tr("What each action would win against the other's strategy"),
            "signed",
            largest,
            number="4",
        ),
        LabColumn(
            last,
            tr("How much more the action would have won; this is added to the sum"),
            "signed",
            largest,
            number="5",
        ),
    )


def _values(
    run: MatrixRun, done: Sequence[MatrixStep], choice: MatrixChoice
) -> tuple[ValueLine, ...]:
    """Return the values with their decimals, then NashConvs, whose decimals would not fit."""
    exact, lines, gaps = choice.fractions, [], []
    for one, name in zip(done, choice.rules, strict=True):
        rule = _rule_word(name)
        label = "u =" if len(done) == 1 else tr("{rule}: u =").format(rule=rule)
        lines.append(value_line(label, one.players[0].value, exact))
        gap = tr("NashConv") if len(done) == 1 else tr("{rule}: NashConv").format(rule=rule)
        gaps.append(ValueLine(gap, plain(one.gap, exact, digits=_NARROW), ""))
        gaps.append(ValueLine(tr("of averages"), plain(one.average_gap, exact, digits=_NARROW), ""))
    if run.solution is not None:
        lines.append(value_line(tr("equilibrium"), run.solution.value, exact))
    return (*lines, *gaps)


def _rule_word(name: str) -> str:
    return tr("lecture") if name == "lecture" else tr("textbook")


def _note(rule: str) -> str:
    return {
        "lecture": tr(
            "Gains are added to the regret sums; the sums, normalised, are the next strategy."
        ),
        "textbook": tr(
            "All regrets are added to the sums; their positive part, normalised, is the next"
            " strategy."
        ),
        "both": tr(
            "Each action's first line is by the lecture's rule, which adds gains only, its second"
            " by the textbook's, which adds all regrets."
        ),
    }[rule]


def _terms() -> str:
    return tr(
        "NashConv is the sum of what best responses to both strategies win: 0 only at an "
        "equilibrium; exploitability is half of it. “Of averages” is that of the average "
        "strategies, the mean of all steps so far."
    )


def _warning(rule: str) -> str:
    return {
        "lecture": tr("The textbook also adds negative regrets."),
        "textbook": tr("The lecture adds gains only."),
        "both": "",
    }[rule]


def _mark_of(name: str, choice: MatrixChoice) -> Mark:
    if choice.rule == "both":
        return "accent" if name == "lecture" else "b"
    return "accent" if name == choice.rule else "quiet"


def _simplices(
    run: MatrixRun, done: Sequence[MatrixStep], choice: MatrixChoice
) -> tuple[SimplexScene, ...]:
    game = run.game
    if len(game.rows) != 3 or len(game.columns) != 3:
        return ()
    scenes = []
    for seat, names in enumerate((game.rows, game.columns)):
        # The path behind comes first.
        order = sorted(run.rules, key=lambda name: name in choice.rules)
        paths = [_path(run.rules[name], seat, _mark_of(name, choice)) for name in order]
        now = [
            (_mark_of(name, choice), _point(one.players[seat].strategy))
            for one, name in zip(done, choice.rules, strict=True)
        ]
        solution = run.solution
        solutions = () if solution is None else solution.a if seat == 0 else solution.b
        note = enumerated(number_text(x, True) for x in solutions[0]) if len(solutions) == 1 else ""
        title = tr("Player A, current σ") if seat == 0 else tr("Player B, current σ")
        scenes.append(
            SimplexScene(
                title=title,
                corners=names,
                paths=tuple(paths),
                start=_point(run.rules["lecture"].played[0][seat]),
                now=tuple(now),
                equilibria=tuple(_point(one) for one in solutions),
                note=note or (tr("several equilibria") if solutions else ""),
            )
        )
    return tuple(scenes)


def _path(ruled: RuleRun, seat: int, mark: Mark) -> PathScene:
    circles = ruled.rule.name == "textbook"
    points = ruled.played[:_CIRCLES] if circles else ruled.played
    return PathScene(mark, tuple(_point(both[seat]) for both in points), thin=circles)


def _point(vector: Sequence[Number]) -> Point:
    x, y, z = map(float, vector)
    return x, y, z


def _chart(run: MatrixRun, choice: MatrixChoice) -> Chart:
    ruled = run.rules[choice.rules[0]]
    solution, x = run.solution, tuple(map(float, ruled.looks))
    lines, levels = [], []
    for i, name in enumerate(run.game.rows):
        colour = _COLOURS[i % len(_COLOURS)]
        lines.append(Line(name, colour, x, tuple(both[0][i] for both in ruled.played)))
        if solution is not None and len(solution.a) == 1:
            level = solution.a[0][i]
            end = f"{name[:_END_NAME]} {number_text(level, True)}"
            levels.append(Guide(float(level), colour, end=end))
    return Chart(
        tr("A's strategy over iterations, {rule}").format(rule=_rule_word(ruled.rule.name)),
        iterations_axis(LAST),
        Axis(),
        tuple(lines),
        tuple(levels),
        (Guide(choice.iteration, "t2"),) if choice.iteration else (),
    )


def _legend(run: MatrixRun, choice: MatrixChoice) -> tuple[tuple[Mark, str], ...]:
    entries: list[tuple[Mark, str]] = []
    if len(run.game.rows) == len(run.game.columns) == 3:
        words = {
            "lecture": tr("lecture's rule"),
            "textbook": tr("textbook's rule, first {count}").format(count=_CIRCLES),
        }
        entries = [(_mark_of(name, choice), text) for name, text in words.items()]
    solution = run.solution
    if solution is None:
        entries.append(("target", tr("too large to list the equilibria")))
    else:
        kind = tr("unique") if solution.unique else tr("one of several")
        words_ = tr("equilibrium, {kind}, value {value}")
        value = number_text(solution.value, True)
        entries.append(("target", words_.format(kind=kind, value=value)))
    return tuple(entries)
