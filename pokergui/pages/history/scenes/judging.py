"""Text of the off-policy estimates of strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path

from ai.evaluation.estimators import FOLDS, MAPS
from ai.evaluation.luck import CHIPS, VALUES, AllInEv
from ai.evaluation.off_policy import OffPolicyEstimate
from ai.registry import find_engine
from engine.game import Game
from pokergui.formatting.choices import engine_choices, engine_title, table_words, unlisted
from pokergui.formatting.notices import capital
from pokergui.formatting.numbers import ResultUnit
from pokergui.formatting.words import UNKNOWN, chips, hands_text, percent
from pokergui.judging.hands import Sides, Source
from pokergui.judging.judge import MOST_TARGETS, Judged
from pokergui.language import tr_history as tr
from pokergui.language.joins import full_stop, labelled, phrases
from pokergui.pages.history.viewmodel import JudgedRow, JudgeScene
from pokergui.store import PERSONS_MODEL
from pokergui.viewmodel import Choice, ChoiceList

ADD_ENGINE = "add"
"""Key of the entry that asks for an engine's file; the page answers it itself."""
_BEST = "pi+gea"


@dataclass(frozen=True)
class Judging:
    """The user's choices and the results.

    Attributes:
        hero: player whose decisions are weighted: an engine's name as in ``sides``, or the user.
        followed: name of the engine that the user is assumed to have followed; empty for none yet.
        targets: names of the strategies to evaluate, the one that played the hands first.
        found: estimates for each strategy so far, by each map that the hands allow.
        judged: the last result, for its hands and cautions; None before.
    """

    source: Source
    sides: Sides | None = None
    hero: str = ""
    followed: str = ""
    targets: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    estimator: str = _BEST
    value: str = CHIPS
    found: Mapping[str, tuple[OffPolicyEstimate, ...]] = field(default_factory=dict)
    judged: Judged | None = None
    problem: str = ""
    running: bool = False

    @property
    def behaviour(self) -> str:
        """The name of the engine that played the hands; empty while the user's is not chosen."""
        if self.sides is None or self.hero == PERSONS_MODEL:
            return self.followed
        return next((engine for engine, name in self.sides.engines if name == self.hero), "")

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(name for name in self.targets if name not in self.found)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The names of the maps that the hands allow, as far as that is known."""
        known = next(iter(self.found.values()), None)
        return tuple(how.name for how in (MAPS if known is None else (one.how for one in known)))

    def with_sides(self, sides: Sides) -> Judging:
        """Return the state with known players; the first engine's side is weighted."""
        hero = sides.engines[0][1] if sides.engines else PERSONS_MODEL
        return replace(self, sides=sides).weighing(hero)

    def weighing(self, hero: str, followed: str = "") -> Judging:
        """Return the state with another side's decisions, without results of the other side."""
        kept = replace(self, hero=hero, followed=followed, found={}, judged=None)
        others = tuple(name for name in self.targets if name != self.behaviour)
        own = (kept.behaviour,) if kept.behaviour else ()
        return replace(kept, targets=tuple(dict.fromkeys((*own, *others))))

    def choosing(self, name: str, value: str) -> Judging:
        """Return the state with another choice, without results that it makes void."""
        if name == "side" and value != self.hero:
            return self.weighing(value)
        if name == "followed" and value:
            return self.weighing(self.hero, value)
        if name == "value" and value != self.value:
            return replace(self, value=value, found={}, judged=None)
        if name == "adding":
            return self.with_target(value)
        return self.without_target(value) if name == "removed" else self

    def with_target(self, name: str) -> Judging:
        if not name or len(self.targets) >= MOST_TARGETS:
            return self
        return replace(self, targets=tuple(dict.fromkeys((*self.targets, name))))

    def without_target(self, name: str) -> Judging:
        """Return the state without a strategy; the one that played the hands stays."""
        if name == self.behaviour:
            return self
        verdicts = {key: one for key, one in self.found.items() if key != name}
        kept = tuple(target for target in self.targets if target != name)
        return replace(self, targets=kept, found=verdicts)

    def with_found(self, judged: Judged) -> Judging:
        verdicts = {**self.found, **judged.verdicts}
        kept = replace(self, found=verdicts, judged=judged, running=False)
        return kept if self.estimator in kept.allowed else replace(kept, estimator=FOLDS.name)


def judge_scene(state: Judging, home: Path) -> JudgeScene:
    sides = state.sides
    if sides is None:
        words = "" if state.problem else tr("Looking up the players of these hands")
        return JudgeScene(source=words, problem=state.problem)
    game, unit = sides.game, ResultUnit.of(sides.game)
    cautions = state.judged.cautions if state.judged is not None else ()
    estimates = {
        name: one
        for name, verdicts in state.found.items()
        for one in verdicts
        if one.how.name == state.estimator
    }
    person, reach = state.hero == PERSONS_MODEL, _reach(estimates)
    return JudgeScene(
        source=_source(state, sides, home),
        problem=state.problem,
        side=_sides(state, sides, home),
        followed=_engines(tr("You followed"), game, home, (), state.followed) if person else None,
        adding=_adding(state, game, home),
        estimator=_estimators(state),
        value=_values(game, state.value),
        unit=unit.name,
        against=_against(state, sides, home),
        rows=tuple(_row(name, estimates.get(name), state, home, reach) for name in state.targets),
        notes=tuple(full_stop(capital(str(words))) for words in cautions),
        can_judge=bool(state.waiting and state.behaviour and not state.running),
        running=state.running,
    )


def _source(state: Judging, sides: Sides, home: Path) -> str:
    words, hands = table_words(sides.game), hands_text(sides.count)
    if not isinstance(state.source, int):
        return tr("{hands} played here, {game}").format(hands=hands, game=words)
    names = tr(" v. ").join(name for _, name in _named(sides, home))
    match = tr("Match {number}").format(number=chips(state.source))
    return labelled(match, phrases((names, words, hands)))


def _named(sides: Sides, home: Path) -> list[tuple[str, str]]:
    return [
        (name, engine_title(engine, home, sides.game) if engine == name else name)
        for engine, name in sides.engines
    ]


def _sides(state: Judging, sides: Sides, home: Path) -> ChoiceList:
    entries = [Choice(name, title) for name, title in _named(sides, home)]
    if sides.person:
        entries.append(Choice(PERSONS_MODEL, tr("You")))
    return ChoiceList(tr("Decisions of"), tuple(entries), state.hero)


def _engines(
    caption: str, game: Game, home: Path, without: tuple[str, ...], current: str
) -> ChoiceList:
    listed = engine_choices(game, home, lambda one: one.has_ranges and one.name not in without)
    return ChoiceList(caption, (Choice("", tr("Choose")), *listed), current)


def _adding(state: Judging, game: Game, home: Path) -> ChoiceList:
    scene = _engines(tr("Add a strategy"), game, home, state.targets, "")
    return replace(scene, choices=(*scene.choices, Choice(ADD_ENGINE, tr("Add an engine file…"))))


def _estimators(state: Judging) -> ChoiceList:
    titles = {
        "basic": (tr("Plain"), tr("each hand as played")),
        "gea": (tr("GEA"), tr("game-ending actions: also how it could have ended")),
        "pi": (tr("PI"), tr("private information: also all cards it could have held")),
        "pi+gea": (tr("PI + GEA"), tr("private information and game-ending actions")),
    }
    entries = tuple(Choice(name, *titles[name]) for name in reversed(state.allowed))
    return ChoiceList(tr("Method"), entries, state.estimator)


def _values(game: Game, current: str) -> ChoiceList:
    divat = tr("bet-call DIVAT") if game.is_limit else tr("check-down DIVAT")
    titles = {
        CHIPS: (tr("Chips won"), tr("as the hand ended")),
        AllInEv.name: (tr("All-in EV"), tr("minus the luck of cards after an all-in")),
    }
    other = capital(divat), tr("minus the luck of all cards")
    entries = tuple(Choice(name, *titles.get(name, other)) for name in VALUES)
    return ChoiceList(tr("Value of a hand"), entries, current)


def _against(state: Judging, sides: Sides, home: Path) -> str:
    others = [title for name, title in _named(sides, home) if name != state.hero]
    if sides.person and state.hero != PERSONS_MODEL:
        return tr("against you")
    if len(others) != 1:
        return tr("against the rival")
    return tr("against {name}").format(name=others[0])


def _reach(verdicts: Mapping[str, OffPolicyEstimate]) -> float:
    """Return the farthest end of all intervals in chips."""
    ends = (
        abs(one.interval.mean) + one.interval.half_width
        for one in verdicts.values()
        if isfinite(one.interval.half_width) and not one.warnings
    )
    return max(ends, default=0.0)


def _row(
    name: str, verdict: OffPolicyEstimate | None, state: Judging, home: Path, reach: float
) -> JudgedRow:
    assert state.sides is not None, "rows follow from the sides"
    game, own = state.sides.game, name == state.behaviour
    title = engine_title(name, home, game)
    note = tr("played these hands") if own else ""
    if not own and find_engine(name, home, game) is None:
        note = unlisted(name).note
    if verdict is None:
        return JudgedRow(
            name, title, note, own=own, tip=tr("{title}: not evaluated yet").format(title=title)
        )
    unit, interval = ResultUnit.of(game), verdict.interval
    factor = 1000.0 / game.big_blind
    mean, half = interval.mean * factor, interval.half_width * factor
    effective = chips(round(verdict.effective_samples))
    part = min(1.0, verdict.effective_samples / verdict.hands) if verdict.hands else 0.0
    row = JudgedRow(
        name,
        title,
        note,
        unit.text(mean),
        effective=effective,
        part=part,
        percent=percent(part),
        warnings=_warnings(verdict),
        own=own,
        interval=tr("not valid") if verdict.warnings else UNKNOWN,
        reading=_reading(verdict),
    )
    if isfinite(half) and not verdict.warnings:
        low, high = unit.text(mean - half), unit.text(mean + half)
        scale = 1.0 / reach if reach else 0.0
        marks = (interval.mean + end * interval.half_width for end in (-1, 0, 1))
        low_mark, middle, high_mark = (end * scale for end in marks)
        row = replace(
            row,
            interval=tr("{low} to {high}").format(low=low, high=high),
            low=low_mark,
            middle=middle,
            high=high_mark,
            leads=not interval.includes_zero,
        )
    return replace(row, tip=_tip(row, verdict, unit))


def _reading(verdict: OffPolicyEstimate) -> str:
    """Return the conclusion from an estimate; undecided if it has warnings."""
    if verdict.warnings:
        return tr("not supported") if verdict.missing else tr("not certain")
    if verdict.interval.includes_zero:
        return tr("includes 0")
    return tr("wins") if verdict.interval.mean > 0 else tr("loses")


def _warnings(verdict: OffPolicyEstimate) -> tuple[str, ...]:
    short = []
    if verdict.missing:
        part = percent(verdict.unsupported)
        short.append(tr("missing support {part}").format(part=part))
    if verdict.few:
        short.append(tr("few effective hands"))
    return tuple(short)


def _tip(row: JudgedRow, verdict: OffPolicyEstimate, unit: ResultUnit) -> str:
    first = tr("{name}: {mean} {unit}, 95% interval {interval}; {hands} effective hands of {all}")
    words = first.format(
        name=row.name,
        mean=row.mean,
        unit=unit.name,
        interval=row.interval,
        hands=row.effective,
        all=chips(verdict.hands),
    )
    return "\n".join((words, *(capital(warning) for warning in verdict.warnings)))
