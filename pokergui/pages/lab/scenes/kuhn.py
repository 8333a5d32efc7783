"""The Lab page's picture of CFR on Kuhn, in the lecture's five steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.cfr.exact import ExactGame, Infoset
from ai.cfr.lecture import InfosetTable, LectureIteration
from ai.cfr.matrix import Number, Vector
from engine.player import ActionKind
from pokergui.formatting.numbers import number_text
from pokergui.language import tr_lab as tr
from pokergui.language.joins import phrases
from pokergui.pages.lab.scenes.numbers import plain, player_name, signed, steps_scene, value_line
from pokergui.pages.lab.viewmodel.lab import KuhnScene, LabColumn, LabNumber, LabRow, LabTable
from pokergui.viewmodel.chart import Axis, Chart, Guide, Line

LAST = 1_000
"""The last iteration that the page shows."""
_NARROW = 4
"""Digits of fractions placed side by side."""
_UNKNOWN = LabNumber("\u2026", 0.0, "quiet")
_DOT = " \u00b7 "
_MINUS = " \u2212 "


@dataclass(frozen=True)
class KuhnChoice:
    """The person's choices.

    Attributes:
        iteration: from 1.
        order: together or alternating.
        start: lecture or uniform.
        fractions: whether numbers are written as fractions.
        chosen: player and row of the arithmetic shown.
    """

    iteration: int = 1
    order: str = "together"
    start: str = "lecture"
    fractions: bool = True
    chosen: tuple[int, int] = (0, 0)


def kuhn_scene(
    game: ExactGame,
    done: LectureIteration,
    distances: Sequence[Number],
    choice: KuhnChoice,
    running: bool,
) -> KuhnScene:
    """Build the whole tab.

    Args:
        game: Kuhn.
        done: the current iteration.
        distances: what best responses win from the average after each iteration so far.
        choice: the person's choices.
        running: whether the run is going to the end.
    """
    player, row = choice.chosen
    table = done.tables[player][row]
    return KuhnScene(
        steps=steps_scene(done.iteration, LAST, running),
        order=choice.order,
        start=choice.start,
        fractions=choice.fractions,
        tables=(_table(game, done, choice, 0), _table(game, done, choice, 1)),
        chosen=choice.chosen,
        heading=phrases(
            (player_name(player), f"{table.infoset.cards} {situation(game, table.infoset)}")
        ),
        arithmetic=_arithmetic(game, table),
        figures=(
            value_line(tr("Value to A"), done.value, choice.fractions),
            value_line(
                tr("Best responses win from this profile"), done.nash_conv, choice.fractions
            ),
            value_line(tr("from the average"), done.average_nash_conv, choice.fractions),
        ),
        chart=_chart(done.iteration, distances),
    )


def action_words(infoset: Infoset) -> tuple[str, ...]:
    """Return the names of the actions at an information set."""
    facing = any(action.kind is ActionKind.FOLD for action in infoset.actions)
    words = {
        ActionKind.FOLD: tr("fold"),
        ActionKind.CALL: tr("call") if facing else tr("check"),
        ActionKind.RAISE: tr("raise") if facing else tr("bet"),
    }
    return tuple(words[action.kind] for action in infoset.actions)


def situation(game: ExactGame, infoset: Infoset) -> str:
    """Return the betting so far in words: "first", "after check, bet"."""
    words, bet = [], False
    for action in game.tree.line_to(infoset.node):
        if action.kind is ActionKind.RAISE:
            words.append(tr("raise") if bet else tr("bet"))
            bet = True
        else:
            words.append(tr("call") if bet else tr("check"))
    return tr("after {line}").format(line=phrases(words)) if words else tr("first")


def _columns() -> tuple[LabColumn, ...]:
    return (
        LabColumn("1", tr("Strategy"), tr("What is played here"), "split", width=1.6, strong=True),
        LabColumn(
            "2",
            tr("Other holds"),
            tr("The other's cards and how likely they are, given what is known here (Bayes)"),
            "split",
            width=1.4,
        ),
        LabColumn(
            "3",
            tr("Action values"),
            tr("What each action wins on average against these cards, in the order of column 1"),
            width=1.2,
        ),
        LabColumn("4", tr("Mixed"), tr("What the strategy wins on average"), width=0.8),
        LabColumn(
            "5",
            tr("Gains"),
            tr("Regrets as the lecture shows them: only what an action would win more"),
            width=1.1,
        ),
        LabColumn("", tr("Regrets"), tr("Value of each action minus column 4"), width=1.4),
        LabColumn(
            "",
            tr("Weight"),
            tr("How likely chance and the other player lead here: the paper's extra factor"),
            width=0.8,
        ),
        LabColumn(
            "",
            tr("CFR adds"),
            tr("Regrets times weight: what CFR sums, negative ones too"),
            width=1.4,
        ),
    )


def _table(game: ExactGame, done: LectureIteration, choice: KuhnChoice, seat: int) -> LabTable:
    exact, rows = choice.fractions, []
    for row in done.tables[seat]:
        here = row.infoset
        words = action_words(here)
        nothing = (_UNKNOWN,) * len(words)
        cells: tuple[tuple[LabNumber, ...], ...] = (
            tuple(
                plain(p, exact, word, _NARROW) for p, word in zip(row.strategy, words, strict=True)
            ),
            tuple(plain(p, exact, cards, _NARROW) for cards, p in row.posterior) or (_UNKNOWN,),
            _plains(row.values, exact) or nothing,
            (plain(row.mixed, exact),) if row.mixed is not None else (_UNKNOWN,),
            _signs(row.gains, exact) or nothing,
            _signs(row.regrets, exact) or nothing,
            (plain(row.weight, exact),),
            _signs(row.cf_regrets, exact),
        )
        rows.append(LabRow(here.cards, situation(game, here), "accent", cells))
    return LabTable(player_name(seat), _columns(), tuple(rows))


def _plains(vector: Vector | None, exact: bool) -> tuple[LabNumber, ...]:
    return tuple(plain(x, exact, digits=_NARROW) for x in vector or ())


def _signs(vector: Vector | None, exact: bool) -> tuple[LabNumber, ...]:
    return tuple(signed(x, exact, _NARROW) for x in vector or ())


def _arithmetic(game: ExactGame, row: InfosetTable) -> tuple[tuple[str, str], ...]:
    """Explain the numbers of a row: (number, calculation)."""
    here, words = row.infoset, action_words(row.infoset)

    def text(value: Number) -> str:
        return number_text(value, True)

    weight = text(row.weight)
    if row.values is None or row.mixed is None or row.regrets is None:
        why = tr("the other never lets this happen: nothing can be said, and nothing is added")
        return ((tr("2 Other holds"), why),)
    chances = {
        game.hand_names[deal.hands[1 - here.to_act]]: deal.probability
        for deal in game.deals
        if deal.hands[here.to_act] == here.hand
    }
    held = [
        f"{cards} {text(chances[cards])}{_DOT}{text(p * row.weight / chances[cards])}"
        f" = {text(p * row.weight)}"
        for cards, p in row.posterior
    ]
    shares = phrases(f"{cards} {text(p)}" for cards, p in row.posterior)
    mixture = " + ".join(
        f"{text(p)}{_DOT}{bracketed(text(x))}"
        for p, x in zip(row.strategy, row.values, strict=True)
    )
    regrets = phrases(
        f"{word} {text(x)}{_MINUS}{bracketed(text(row.mixed))} = {text(r)}"
        for word, x, r in zip(words, row.values, row.regrets, strict=True)
    )
    added = phrases(
        f"{word} {weight}{_DOT}{bracketed(text(r))} = {text(x)}"
        for word, r, x in zip(words, row.regrets, row.cf_regrets, strict=True)
    )
    return (
        (
            tr("2 Other holds"),
            tr("deal times the other's actions: {parts}; of {weight} together: {shares}").format(
                parts=phrases(held), weight=weight, shares=shares
            ),
        ),
        (
            tr("3 Action values"),
            tr("{values}, on average over these cards, when both go on by their strategies").format(
                values=phrases(f"{w} {text(x)}" for w, x in zip(words, row.values, strict=True))
            ),
        ),
        (tr("4 Mixed"), f"{mixture} = {text(row.mixed)}"),
        (tr("5 Regrets"), tr("{regrets}; the lecture shows those above 0").format(regrets=regrets)),
        (tr("CFR adds"), added),
    )


def bracketed(text: str) -> str:
    """Return a number in brackets if it is negative, for a product or a difference."""
    return f"({text})" if text.startswith("\u2212") else text


def _chart(iteration: int, distances: Sequence[Number]) -> Chart:
    known = [t for t, distance in enumerate(distances, 1) if distance > 0]
    x, y = tuple(map(float, known)), tuple(float(distances[t - 1]) for t in known)
    return Chart(
        tr("What best responses win from the average"),
        iterations_axis(max(10, len(distances))),
        Axis(log=True),
        (Line(tr("average"), "acc", x, y),),
        moments=(Guide(iteration, "t2"),) if iteration else (),
    )


def iterations_axis(last: int) -> Axis:
    """Return the horizontal axis of a chart over iterations."""
    said = tr("iteration {}")
    return Axis(tr("iterations"), log=True, form="count", said=said, ends=(1.0, float(last)))
