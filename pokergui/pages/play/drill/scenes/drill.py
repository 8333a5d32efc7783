"""The drills view: choices, bar, verdict, series, and the end of one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from engine.game import Game
from engine.player import Action, ActionKind
from pokergui.drills.judge import SOLUTION
from pokergui.drills.series import DECISION, DrillFigures, SeriesSpot, drill_figures
from pokergui.formatting.choices import (
    PlayChoice,
    engine_choices,
    engine_title,
    table_games,
    top_bar,
    unlisted,
)
from pokergui.formatting.line import line_scene
from pokergui.formatting.reviewed import action_title, can_review, quality_title
from pokergui.formatting.sizing import Amount, Offer, size_words
from pokergui.formatting.words import card_view, ev_unit, game_words, percent, signed
from pokergui.language import tr_play as tr
from pokergui.links import DrillLink, SolutionLink
from pokergui.pages.play.drill.scenes import formatting
from pokergui.pages.play.drill.viewmodel import DrillScene, Mark, SeriesScene, SpotRow
from pokergui.pages.play.drill.work import DAY, MINE, RANGES, source_of
from pokergui.pages.play.scenes.decision import action_bar
from pokergui.viewmodel import ActionBarScene, ActionSlot, Choice, ChoiceList, SlotAdvice
from pokergui.viewmodel.settings import AmountUnit

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
        """The figures of the series, as far as they may be shown."""
        shown = self.asked if self.over or not self.at_end else ()
        return drill_figures([one.answer for one in shown if one.answer is not None])


def lists_of(
    choice: PlayChoice, judge: str, home: Path, solution: SolutionLink | None = None
) -> Lists:
    """Return the choices for a series.

    Args:
        solution: replaces game and engine; None if there is none.
    """
    game, top = choice.build_game(), top_bar(choice, home, table_games())
    if solution is not None:
        spot = Choice(SOLUTION, game_words(solution.start.game), tr("from Study"))
        own = Choice(SOLUTION, tr("The solution"), formatting.solved_text(solution.run.percent))
        games = replace(top.game, choices=(spot, *top.game.choices), current=SOLUTION)
        return Lists(games, None, ChoiceList(tr("Judge"), (own,), SOLUTION), own.title)
    choices = engine_choices(game, home, partial(can_review, game=game))
    if judge and judge not in {one.key for one in choices}:
        choices = (*choices, unlisted(judge))
    title = engine_title(judge, home, game)
    return Lists(top.game, top.depth, ChoiceList(tr("Judge"), choices, judge), title)


def drill_scene(state: Drilling) -> DrillScene:
    lists, now = state.lists, state.now
    assert lists is not None
    scene = DrillScene(
        lists.game,
        lists.depth,
        lists.judge,
        _sources(state),
        formatting.lengths(state.length),
        state.dice,
        state.at_end,
        reading=state.source == RANGES,
        problem=state.problem,
    )
    if not state.asked:
        return replace(scene, can_next=bool(state.problem and state.judge))
    scene = replace(scene, series=_series(state))
    if now is None:
        rows = tuple(_row(one, number, state.unit) for number, one in enumerate(state.asked, 1))
        return replace(scene, rows=rows, over=_over(state), can_next=True)
    spot = now.question.dealt.spot
    return replace(
        scene,
        line=line_scene(spot, formatting.names_at(spot), spot.to_act, state.unit),
        bar=_bar(state, now),
        verdict=formatting.verdict_of(now, lists.judge_title, state.unit) if state.told else None,
        can_next=state.can_go_on,
        can_study=spot.game.is_heads_up and state.told,
    )


def title_of(state: Drilling) -> tuple[str, str]:
    """Return the heading above the table: "Spot 12 of 20", and the source of the spot."""
    assert state.now is not None
    question = state.now.question
    words = tr("Spot {number} of {count}").format(number=state.spot_number, count=state.count)
    source = formatting.source_text(question.source)
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
    if state.game.is_heads_up:
        choices.append(Choice(RANGES, tr("Ranges"), tr("put your opponent on a range")))
    if state.link is not None:
        choices.append(formatting.handed_on(source_of(state.link)))
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
    size = ev_unit(reviewed.spot.game)
    worth = tr("EV {value}").format(value=signed(ev / size.chips, size.digits)) if ev == ev else ""
    highest = share >= float(reviewed.row.max()) - 1e-9
    return replace(slot, advice=SlotAdvice(percent(share), share, worth, highest))


def _series(state: Drilling) -> SeriesScene:
    figures = state.figures
    marks: list[Mark] = [_mark(one, state) for one in state.asked]
    marks += [""] * (state.count - state.spot_number)
    now = len(state.asked) - 1 if state.now is not None else -1
    return SeriesScene(
        _head(state, "" if state.at_end else state.due),
        tuple(marks),
        now,
        formatting.counts_of(figures),
        _notes(state),
    )


def _head(state: Drilling, due: str) -> str:
    return formatting.head_text(state.figures, state.spots_done, state.count, due, state.game)


def _notes(state: Drilling) -> str:
    """Write the figures; no card of a solution comes again."""
    return formatting.notes_text(
        state.figures, None if state.solution is not None else state.cards_due
    )


def _mark(one: SeriesSpot, state: Drilling) -> Mark:
    if one.action is None:
        return ""
    if state.at_end and not state.over:
        return "answered"
    return "unjudged" if one.answer is None else one.answer.quality  # type: ignore[return-value]


def _over(state: Drilling) -> str:
    return tr("{head}, {notes}").format(head=_head(state, ""), notes=_notes(state))


def _row(one: SeriesSpot, number: int, unit: AmountUnit) -> SpotRow:
    dealt, answer = one.question.dealt, one.answer
    game = dealt.spot.game
    did = "" if one.action is None else action_title(dealt.spot, one.action, unit)
    quality = "" if answer is None else answer.quality
    title = tr("Not judged") if answer is None else quality_title(quality)
    known = answer is not None and answer.loss_mbb == answer.loss_mbb
    lost = formatting.lost_text(game, answer.counted_mbb) if answer is not None and known else "–"
    best, source = formatting.best_text(one, unit), formatting.source_text(one.question.source)
    return SpotRow(
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
