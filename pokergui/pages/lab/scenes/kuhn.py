"""The Lab page's picture of CFR on Kuhn, in the lecture's five steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ai.cfr.exact_game import ExactGame, Infoset
from ai.cfr.matrix import Number, Vector
from ai.lab.lecture import InfosetTable, LectureIteration, WeightedSum, expectation
from engine.player import ActionKind
from pokergui.formatting.numbers import LONGEST, decimal_text, number_text
from pokergui.formatting.words import chips
from pokergui.language import tr_lab as tr
from pokergui.language.joins import phrases
from pokergui.pages.lab.viewmodel import (
    KuhnScene,
    LabColumn,
    LabNumber,
    LabRow,
    LabTable,
    StepsScene,
    Tone,
    ValueLine,
)
from pokergui.viewmodel.chart import Axis, Chart, Guide, Line


def plain(value: Number, fractions: bool, label: str = "", digits: int = LONGEST) -> LabNumber:
    """Return a number without a colour of its own; 0 is quiet."""
    tone: Tone = "plain" if value else "quiet"
    return LabNumber(number_text(value, fractions, digits=digits), float(value), tone, label)


def signed(value: Number, fractions: bool, digits: int = LONGEST) -> LabNumber:
    """Return a number with its sign and the sign's colour; 0 is quiet."""
    tone: Tone = "positive" if value > 0 else "negative" if value < 0 else "quiet"
    text = number_text(value, fractions, sign=True, digits=digits)
    return LabNumber(text, float(value), tone)


def value_line(label: str, value: Number, fractions: bool) -> ValueLine:
    """Return a number with a label before it and, for a fraction, its decimal beside it."""
    number = plain(value, fractions)
    return ValueLine(label, number, decimal_text(float(value)) if "/" in number.text else "")


def player_name(seat: int) -> str:
    return tr("Player A") if seat == 0 else tr("Player B")


def steps_scene(iteration: int, last: int) -> StepsScene:
    return StepsScene(
        title=tr("Iteration {number}").format(number=chips(iteration)),
        rest=tr("of {last}").format(last=chips(last)),
        run=tr("Run to {last}").format(last=chips(last)),
        can_back=iteration > 1,
        can_forward=iteration < last,
    )


LAST = 1_000
"""The last iteration that the page shows."""
_NARROW = 4
"""Digits of fractions placed side by side."""
_UNKNOWN = LabNumber("\u2026", 0.0, "quiet")
_DOT = " \u00b7 "
_MINUS = " \u2212 "

T = TypeVar("T")


@dataclass(frozen=True)
class KuhnChoice:
    """The user's choices; ``chosen`` is player and row of the arithmetic shown."""

    iteration: int = 1
    order: str = "together"
    start: str = "lecture"
    fractions: bool = True
    chosen: tuple[int, int] = (0, 0)


def kuhn_scene(
    game: ExactGame, done: LectureIteration, distances: Sequence[Number], choice: KuhnChoice
) -> KuhnScene:
    """Build the whole tab; ``distances`` are what best responses win from averages so far."""
    player, place = choice.chosen
    row = lecture_rows(done, player)[place]
    return KuhnScene(
        steps=steps_scene(done.iteration, LAST),
        order=choice.order,
        start=choice.start,
        fractions=choice.fractions,
        tables=(_table(game, done, choice, 0), _table(game, done, choice, 1)),
        chosen=choice.chosen,
        heading=phrases(
            (player_name(player), f"{row.infoset.cards} {situation(game, row.infoset)}")
        ),
        arithmetic=arithmetic(game, done, row),
        figures=(
            value_line(tr("Value to A"), done.value, choice.fractions),
            value_line(tr("NashConv of this profile"), done.nash_conv, choice.fractions),
            value_line(tr("of the average strategies"), done.average_nash_conv, choice.fractions),
        ),
        chart=_chart(done.iteration, distances),
    )


def lecture_rows(done: LectureIteration, player: int) -> tuple[InfosetTable, ...]:
    """Return a player's rows as the lecture lists them: A's by line, B's by card, bets first."""
    rows = done.tables[player]
    if player == 0:
        return rows
    return tuple(sorted(rows, key=lambda row: (-row.infoset.hand, -row.infoset.node)))


def action_words(infoset: Infoset) -> tuple[str, ...]:
    """Return the names of the actions at an information set, in the lecture's order."""
    facing = any(action.kind is ActionKind.FOLD for action in infoset.actions)
    words = {
        ActionKind.FOLD: tr("fold"),
        ActionKind.CALL: tr("call") if facing else tr("check"),
        ActionKind.RAISE: tr("raise") if facing else tr("bet"),
    }
    return _bet_first(tuple(words[action.kind] for action in infoset.actions))


def _bet_first(vector: tuple[T, ...]) -> tuple[T, ...]:
    """Return what belongs to actions in the lecture's order: bet or call, then check or fold."""
    return vector[::-1]


def situation(game: ExactGame, infoset: Infoset) -> str:
    """Return the betting so far as text: "first", "after check, bet"."""
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
        LabColumn(
            tr("Strategy"), tr("Strategy played here"), "split", width=1.45, strong=True, number="1"
        ),
        LabColumn(
            tr("Other holds"),
            tr("Posterior of the other's cards, given what is known here (Bayes)"),
            "split",
            width=1.2,
            number="2",
        ),
        LabColumn(
            tr("Action values"),
            tr("EV of each action against these cards, in the order of column 1"),
            width=1.2,
            number="3",
        ),
        LabColumn(tr("Mixed"), tr("EV of the strategy"), width=0.8, number="4"),
        LabColumn(
            tr("Regrets"),
            tr(
                "Value of each action minus column 4. The lecture shows gains alone: it writes 0"
                " for the grey ones"
            ),
            width=1.25,
            number="5",
        ),
        LabColumn(
            tr("Weight"),
            tr("Reach of chance and the other player: the paper's extra factor"),
            width=0.7,
        ),
        LabColumn(
            tr("CFR adds"), tr("Regrets times weight: what CFR sums, negative ones too"), width=1.4
        ),
        LabColumn(
            tr("Regret sum"),
            tr(
                "Cumulative regrets, this iteration included; their positive part, normalised, is"
                " the next strategy"
            ),
            width=1.35,
        ),
        LabColumn(
            tr("Average strategy"),
            tr(
                "Mean of all strategies so far, each weighted by the player's own reach: this is "
                "what converges to an equilibrium"
            ),
            "split",
            width=1.5,
        ),
    )


def _table(game: ExactGame, done: LectureIteration, choice: KuhnChoice, seat: int) -> LabTable:
    exact, rows, after = choice.fractions, [], done.after
    average = after.average
    for row in lecture_rows(done, seat):
        here = row.infoset
        words = action_words(here)
        nothing = (_UNKNOWN,) * len(words)
        cells: tuple[tuple[LabNumber, ...], ...] = (
            _named(row.strategy, words, exact),
            tuple(plain(p, exact, cards, _NARROW) for cards, p in row.posterior) or (_UNKNOWN,),
            _plains(row.values, exact) or nothing,
            (plain(row.mixed, exact),) if row.mixed is not None else (_UNKNOWN,),
            tuple(map(_gain, _signs(row.regrets, exact))) or nothing,
            (plain(row.weight, exact),),
            _signs(row.cf_regrets, exact),
            _signs(after.regrets[here], exact),
            _named(average[here], words, exact),
        )
        rows.append(LabRow(here.cards, situation(game, here), "accent", cells))
    return LabTable(player_name(seat), _columns(), tuple(rows))


def _named(vector: Vector, words: tuple[str, ...], exact: bool) -> tuple[LabNumber, ...]:
    pairs = zip(_bet_first(vector), words, strict=True)
    return tuple(plain(p, exact, word, _NARROW) for p, word in pairs)


def _plains(vector: Vector | None, exact: bool) -> tuple[LabNumber, ...]:
    return tuple(plain(x, exact, digits=_NARROW) for x in _bet_first(vector or ()))


def _signs(vector: Vector | None, exact: bool) -> tuple[LabNumber, ...]:
    return tuple(signed(x, exact, _NARROW) for x in _bet_first(vector or ()))


def _gain(number: LabNumber) -> LabNumber:
    """Return a regret, quiet where the lecture writes 0."""
    return replace(number, tone="quiet") if number.tone == "negative" else number


def arithmetic(
    game: ExactGame, done: LectureIteration, row: InfosetTable
) -> tuple[tuple[str, str], ...]:
    words = action_words(row.infoset)
    return (*_steps(game, done, row, words), *_sums(done, row, words))


def _steps(
    game: ExactGame, done: LectureIteration, row: InfosetTable, words: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Explain steps 2 to 5, and what CFR adds."""
    here, weight = row.infoset, _text(row.weight)
    if row.values is None or row.mixed is None or row.regrets is None:
        why = tr("never reached by the other’s strategy: no posterior, and nothing is added")
        return ((tr("2 Other holds"), why),)
    chances = {
        game.hand_names[deal.hands[1 - here.to_act]]: deal.probability
        for deal in game.deals
        if deal.hands[here.to_act] == here.hand
    }
    held = [
        f"{cards} {_text(chances[cards])}{_DOT}{_text(p * row.weight / chances[cards])}"
        f" = {_text(p * row.weight)}"
        for cards, p in row.posterior
    ]
    shares = phrases(f"{cards} {_text(p)}" for cards, p in row.posterior)
    profile, actions = done.played[here.to_act], range(len(words))
    mixtures = _bet_first(tuple(expectation(game, profile, here, each) for each in actions))
    strategy, values, regrets, added = map(
        _bet_first, (row.strategy, row.values, row.regrets, row.cf_regrets)
    )
    mixture = " + ".join(
        f"{_text(p)}{_DOT}{bracketed(_text(x))}" for p, x in zip(strategy, values, strict=True)
    )
    differences = phrases(
        f"{word} {_text(x)}{_MINUS}{bracketed(_text(row.mixed))} = {_text(r)}"
        for word, x, r in zip(words, values, regrets, strict=True)
    )
    products = phrases(
        f"{word} {weight}{_DOT}{bracketed(_text(r))} = {_text(x)}"
        for word, r, x in zip(words, regrets, added, strict=True)
    )
    return (
        (
            tr("2 Other holds"),
            tr("deal times the other's actions: {parts}; of {weight} together: {shares}").format(
                parts=phrases(held), weight=weight, shares=shares
            ),
        ),
        *(
            (label, f"{word} {mixture_text(mixed)} = {_text(value)}")
            for label, word, mixed, value in zip(
                (tr("3 Action values"), *[""] * len(words)), words, mixtures, values, strict=False
            )
        ),
        (tr("4 Mixed"), f"{mixture} = {_text(row.mixed)}"),
        (
            tr("5 Regrets"),
            tr("{regrets}; the lecture shows those above 0").format(regrets=differences),
        ),
        (tr("CFR adds"), products),
    )


def _sums(
    done: LectureIteration, row: InfosetTable, words: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    here, before, after = row.infoset, done.before, done.after

    def grown(old: Vector, added: Vector, new: Vector) -> str:
        parts = zip(words, _bet_first(old), _bet_first(added), _bet_first(new), strict=True)
        return phrases(
            f"{word} {_text(x)} + {bracketed(_text(y))} = {_text(z)}" for word, x, y, z in parts
        )

    def shares(vector: Vector) -> str:
        pairs = zip(words, _bet_first(vector), strict=True)
        return phrases(f"{word} {_text(p)}" for word, p in pairs)

    played = tuple(row.own_reach * p for p in row.strategy)
    total = after.totals[here]
    return (
        (
            tr("Regret sum"),
            tr("{sums}; next strategy {shares}").format(
                sums=grown(before.regrets[here], row.cf_regrets, after.regrets[here]),
                shares=shares(after.profile[here]),
            ),
        ),
        (
            tr("Average"),
            tr("strategy times own reach {reach}, summed: {sums}; average {shares}").format(
                reach=_text(row.own_reach),
                sums=grown(before.totals[here], played, total),
                shares=shares(after.average[here]),
            ),
        ),
    )


def mixture_text(mixture: WeightedSum) -> str:
    """Write a mixed value: "1/2 · (1/2 · 2 + 1/2 · 1) + 1/2 · (0 · 2 + 1 · 1)"."""
    return " + ".join(
        f"{_text(p)}{_DOT}"
        + (f"({mixture_text(x)})" if isinstance(x, WeightedSum) else bracketed(_text(x)))
        for p, x in mixture.branches
    )


def _text(value: Number) -> str:
    return number_text(value, True)


def bracketed(text: str) -> str:
    """Return a number in brackets if it is negative, for a product or a difference."""
    return f"({text})" if text.startswith("\u2212") else text


def _chart(iteration: int, distances: Sequence[Number]) -> Chart:
    known = [t for t, distance in enumerate(distances, 1) if distance > 0]
    x, y = tuple(map(float, known)), tuple(float(distances[t - 1]) for t in known)
    return Chart(
        tr("NashConv of the average strategies"),
        iterations_axis(max(10, len(distances))),
        Axis(log=True),
        (Line(tr("average"), "acc", x, y),),
        moments=(Guide(iteration, "t2"),) if iteration else (),
    )


def iterations_axis(last: int) -> Axis:
    said = tr("iteration {}")
    return Axis(tr("iterations"), log=True, form="count", said=said, ends=(1.0, float(last)))
