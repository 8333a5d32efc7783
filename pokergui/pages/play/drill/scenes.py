"""The drills view: choices, spot, verdict, series, and ranges to read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np

from ai.drill.deals import DealtSpot
from ai.drill.dice import asked, bands
from ai.preflop.icm import chip_price
from ai.reading.reach import Weights
from ai.review.classes import CLASSES
from ai.review.judges import PRIZES, judged_payouts, usual_name
from engine.game import Game
from engine.hand import HandState
from engine.player import Action, ActionKind, PublicState
from pokergui.drills.judge import DAILY, PLAY, PREFLOP, REPORT, SOLUTION, STUDY
from pokergui.drills.reading import RangeSpot, by_class
from pokergui.drills.series import DECISION, HAND, STREET, DrillFigures, SeriesSpot, drill_figures
from pokergui.felt.table_scene import TableSceneBuilder
from pokergui.formatting.choices import (
    PlayChoice,
    engine_choices,
    engine_title,
    is_plan,
    prizes_text,
    table_games,
    top_bar,
    unlisted,
)
from pokergui.formatting.line import line_scene
from pokergui.formatting.numbers import stored_day
from pokergui.formatting.players import player_names
from pokergui.formatting.reviewed import action_title, can_review, quality_title, unread_text
from pokergui.formatting.sizing import Amount, Offer, size_words
from pokergui.formatting.words import (
    NOTHING,
    blinds_text,
    card_view,
    chips,
    ev_unit,
    game_words,
    percent,
    phrase,
    signed,
)
from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, enumerated, phrases, sentences
from pokergui.links import DrillLink, ReportLink, SolutionLink, StudyLink
from pokergui.pages.play.drill.viewmodel import (
    DrillChoices,
    DrillScene,
    Mark,
    SeriesRow,
    SeriesScene,
    VerdictScene,
)
from pokergui.pages.play.drill.work import (
    DAY,
    MINE,
    RANGES,
    SIT_AND_GO,
    SPOT,
    SeriesPlan,
    source_of,
)
from pokergui.pages.play.scenes.decision import action_bar, best_hand, price_note, status_text
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView
from pokergui.ranges.worth import range_size
from pokergui.reviews.work import blind_percent
from pokergui.store.drills import DrillAnswer
from pokergui.units import CHIPS, LossUnit, loss_unit, value_unit
from pokergui.viewmodel import (
    ActionBarScene,
    ActionSlot,
    Choice,
    ChoiceList,
    SlotAdvice,
    TableFrame,
)
from pokergui.viewmodel.grid import GridScene, Heights
from pokergui.viewmodel.settings import AmountUnit

_MOST_SHARES = 4
_SHOWN = 0.005
"""Smallest frequency that is listed."""


def source_text(source: str) -> str:
    kind, _, rest = source.partition(" ")
    if kind == "hand":
        return tr("Your hand {number}").format(number=rest)
    words = {
        DAILY: tr("Spot of the day, {day}").format(day=stored_day(rest)),
        PLAY: tr("From engine play"),
        STUDY: tr("From Study"),
        PREFLOP: tr("From Preflop"),
        REPORT: tr("From a report"),
        SOLUTION: tr("From the solution"),
    }
    return words.get(kind, source)


def handed_on(link: DrillLink) -> Choice:
    source, title = source_of(link), tr("A spot from Study")
    if isinstance(link, StudyLink) and link.page == PREFLOP:
        title = tr("A spot from Preflop")
    return {
        SPOT: Choice(SPOT, title, tr("hand after hand")),
        REPORT: Choice(REPORT, tr("A report"), tr("board after board")),
        SOLUTION: Choice(SOLUTION, tr("A solution"), tr("its decisions as they come")),
    }[source]


def solved_text(pot_percent: float) -> str:
    return tr("solved to {percent}% of the pot").format(percent=f"{pot_percent:.2g}")


def lost_text(unit: LossUnit, thousandths: float) -> str:
    """Write EV lost with its unit: "0.41 bb", "3.20 chips" if the big blind is not known."""
    return f"{unit.loss(thousandths / 1000)} {unit.word}"


def as_shown(answer: DrillAnswer) -> DrillAnswer:
    """Return an answer with its losses in the unit shown: of prizes in their percent."""
    payouts = judged_payouts(answer.judge)
    if not payouts:
        return answer
    percent_of_blind = blind_percent(answer.spot.game, payouts)
    return replace(
        answer,
        loss_mbb=percent_of_blind * answer.loss_mbb,
        floor_mbb=percent_of_blind * answer.floor_mbb,
    )


def _unit_of(answer: DrillAnswer) -> LossUnit:
    return loss_unit(answer.spot.game, bool(judged_payouts(answer.judge)))


def lengths(chosen: str) -> ChoiceList:
    choices = (
        Choice(DECISION, tr("One decision"), tr("then the next spot")),
        Choice(STREET, tr("The street"), tr("your decisions to its end")),
        Choice(HAND, tr("The hand"), tr("your decisions to its end")),
    )
    return ChoiceList(tr("Length"), choices, chosen)


def verdict_of(one: SeriesSpot, judge: str, unit: AmountUnit = "chips") -> VerdictScene:
    """Return the judge's verdict on an answer.

    Args:
        unit: unit of bets; EVs are in big blinds.
    """
    reviewed = one.reviewed
    assert reviewed is not None
    assert one.action is not None
    did = action_title(reviewed.spot, one.action, unit)
    if one.answer is None:
        words = tr("{action}: {reason}. This answer is not saved.")
        text = words.format(action=did, reason=unread_text(reviewed.unread))
        return VerdictScene("", tr("Not judged"), text)
    answer, losses = as_shown(one.answer), _unit_of(one.answer)
    title = quality_title(reviewed.quality)
    if answer.counted_mbb:
        title = tr("{quality} · {lost} lost, floor {floor}").format(
            quality=title,
            lost=lost_text(losses, answer.counted_mbb),
            floor=losses.loss(answer.floor_mbb / 1000),
        )
    shares = _shares(one, unit)
    parts = [tr("{action}. {judge}: {shares}").format(action=did, judge=judge, shares=shares)]
    if one.dice:
        parts.append(_dice(one, unit))
    return VerdictScene(reviewed.quality, title, clauses(parts))


def _shares(one: SeriesSpot, unit: AmountUnit) -> str:
    """Write the judge's most frequent actions: "Raise to 1,837 62%, Call 550 38%"."""
    view = one.question.view
    order = np.argsort(-view.row, kind="stable")[:_MOST_SHARES]
    listed = [at for at in order.tolist() if view.row[at] >= _SHOWN]
    return phrases(
        tr("{action} {share}").format(
            action=action_title(view.spot, view.actions[at], unit),
            share=percent(float(view.row[at])),
        )
        for at in listed
    )


def _dice(one: SeriesSpot, unit: AmountUnit) -> str:
    view = one.question.view
    at = asked(view.row.tolist(), one.dice)
    low, high = bands(view.row.tolist())[at]
    return tr("dice {number} asked for {action} ({low} to {high})").format(
        number=one.dice,
        action=phrase(action_title(view.spot, view.actions[at], unit)),
        low=low,
        high=high,
    )


def due_text(due: datetime, now: datetime) -> str:
    """Write when a card is due again: "due again in 2 days"."""
    wait = max(timedelta(0), due - now)
    minutes = round(wait / timedelta(minutes=1))
    if minutes < 60:
        return tr("due again in {count} min").format(count=max(1, minutes))
    hours = round(wait / timedelta(hours=1))
    if hours < 24:
        return tr("due again in {count} h").format(count=hours)
    days = round(wait / timedelta(days=1))
    words = tr.plural("due again in 1 day", "due again in {count} days", days)
    return words.format(count=chips(days))


def head_text(
    figures: DrillFigures,
    asked_count: int,
    count: int,
    due: str,
    game: Game,
    *,
    in_prizes: bool = False,
) -> str:
    head = tr("{done} of {count} spots").format(done=asked_count, count=count)
    if not figures.done:
        return head
    unit = loss_unit(game, in_prizes)
    rate = f"{unit.rate(figures.rate_mbb)} {unit.per_decision}"
    if value_unit(game).name == CHIPS:
        rate = tr("{rate} chips/decision").format(rate=f"{figures.rate_mbb / 1000:,.2f}")
    lost = tr("{head}, lost {lost}, {rate}").format(
        head=head, lost=lost_text(unit, figures.lost_mbb), rate=rate
    )
    return tr("{head}; {due}").format(head=lost, due=due) if due else lost


def notes_text(figures: DrillFigures, due: int | None) -> str:
    """Write score, accuracy, streak, dice, and the number of due cards (None if there are none)."""
    parts = []
    if figures.done:
        parts = [
            tr("score {score}").format(score=f"{figures.score:.0f}"),
            tr("{share} best or correct").format(share=percent(figures.accuracy)),
            tr("streak {now}, best {best}").format(now=figures.streak, best=figures.best_streak),
        ]
    if figures.rolled:
        words = tr("dice followed {some} of {all}")
        parts.append(words.format(some=figures.followed, all=figures.rolled))
    if due is None:
        parts.append(tr("nothing is saved"))
    else:
        cards = tr.plural("1 card due", "{count} cards due", due)
        parts.append(cards.format(count=chips(due)))
    return phrases(parts)


def counts_of(figures: DrillFigures) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, quality_title(name), chips(figures.classes[name])) for name in CLASSES)


def best_text(one: SeriesSpot, unit: AmountUnit = "chips") -> str:
    view = one.question.view
    return action_title(view.spot, view.actions[view.best], unit)


def judge_of(
    link: DrillLink | None, game: Game, chosen: Mapping[str, str], home: Path
) -> tuple[str, str]:
    """Return the judge's name, and why there is no judge; one of them is empty.

    A solution judges itself, a report's engine its report, and prizes are judged by ICM. Otherwise
    the judge is the engine chosen for the game, or else the strongest that can review.
    """
    if isinstance(link, StudyLink) and judged_payouts(link.engine):
        return link.engine, ""
    if isinstance(link, SolutionLink):
        return SOLUTION, ""
    listed = [one.key for one in engine_choices(game, home, partial(can_review, game=game))]
    if isinstance(link, ReportLink) and link.engine not in listed:
        words = tr("{engine} does not give values of hands: choose another judge.")
        return "", words.format(engine=engine_title(link.engine, home, game))
    usual = chosen.get(game.name, usual_name(game))
    wanted = link.engine if isinstance(link, ReportLink) else usual
    judge = wanted if wanted in listed else next(iter(listed), "")
    return judge, "" if judge else tr("No engine can judge this game.")


def names_at(spot: PublicState) -> tuple[str, ...]:
    """Return players by position: "You", and the others by the names of their positions."""
    names = enumerate(player_names(spot.game))
    return tuple(tr("You") if seat == spot.to_act else name for seat, name in names)


def spot_frame(
    dealt: DealtSpot, title: str, subtitle: str, unit: AmountUnit = "chips", dice: int = 0
) -> TableFrame:
    """Return the table of a spot.

    Args:
        dice: the number that was rolled; 0 for none.
    """
    spot, hero = dealt.spot, dealt.spot.to_act
    game = spot.game
    picture = TableSceneBuilder(
        game, names_at(spot), frozenset({hero}), frozenset({hero}), hero, unit
    )
    holes = [dealt.hole if seat == hero else None for seat in range(game.num_players)]
    hand = HandState(game, holes, spot.board)
    for events in (hand.opening_events, *map(hand.apply, spot.actions)):
        picture.follow(events)
    picture.dealt = [True] * game.num_players
    scene = picture.scene(
        (picture.seat_scene(seat, to_act=seat == hero) for seat in picture.order),
        left=price_note(spot, unit),
        right=best_hand(game, dealt.hole, spot.board),
        title=title,
        subtitle=subtitle or blinds_text(game),
        tag=tr("Dice {number}").format(number=dice) if dice else "",
        status=sentences((title, status_text(spot, picture.board_words, None, unit))),
    )
    return TableFrame(scene)


_MOST_OFFERS = 5
_KINDS = {"fold": ActionKind.FOLD, "call": ActionKind.CALL, "raise": ActionKind.RAISE}


@dataclass(frozen=True)
class Lists:
    """The choices for a series, computed once."""

    game: ChoiceList
    depth: ChoiceList | None
    judge: ChoiceList
    judge_title: str


@dataclass(frozen=True)
class Drilling:
    """The state of the user's practice.

    Attributes:
        link: what another page passed on; None if that is not practised.
        amount: the size chosen at the current spot; None if there is none to choose.
    """

    choice: PlayChoice
    judge: str = ""
    source: str = MINE
    link: DrillLink | None = None
    length: str = DECISION
    dice: bool = False
    at_end: bool = False
    asked: tuple[SeriesSpot, ...] = ()
    count: int = 0
    busy: bool = False
    over: bool = False
    due: str = ""
    cards_due: int = 0
    problem: str = ""
    amount: Amount | None = None
    unit: AmountUnit = "chips"
    lists: Lists | None = None

    @property
    def solution(self) -> SolutionLink | None:
        return self.link if isinstance(self.link, SolutionLink) else None

    @property
    def game(self) -> Game:
        if self.link is None:
            return self.choice.build_game()
        return self.link.start.game if isinstance(self.link, SolutionLink) else self.link.game

    @property
    def now(self) -> SeriesSpot | None:
        return self.asked[-1] if self.asked and not self.over else None

    @property
    def spot_number(self) -> int:
        """The number of spots so far; several decisions of one count once."""
        return sum(one.question.decision == 1 for one in self.asked)

    @property
    def spots_done(self) -> int:
        """The number of spots with an answered decision."""
        return sum(one.question.decision == 1 and one.action is not None for one in self.asked)

    @property
    def told(self) -> bool:
        """True if the current spot was answered and its verdict may be shown."""
        return self.now is not None and self.now.action is not None and not self.at_end

    @property
    def can_go_on(self) -> bool:
        return self.now is not None and self.now.action is not None and not self.busy

    @property
    def figures(self) -> DrillFigures:
        shown = self.asked if self.over or not self.at_end else ()
        return drill_figures([as_shown(one.answer) for one in shown if one.answer is not None])

    @property
    def in_prizes(self) -> bool:
        return self.judge == PRIZES or bool(judged_payouts(self.judge))


def lists_of(
    choice: PlayChoice, judge: str, home: Path, solution: SolutionLink | None = None
) -> Lists:
    """Return the choices for a series.

    Args:
        solution: replaces game and engine; None if there is none.
    """
    game, top = choice.build_game(), top_bar(choice, home, table_games())
    if judge == PRIZES or (payouts := judged_payouts(judge)):
        title = tr("Prizes") if judge == PRIZES else tr("Prizes {prizes}")
        title = title.format(prizes="" if judge == PRIZES else prizes_text(payouts))
        own = Choice(judge, title, tr("all-in or fold by ICM"))
        return Lists(top.game, None, ChoiceList(tr("Judge"), (own,), judge), title)
    if solution is not None:
        spot = Choice(SOLUTION, game_words(solution.start.game), tr("from Study"))
        own = Choice(SOLUTION, tr("The solution"), solved_text(solution.run.percent))
        games = replace(top.game, choices=(spot, *top.game.choices), current=SOLUTION)
        return Lists(games, None, ChoiceList(tr("Judge"), (own,), SOLUTION), own.title)
    choices = engine_choices(game, home, partial(can_review, game=game))
    if judge and judge not in {one.key for one in choices}:
        choices = (*choices, unlisted(judge))
    title = engine_title(judge, home, game)
    depth = top.depth
    if depth is not None:
        listed = tuple(one for one in depth.choices if not is_plan(one.key))
        depth = replace(depth, choices=listed)
    return Lists(top.game, depth, ChoiceList(tr("Judge"), choices, judge), title)


def choices_scene(state: Drilling) -> DrillChoices:
    lists = state.lists
    assert lists is not None
    return DrillChoices(
        lists.game,
        lists.depth,
        lists.judge,
        _sources(state),
        lengths(state.length) if state.source not in (RANGES, SIT_AND_GO) else None,
        state.dice,
        state.at_end,
    )


def drill_scene(state: Drilling) -> DrillScene:
    if not state.asked:
        can_next = bool(state.problem and state.judge)
        return DrillScene(problem=state.problem, can_next=can_next)
    scene, now = DrillScene(problem=state.problem, series=_drill_series(state)), state.now
    if now is None:
        rows = tuple(_row(one, number, state.unit) for number, one in enumerate(state.asked, 1))
        return replace(scene, rows=rows, over=_over(state), can_next=True)
    spot = now.question.dealt.spot
    assert state.lists is not None
    return replace(
        scene,
        line=line_scene(spot, names_at(spot), spot.to_act, state.unit),
        bar=_bar(state, now),
        verdict=verdict_of(now, state.lists.judge_title, state.unit) if state.told else None,
        can_next=state.can_go_on,
        can_study=spot.game.is_heads_up and state.told,
    )


def title_of(state: Drilling) -> tuple[str, str]:
    """Return the heading above the table: "Spot 12 of 20", and the source of the spot."""
    assert state.now is not None
    question = state.now.question
    words = tr("Spot {number} of {count}").format(number=state.spot_number, count=state.count)
    source = source_text(question.source)
    if question.decision > 1:
        later = tr("Decision {number} · {source}")
        source = later.format(number=question.decision, source=source)
    return words, source


def offers_of(one: SeriesSpot, unit: AmountUnit) -> tuple[Offer, ...]:
    """Return the judge's own sizes as presets; none if sizes are fixed."""
    spot = one.question.dealt.spot
    sizes = [action for action in one.question.view.actions if action.raise_to]
    if spot.game.is_limit:
        return ()
    return tuple(Offer(size_words(spot, one, unit), one.raise_to) for one in sizes[:_MOST_OFFERS])


def _sources(state: Drilling) -> ChoiceList:
    choices = [
        Choice(MINE, tr("From my hands"), tr("due spots, your mistakes, then engine play")),
        Choice(DAY, tr("Daily five"), tr("the same for everybody")),
    ]
    game = state.game
    if game.is_holdem and not game.is_limit:
        words = tr("due spots, then your mistakes, by ICM")
        choices.insert(1, Choice(SIT_AND_GO, tr("From my sit-and-gos"), words))
    if state.game.is_heads_up:
        choices.append(Choice(RANGES, tr("Ranges"), tr("put your opponent on a range")))
    if state.link is not None:
        choices.append(handed_on(state.link))
    return ChoiceList(tr("Spots"), tuple(choices), state.source)


def _bar(state: Drilling, now: SeriesSpot) -> ActionBarScene:
    spot = now.question.dealt.spot
    bar = action_bar(spot, state.amount, guard=False, unit=state.unit)
    if now.action is None:
        return bar if state.amount is not None else replace(bar, sizing=None)
    slots = tuple(_after(slot, now, now.action, state.unit, shown=state.told) for slot in bar.slots)
    return ActionBarScene(slots)


def _after(
    slot: ActionSlot, now: SeriesSpot, action: Action, unit: AmountUnit, *, shown: bool
) -> ActionSlot:
    """Return a button after the decision, with the judge's figures if they may be shown."""
    kind = _KINDS[slot.kind]
    slot = replace(slot, over=True, chosen=kind is action.kind)
    if slot.chosen:
        slot = replace(slot, title=action_title(now.question.dealt.spot, action, unit))
    if not shown or not slot.enabled:
        return slot
    reviewed = now.reviewed
    assert reviewed is not None
    places = [at for at, one in enumerate(reviewed.actions) if one.kind is kind]
    if slot.chosen and reviewed.judged:
        share, ev = reviewed.frequency, reviewed.ev
    elif places:
        best = max(places, key=lambda at: float(reviewed.row[at]))
        share, ev = float(reviewed.row[best]), float(reviewed.evs[best])
        title = action_title(now.question.dealt.spot, reviewed.actions[best], unit)
        slot = replace(slot, title=title)
    else:
        share, ev = 0.0, float("nan")
    worth = "" if math.isnan(ev) else tr("EV {value}").format(value=_ev_text(now, ev))
    highest = share >= float(reviewed.row.max()) - 1e-9
    return replace(slot, advice=SlotAdvice(percent(share), share, worth, highest))


def _ev_text(now: SeriesSpot, ev: float) -> str:
    """Write an EV in big blinds, or of prizes what the stack is worth."""
    game, payouts = now.question.dealt.spot.game, judged_payouts(now.question.judge)
    if payouts:
        return tr("${prize}").format(prize=f"{ev * chip_price(game.stacks, payouts):,.2f}")
    size = ev_unit(game)
    return signed(ev / size.chips, size.digits)


def _drill_series(state: Drilling) -> SeriesScene:
    figures = state.figures
    marks: list[Mark] = [_mark(one, state) for one in state.asked]
    marks += [""] * (state.count - state.spot_number)
    now = len(state.asked) - 1 if state.now is not None else -1
    return SeriesScene(
        _head(state, "" if state.at_end else state.due),
        tuple(marks),
        now,
        counts_of(figures),
        _notes(state),
    )


def _head(state: Drilling, due: str) -> str:
    figures, done = state.figures, state.spots_done
    return head_text(figures, done, state.count, due, state.game, in_prizes=state.in_prizes)


def _notes(state: Drilling) -> str:
    """Write the figures; no card of a solution comes again."""
    return notes_text(state.figures, None if state.solution is not None else state.cards_due)


def _mark(one: SeriesSpot, state: Drilling) -> Mark:
    if one.action is None:
        return ""
    if state.at_end and not state.over:
        return "answered"
    return "unjudged" if one.answer is None else one.answer.quality  # type: ignore[return-value]


def _over(state: Drilling) -> str:
    return tr("{head}, {notes}").format(head=_head(state, ""), notes=_notes(state))


def _row(one: SeriesSpot, number: int, unit: AmountUnit) -> SeriesRow:
    dealt, answer = one.question.dealt, one.answer
    game = dealt.spot.game
    did = "" if one.action is None else action_title(dealt.spot, one.action, unit)
    quality = "" if answer is None else answer.quality
    title = tr("Not judged") if answer is None else quality_title(quality)
    known = answer is not None and answer.loss_mbb == answer.loss_mbb
    lost = NOTHING
    if answer is not None and known:
        lost = lost_text(_unit_of(answer), as_shown(answer).counted_mbb)
    best, source = best_text(one, unit), source_text(one.question.source)
    return SeriesRow(
        str(number),
        str(number),
        tuple(card_view(game, card) for card in sorted(dealt.hole, reverse=True)),
        tuple(card_view(game, card) for card in dealt.spot.board),
        did,
        best,
        lost,
        quality,
        title,
        source,
        tr("{source}: {did}; best {best}, {title}").format(
            source=source, did=did, best=best, title=title
        ),
    )


_NAMED = 4
"""Maximum number of classes reported as underweighted, and as overweighted."""
_LEAST = 0.005
"""Smallest difference of a class's probability that is reported."""


@dataclass(frozen=True)
class ReadingState:
    """The state of reading ranges.

    Attributes:
        weights: (num_combos,) painted at the current spot, 0 to 1.
    """

    plan: SeriesPlan
    asked: tuple[RangeSpot, ...] = ()
    weights: Weights | None = None
    busy: bool = False
    over: bool = False
    problem: str = ""
    unit: AmountUnit = "chips"
    judge: str = ""

    @property
    def now(self) -> RangeSpot | None:
        return self.asked[-1] if self.asked and not self.over else None

    @property
    def told(self) -> bool:
        return self.now is not None and self.now.named is not None


def reading_scene(state: ReadingState) -> DrillScene:
    now, scene = state.now, DrillScene(reading=True, series=_reading_series(state))
    if now is None or state.weights is None:
        waits = tr("Looking for a spot…") if state.busy else state.problem
        words = _over_text(state) if state.over else waits
        ended = state.over or (bool(state.problem) and not state.busy)
        return replace(scene, problem=words, can_next=ended)
    spot, game = now.dealt.spot, state.plan.game
    scene = replace(
        scene,
        line=line_scene(spot, names_at(spot), spot.to_act, state.unit),
        yours=_grid(now, state.weights, "reach"),
        note=range_size([spot], [state.weights * now.possible]),
        can_commit=not state.told and bool((state.weights * now.possible).any()),
    )
    if not state.told:
        return scene
    return replace(
        scene,
        judged=_grid(now, now.judged / now.judged.max(), "normalised"),
        judge=tr("{judge}: fuller cells are likelier hands").format(judge=state.judge),
        verdict=_reading_verdict(now, state.judge, game),
        can_next=not state.busy,
        can_study=True,
    )


def reading_title(state: ReadingState) -> tuple[str, str]:
    words = tr("Spot {number} of {count}")
    number = words.format(number=len(state.asked), count=state.plan.count)
    return number, tr("What does your opponent hold?")


def _grid(one: RangeSpot, weights: Weights, heights: Heights) -> GridScene:
    """Build a range's grid on the table's board; with one hole card, no columns for boards."""
    dealt = one.dealt
    board, hole = dealt.spot.board, dealt.hole
    shown, dead = (board, hole) if dealt.spot.game.num_hole == 2 else ((), (*board, *hole))
    grid = RangeMatrix(dealt.spot, [BoardRange(shown, weights, None, dead)])
    return grid.scene(view=GridView(heights=heights))


def _reading_verdict(one: RangeSpot, judge: str, game: Game) -> VerdictScene:
    assert one.named is not None
    title = tr("{score} overlap · uniform range {every}").format(
        score=percent(one.score), every=percent(one.every)
    )
    yours, judged = by_class(game, one.named), by_class(game, one.judged)
    short = sorted(yours, key=lambda name: yours[name] - judged[name])
    more = [name for name in short[:_NAMED] if judged[name] - yours[name] >= _LEAST]
    less = [name for name in short[: -_NAMED - 1 : -1] if yours[name] - judged[name] >= _LEAST]
    parts = []
    if more:
        words = tr("{judge} has more of {hands}")
        parts.append(words.format(judge=judge, hands=enumerated(more)))
    if less:
        parts.append(tr("you have more of {hands}").format(hands=enumerated(less)))
    return VerdictScene("", title, clauses(parts))


def _reading_series(state: ReadingState) -> SeriesScene:
    done = [one for one in state.asked if one.named is not None]
    count = state.plan.count
    marks: list[Mark] = ["answered" if one.named is not None else "" for one in state.asked]
    marks += [""] * (count - len(marks))
    now = len(state.asked) - 1 if state.now is not None else -1
    head = tr("{done} of {count} spots").format(done=len(done), count=count)
    return SeriesScene(head, tuple(marks), now, (), _means(done) if done else "")


def _means(done: list[RangeSpot]) -> str:
    return tr("overlap {score}, uniform range {every}").format(
        score=percent(float(np.mean([one.score for one in done]))),
        every=percent(float(np.mean([one.every for one in done]))),
    )


def _over_text(state: ReadingState) -> str:
    done = [one for one in state.asked if one.named is not None]
    head = tr("{done} of {count} spots").format(done=len(done), count=state.plan.count)
    return tr("{head}: {notes}").format(head=head, notes=_means(done)) if done else head
