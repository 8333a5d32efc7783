"""The reviews view: figures, leaks, and the costliest decisions, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from ai.review import traits
from ai.review.classes import CLASSES, STANDARD, Thresholds
from ai.review.judges import PRIZES, SOLVER, judged_payouts, solves_hands
from ai.review.levels import LEVELS, Standing, cut_offs, standing
from ai.review.multiway import by_frequency
from ai.review.totals import Totals
from engine.card_display import shown_cards
from engine.game import Game
from engine.handclass import Made
from engine.positions import position_names, positions_of
from engine.running_result import Interval
from pokergui.formatting.choices import engine_choices, engine_title, table_words, unlisted
from pokergui.formatting.numbers import short_day
from pokergui.formatting.players import player_names
from pokergui.formatting.reviewed import (
    action_title,
    best_title,
    can_review,
    level_title,
    quality_title,
    unread_text,
)
from pokergui.formatting.words import (
    NOTHING,
    chips,
    hands_text,
    percent,
    phrase,
    signed,
    street_name,
)
from pokergui.language import tr_history as tr
from pokergui.language.joins import full_sentences, phrases
from pokergui.localtime import LOCAL
from pokergui.pages.history.scenes.rows import cards_of
from pokergui.pages.history.viewmodel import (
    DecisionScene,
    LeakRow,
    MistakeRow,
    ReviewFigure,
    ReviewScene,
)
from pokergui.ranges.hand_filter import made_title
from pokergui.reviews.figures import (
    GAP_MINUTES,
    GROUPS,
    HOLDING,
    LINE,
    MOST_WORST,
    POSITION,
    STREET,
    Leak,
    Mistake,
    ReviewFigures,
    Session,
)
from pokergui.reviews.work import NO_CARDS, NO_PLAYER, NO_PRIZES, NOT_JUDGED, NOT_PLAYED
from pokergui.units import LossUnit, amount_unit, loss_unit, of_session
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.chart import Axis, Chart, Guide, Line
from pokergui.viewmodel.grid import AllHandsScene
from pokergui.viewmodel.settings import AmountUnit

_MOST_TICKS, _MOST_POINTS = 6, 400


def level_text(place: Standing) -> str:
    """Return the level of an error rate, or the range of levels that its interval spans."""
    first, last = level_title(place.levels[0]), level_title(place.levels[-1])
    if first == last:
        return first
    return tr("{first} to {last}").format(first=first, last=phrase(last))


def level_figure(place: Standing, game: Game, home: Path) -> ReviewFigure:
    name = engine_title(place.partner, home, game)
    tip = tr(
        "A level covers sparring partners of this game with about the same error rate. "
        "{name} is the closest."
    ).format(name=name)
    if len(place.levels) > 1:
        spans = tr("The 95% interval spans {count} levels: it is too early to say which.")
        tip = full_sentences((spans.format(count=len(place.levels)), tip))
    note = tr("similar to {name}").format(name=name)
    return ReviewFigure(tr("Level"), level_text(place), "", note, tip)


def sessions_chart(
    figures: ReviewFigures, game: Game, place: Standing | None, *, in_prizes: bool = False
) -> Chart:
    """Return error rates by session with their intervals, oldest first, beside that of all."""
    shown = [one for one in figures.sessions if math.isfinite(one.totals.error.half_width)]
    unit = loss_unit(game, in_prizes)
    y = Axis(unit.per_decision)
    if len(shown) < 2:
        words = tr("A trend needs two sessions with two or more hands each.")
        return Chart(y=y, empty=words, words=words)
    rates = [_scaled(one.totals.error, unit.of_rate) for one in shown]
    every = _scaled(figures.totals.error, unit.of_rate)
    guides = [Guide(every.mean, "acc", tr("all hands"))]
    if place is not None:
        begins = zip(cut_offs(game), LEVELS[1:], strict=True)
        guides += [Guide(at, "t3", level_title(level)) for at, level in begins]
    line = Line(
        tr("Error rate by session"),
        "ser_a",
        tuple(float(number) for number in range(1, len(shown) + 1)),
        tuple(rate.mean for rate in rates),
        tuple(max(0.0, rate.mean - rate.half_width) for rate in rates),
        tuple(rate.mean + rate.half_width for rate in rates),
        dot="full",
        spoken=tr("From {first} {unit} in the oldest session to {last} in the newest").format(
            unit=unit.small,
            first=unit.rate(shown[0].totals.error.mean),
            last=unit.rate(shown[-1].totals.error.mean),
        ),
    )
    ticks = tuple((float(at + 1), _day(shown[at])) for at in _spread(len(shown)))
    x = Axis(tr("session"), form="count", said=tr("in session {}"), ticks=ticks)
    return Chart("", x, y, (line,), tuple(guides), note=tr("shaded: 95% interval"))


def _scaled(one: Interval, factor: float) -> Interval:
    return Interval(factor * one.mean, factor * one.half_width)


def results_chart(figures: ReviewFigures, game: Game) -> Chart:
    """Return the big blinds won, hand by hand, and the same without luck."""
    y, count = Axis(amount_unit(game), form="signed"), len(figures.results)
    if count < 2:
        words = tr("A graph needs two hands whose luck is known.")
        return Chart(y=y, empty=words, words=words)
    places = [round(at * count / _MOST_POINTS) for at in range(1, _MOST_POINTS + 1)]
    shown = places if count > _MOST_POINTS else range(1, count + 1)
    x = (0.0, *map(float, shown))
    names = ((tr("Raw"), "raw"), (tr("Luck-adjusted"), "acc"))
    lines = tuple(
        Line(
            name,
            colour,
            x,
            (0.0, *(figures.results[at - 1][column] for at in shown)),
            end=signed(figures.results[-1][column], 1),
            spoken=tr("{name}: {end} {unit} after {hands}").format(
                name=name,
                end=signed(figures.results[-1][column], 1),
                unit=amount_unit(game),
                hands=hands_text(count),
            ),
        )
        for column, (name, colour) in enumerate(names)
    )
    hands = Axis(tr("hands"), form="count", said=tr("after {} hands"))
    return Chart("", hands, y, lines, (Guide(0.0, "t3"),))


def results_foot(figures: ReviewFigures) -> tuple[str, str]:
    """Return how many hands the graph has, and how their luck is found."""
    method = tr("luck of cards, board and rival by the luck ledger (AIVAT)")
    return hands_text(len(figures.results)), method


def sessions_foot(figures: ReviewFigures) -> tuple[str, str]:
    """Return the number of sessions, and the gap that ends one."""
    count = len(figures.sessions)
    hands = hands_text(sum(one.totals.hands for one in figures.sessions))
    words = tr.plural("1 session, {hands}", "{count} sessions, {hands}", count)
    gap = tr("a gap of more than {minutes} minutes starts a new one").format(minutes=GAP_MINUTES)
    return words.format(count=chips(count), hands=hands), gap


def _spread(count: int) -> list[int]:
    """Return a few evenly spaced indices, first and last included."""
    steps = min(_MOST_TICKS, count) - 1
    return sorted({round(step * (count - 1) / steps) for step in range(steps + 1)})


def _day(one: Session) -> str:
    return short_day(one.start.astimezone(LOCAL))


def group_title(group: str) -> str:
    return {
        STREET: tr("Street"),
        POSITION: tr("Position"),
        LINE: tr("Line"),
        HOLDING: tr("Hand held"),
    }[group]


def skipped_text(reason: str) -> str:
    return {
        NO_CARDS: tr("your cards are not known"),
        NOT_PLAYED: tr("the rulebook does not play it"),
        NO_PLAYER: tr("you did not play"),
        NOT_JUDGED: tr("the judge does not play these stakes and stacks"),
        NO_PRIZES: tr("they were not played for prizes"),
    }[reason]


def kind_title(game: Game, group: str, kind: tuple[object, ...]) -> str:
    """Return a kind of decisions as text: "River", "Button", "River call of a large bet"."""
    if group == STREET:
        return street_name(game, _number(kind[0]))
    if group == POSITION:
        if len(kind) > 1:
            position, players = map(_number, kind)
            words = tr("{position}, {count} left")
            return words.format(position=position_names(players)[position], count=players)
        return position_title(game, _number(kind[0]))
    if group == HOLDING:
        return _holding(str(kind[0]))
    street, deed, size = kind
    return _line(street_name(game, _number(street)), str(deed), str(size))


def position_title(game: Game, position: int) -> str:
    if game.is_heads_up:
        return player_names(game)[position]
    if game.ante:
        return tr("Position {number}").format(number=position + 1)
    return positions_of(game)[position]


def _number(part: object) -> int:
    assert isinstance(part, int)
    return part


def _holding(made: str) -> str:
    before = {
        traits.PAIR: tr("Pair preflop"),
        traits.SUITED: tr("Suited hand"),
        traits.OFFSUIT: tr("Offsuit hand"),
    }
    return before.get(made) or made_title(Made[made.upper()])


def _line(street: str, deed: str, size: str) -> str:
    words = {
        (traits.FOLD, ""): tr("{street} fold"),
        (traits.FOLD, traits.SMALL): tr("{street} fold to a small bet"),
        (traits.FOLD, traits.MEDIUM): tr("{street} fold to a medium bet"),
        (traits.FOLD, traits.LARGE): tr("{street} fold to a large bet"),
        (traits.CALL, ""): tr("{street} call"),
        (traits.CALL, traits.SMALL): tr("{street} call of a small bet"),
        (traits.CALL, traits.MEDIUM): tr("{street} call of a medium bet"),
        (traits.CALL, traits.LARGE): tr("{street} call of a large bet"),
        (traits.CHECK, ""): tr("{street} check"),
        (traits.BET, ""): tr("{street} bet"),
        (traits.BET, traits.SMALL): tr("{street} small bet"),
        (traits.BET, traits.MEDIUM): tr("{street} medium bet"),
        (traits.BET, traits.LARGE): tr("{street} large bet"),
        (traits.BET, traits.ALL_IN): tr("{street} all-in bet"),
        (traits.RAISE, ""): tr("{street} raise"),
        (traits.RAISE, traits.SMALL): tr("{street} small raise"),
        (traits.RAISE, traits.MEDIUM): tr("{street} medium raise"),
        (traits.RAISE, traits.LARGE): tr("{street} large raise"),
        (traits.RAISE, traits.ALL_IN): tr("{street} all-in raise"),
    }
    return words[deed, size].format(street=street)


_MOST_LINES = 10
"""Maximum number of kinds of lines that are listed."""


@dataclass(frozen=True)
class Reviewing:
    """The state of a review and its results.

    Attributes:
        game: game of the hands, in sit-and-gos of the last one; None while they are looked up.
        sit_and_go: whether they are those of sit-and-gos.
        others: number of hands of other games in the list.
        picked: True if the user chose it; else it is the costliest of those found so far.
        decision: its details; None while they are being computed.
        wants_hands: True if the user looks at the EV of every hand.
        earned: these EVs; None while they are being computed.
    """

    game: Game | None = None
    sit_and_go: bool = False
    hands: int = 0
    others: int = 0
    judge: str = ""
    limits: Thresholds = STANDARD
    done: int = 0
    running: bool = False
    found: ReviewFigures | None = None
    problem: str = ""
    leak: str = ""
    chosen: str = ""
    picked: bool = False
    decision: DecisionScene | None = None
    wants_hands: bool = False
    unit: AmountUnit = "chips"
    earned: AllHandsScene | None = None

    @property
    def in_prizes(self) -> bool:
        """True if losses are in percent of the prizes."""
        return self.judge == PRIZES

    @property
    def listed(self) -> tuple[Mistake, ...]:
        if self.found is None:
            return ()
        leak = next((one for one in self.found.leaks if one.key == self.leak), None)
        return self.found.worst if leak is None else leak.worst

    @property
    def standing(self) -> Standing | None:
        """The place of the error rate on the ladder; None if not known."""
        if self.game is None or self.found is None or self.in_prizes:
            return None
        return standing(self.game, self.judge, self.found.totals.error)

    @property
    def mistake(self) -> Mistake | None:
        return next((one for one in self.listed if one.key == self.chosen), None)


def review_scene(state: Reviewing, home: Path) -> ReviewScene:
    if state.game is None or state.problem:
        return ReviewScene(problem=state.problem)
    game, unit = state.game, loss_unit(state.game, state.in_prizes)
    base = ReviewScene(
        source=_source(state),
        judge=_judges(state, home),
        running=state.running,
        unit=unit.name,
    )
    if state.found is None:
        return base
    figures, totals = state.found, state.found.totals
    if not totals.decisions:
        nothing = "" if state.running else tr("The judge has no verdict on these decisions.")
        return replace(base, problem=nothing, notes=tuple(_notes(figures)))
    listed = state.listed
    classes = phrases(
        tr("{name} {count}").format(name=quality_title(name), count=chips(totals.classes[name]))
        for name in CLASSES
    )
    count = tr("{count} of {all} decisions").format(
        count=chips(len(listed)), all=chips(totals.decisions)
    )
    decisions = tr("{count} decisions").format(count=chips(totals.decisions))
    lost = tr("{lost} {unit} lost").format(lost=unit.total(totals.lost_bb), unit=unit.word)
    place = state.standing
    spar = "" if place is None else engine_title(place.partner, home, game)
    return replace(
        base,
        figures=_figures(
            game, unit, figures, () if place is None else (level_figure(place, game, home),)
        ),
        leaks=tuple(_leak_rows(game, unit, figures.leaks)),
        leak=state.leak,
        leaks_foot=(decisions, lost),
        mistakes=tuple(mistake_row(one, state.unit) for one in listed),
        chosen=state.chosen,
        mistakes_foot=(count, classes),
        only_leak=bool(state.leak),
        decision=state.decision,
        notes=tuple(_notes(figures)),
        sessions=sessions_chart(figures, game, place, in_prizes=state.in_prizes),
        sessions_foot=sessions_foot(figures),
        results=results_chart(figures, game),
        results_foot=results_foot(figures),
        earned=state.earned,
        spar=spar,
        spar_tip=tr("Spar with {name}: its error rate is closest to yours").format(name=spar),
    )


def _source(state: Reviewing) -> str:
    assert state.game is not None
    game = tr("Sit-and-go") if state.sit_and_go else table_words(state.game)
    words = tr("{game}: {hands}").format(game=game, hands=hands_text(state.hands))
    if state.running:
        return tr("{words}, {done} reviewed").format(words=words, done=chips(state.done))
    if state.others:
        return tr("{words}; {others} of other games left out").format(
            words=words, others=chips(state.others)
        )
    return words


def _judges(state: Reviewing, home: Path) -> ChoiceList:
    assert state.game is not None
    choices = engine_choices(state.game, home, partial(can_review, game=state.game))
    if state.sit_and_go:
        words = tr("all-in or fold by ICM; the others judge in chips")
        choices = (Choice(PRIZES, tr("Prizes"), words), *choices)
    if solves_hands(state.game):
        words = tr("from the flop on; a minute or more for each hand")
        choices = (*choices, Choice(SOLVER, tr("Solver"), words))
    if state.judge and state.judge not in {one.key for one in choices}:
        choices = (*choices, unlisted(state.judge))
    return ChoiceList(tr("Judge"), choices, state.judge)


def _figures(
    game: Game, losses: LossUnit, review: ReviewFigures, level: tuple[ReviewFigure, ...]
) -> tuple[ReviewFigure, ...]:
    totals, luck = review.totals, review.luck
    unit, scale = of_session(game)
    rates = bool(losses.sign) or not by_frequency(game)
    figures = [
        _rate(losses, totals) if rates else _no_rate(),
        *level,
        ReviewFigure(
            tr("Score"),
            f"{totals.score:.0f}",
            tr("of 100"),
            tr("{percent} best or correct").format(percent=percent(totals.accuracy)),
            tr("100 if all are best, 80 if all are correct, −100 if all are blunders"),
        ),
    ]
    if luck.hands:
        hands = hands_text(luck.hands)
        note = tr("{hands}, includes 0") if _includes_0(luck.adjusted) else tr("{hands}")
        raw_note = tr("{hands}, includes 0") if _includes_0(luck.raw) else tr("{hands}")
        tip = tr("The luck of the cards, the board and the rival’s choices is removed.")
        if luck.unknown:
            tip += " " + tr(
                "In {hands} the rival’s strategy is unknown: the luck of its choices remains."
            ).format(hands=hands_text(luck.unknown))
        figures += [
            ReviewFigure(
                tr("Luck-adjusted"),
                _interval(luck.adjusted, scale),
                unit,
                note.format(hands=hands),
                tip,
            ),
            ReviewFigure(
                tr("Raw"),
                _interval(luck.raw, scale),
                unit,
                raw_note.format(hands=hands),
                tr("Chips won, with their 95% interval"),
            ),
        ]
    if review.trend and rates:
        figures.append(
            ReviewFigure(
                tr("Trend"),
                tr("{first} → {last}").format(
                    first=losses.rate(review.trend[0]), last=losses.rate(review.trend[-1])
                ),
                "",
                tr("error rate, oldest to newest"),
                tr("Error rates of {parts} equal parts of the hands, in {unit}").format(
                    parts=len(review.trend), unit=losses.per_decision
                ),
                review.trend,
            )
        )
    return tuple(figures)


def _rate(unit: LossUnit, totals: Totals) -> ReviewFigure:
    error, value = totals.error, unit.rate(totals.error.mean)
    if math.isfinite(error.half_width):
        value = f"{value} ± {unit.rate(error.half_width)}"
    return ReviewFigure(
        tr("Error rate"),
        value,
        unit.per_decision,
        tr("judge’s noise floor {floor}").format(floor=unit.rate(totals.floor)),
        tr(
            "EV lost through mistakes, over all decisions that were not forced, with its 95%"
            " interval. What the judge does itself, and losses within its noise floor, do not"
            " count."
        ),
    )


def _no_rate() -> ReviewFigure:
    tip = tr(
        "With more than two players EVs are known before the flop, on streets that are solved, and"
        " where a call ends the betting. Other decisions are judged by how often the judge does the"
        " same."
    )
    return ReviewFigure(tr("Error rate"), NOTHING, "", tr("Many EVs are not known"), tip)


def _interval(one: Interval, scale: float) -> str:
    mean = signed(scale * one.mean, 1)
    if not math.isfinite(one.half_width):
        return mean
    return f"{mean} ± {scale * one.half_width:,.1f}"


def _includes_0(one: Interval) -> bool:
    return abs(one.mean) <= one.half_width


def _weight(one: Leak, known: bool) -> float:
    """What a leak costs; where many EVs are unknown, its decisions that are not best or correct."""
    return one.totals.lost_bb if known else (1.0 - one.totals.accuracy) * one.totals.decisions


def _leak_rows(game: Game, unit: LossUnit, leaks: tuple[Leak, ...]) -> Iterator[LeakRow]:
    known = bool(unit.sign) or not by_frequency(game)
    for group in GROUPS:
        members = [one for one in leaks if one.group == group]
        if not members:
            continue
        yield LeakRow("", group_title(group))
        if not known:
            members.sort(key=lambda one: -_weight(one, known))
        most = max(_weight(one, known) for one in members)
        for one in members[: _MOST_LINES if group == LINE else len(members)]:
            totals = one.totals
            title, lost = kind_title(game, group, one.kind), unit.total(totals.lost_bb)
            rate = unit.rate(totals.error.mean) if known else percent(totals.accuracy)
            tip = tr(
                "{title}: {percent} of {count} decisions best or correct; many EVs are not known"
            )
            if known:
                tip = tr(
                    "{title}: {lost} {unit} lost, {rate} {small} in each of {count} decisions,"
                    " {percent} best or correct"
                )
            tip = tip.format(
                title=title,
                lost=lost,
                rate=rate,
                unit=unit.word,
                small=unit.small,
                count=chips(totals.decisions),
                percent=percent(totals.accuracy),
            )
            yield LeakRow(
                one.key,
                title,
                lost if known else NOTHING,
                f"{rate} × {totals.decisions:,}",
                _weight(one, known) / most if most > 0.0 else 0.0,
                tip,
            )


@lru_cache(2 * MOST_WORST)
def mistake_row(one: Mistake, unit: AmountUnit = "chips") -> MistakeRow:
    """Return a costly decision as a row, with its bets in a unit."""
    record, verdict, seat = one.hand.record, one.verdict, one.hand.seat
    assert record is not None
    game = record.game
    spot, action = verdict.decision(record)
    best = best_title(spot, verdict.best, unit)
    did, quality = action_title(spot, action, unit), quality_title(verdict.quality)
    losses = loss_unit(game, bool(judged_payouts(one.hand.judge)))
    lost = share = NOTHING
    if not math.isnan(verdict.loss_mbb):
        lost = losses.loss(verdict.loss_mbb / 1000.0)
        share = f"{100.0 * verdict.loss_of_pot:,.1f}"
    hole = record.holes[seat] or ()
    street = street_name(game, spot.street)
    tip = tr("Hand {hand}, {street}, {cards}: {did}; {best} is better by {lost} {unit}: {quality}")
    return MistakeRow(
        one.key,
        chips(one.hand.number),
        cards_of(game, hole),
        cards_of(game, spot.board, ordered=True),
        did,
        street,
        best,
        lost,
        share,
        verdict.quality,  # type: ignore[arg-type]  # a class or nothing
        quality,
        tip.format(
            hand=chips(one.hand.number),
            street=street,
            cards=shown_cards(game, hole),
            did=did,
            best=best,
            unit=losses.word,
            lost=lost,
            quality=quality,
        ),
    )


def _notes(figures: ReviewFigures) -> Iterator[str]:
    for reason, count in figures.unread:
        yield tr.plural(
            "1 decision is not judged: {reason}.",
            "{count} decisions are not judged: {reason}.",
            count,
        ).format(count=chips(count), reason=unread_text(reason))
    for reason, count in figures.skipped:
        yield tr("{hands} left out: {reason}.").format(
            hands=hands_text(count), reason=skipped_text(reason)
        )
