"""Recorded hands by which strategies are judged, for the window and the command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ai.evaluation.answers import answers_of
from ai.evaluation.cautions import cautions_of, learns
from ai.evaluation.judge import HandJudge, Judge, Verdict
from ai.evaluation.luck import CHIPS, value_of
from ai.process.agent import ProcessAgent
from ai.reach import Weights
from engine.agent import Agent
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from pokergui.formatting.cautions import (
    damaged_words,
    followed_words,
    hidden_words,
    person_words,
    selected_words,
    stopped_words,
)
from pokergui.store.errors import StoreError
from pokergui.store.filter import HandFilter
from pokergui.store.hands import StoredHand
from pokergui.store.matches import StoredMatch
from pokergui.store.opponents import PERSONS_MODEL
from pokergui.store.reader import PLAYED, HandReader

Build = Callable[[str, Game], Agent]
"""Builds an engine by its name."""
MOST_TARGETS = 8

_CHOSEN = "hands chosen by their result or by a search judge nobody: clear that filter"

Source = int | HandFilter
"""The number of a stored match, or a filter of the hands played here."""


@dataclass(frozen=True)
class Sides:
    """The players of some hands.

    Attributes:
        game: of all of them.
        count: the number of hands.
        engines: each engine's name, and its name in the hands.
        person: whether a person played as well.
    """

    game: Game
    count: int
    engines: tuple[tuple[str, str], ...]
    person: bool


@dataclass(frozen=True)
class Hands:
    """Recorded hands of one game, and their players.

    Attributes:
        game: the game.
        hero: the player whose decisions are weighed, by the name that a person reads.
        behaviour: name of the engine that made these decisions.
        rival: name of the engine on the other side; empty for a person or if unknown.
        count: the number of hands.
        records: each hand with the hero's position; they are read on demand.
        cautions: sentences on further assumptions of the verdicts.
        began: start of their match, UTC, ISO 8601; empty if unknown.
    """

    game: Game
    hero: str
    behaviour: str
    rival: str
    count: int
    records: Iterator[tuple[HandRecord, int]]
    cautions: tuple[str, ...] = ()
    began: str = ""


@dataclass(frozen=True)
class Judged:
    """The result of judging by hands.

    Attributes:
        hands: the hands that judged.
        judged: the number of hands used; fewer if the work was stopped or hands are damaged.
        hidden: the number of these that hide the rival's cards.
        verdicts: by the target's name, one for each map that the hands allow.
        cautions: sentences on the assumptions of the verdicts.
    """

    hands: Hands
    judged: int
    hidden: int
    verdicts: dict[str, tuple[Verdict, ...]]
    cautions: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """The question that hands are asked.

    Attributes:
        game: of the hands.
        behaviour: name of the engine that played them.
        targets: names of the engines that are judged.
        value: name of the value of a finished hand.
    """

    game: Game
    behaviour: str
    targets: tuple[str, ...]
    value: str


Ask = Callable[
    [Question, Iterator[tuple[HandRecord, int]], JobControl],
    Iterator[tuple[HandRecord, list[Weights]]],
]
"""Gives each hand, in order, with its estimates for each target."""


def find_match(reader: HandReader, number: int) -> StoredMatch:
    """Return one match.

    Raises:
        StoreError: if it is not there or damaged.
    """
    found = next((match for match in reader.matches() if match.number == number), None)
    if found is None:
        raise StoreError(f"there is no sound match {number}")
    return found


def sides_of(reader: HandReader, source: Source, control: JobControl | None = None) -> Sides:
    """Return the players of a source's hands.

    Raises:
        PokerError: if they judge nobody.
        CancelledError: if stopped.
    """
    if isinstance(source, int):
        match = _match_of_two(reader, source)
        both = zip(match.engines, match.players, strict=True)
        return Sides(match.game, match.hands, tuple(one for one in both if one[0]), False)
    hands = _chosen(reader, source, control)
    names = sorted({engine for hand in hands for engine in hand.engines if engine})
    person = any(hand.hero >= 0 for hand in hands)
    return Sides(hands[0].game, len(hands), tuple((name, name) for name in names), person)


def hands_of(
    reader: HandReader,
    source: Source,
    hero: str = "",
    behaviour: str = "",
    control: JobControl | None = None,
) -> Hands:
    """Return the hands of a source; arguments and errors as in the two functions below."""
    if isinstance(source, int):
        return hands_of_match(reader, source, hero)
    return hands_of_filter(reader, source, hero, behaviour, control)


def _match_of_two(reader: HandReader, number: int) -> StoredMatch:
    match = find_match(reader, number)
    if len(match.players) != 2:
        raise StoreError(f"match {number} is not one of two players")
    return match


def hands_of_match(reader: HandReader, number: int, hero: str = "") -> Hands:
    """Return the hands of a stored match.

    Args:
        reader: the database; it must stay open while hands are read.
        number: the match's.
        hero: name of the engine whose decisions are weighed; empty for the first.

    Raises:
        StoreError: if there is no such match, or it is not of two players.
        PokerError: if nobody in it has the name.
    """
    match = _match_of_two(reader, number)
    names = [player or engine for player, engine in zip(match.players, match.engines, strict=True)]
    known = [*names, *match.engines]
    if hero and hero not in known:
        raise PokerError(
            f"in match {number} nobody is called '{hero[:60]}', but {' and '.join(names)}"
        )
    own = known.index(hero) % 2 if hero else 0
    if not match.engines[own]:
        raise PokerError(f"{names[own]} of match {number} is a person: choose the engine's side")

    def records() -> Iterator[tuple[HandRecord, int]]:
        for chunk in reader.match_hands(match):
            for hand in range(chunk.hands):
                yield chunk.record(hand, names), (int(chunk.positions[hand]) + own) % 2

    rival, stopped = match.engines[1 - own], () if match.done else (stopped_words(),)
    engine, count = match.engines[own], match.hands
    return Hands(match.game, names[own], engine, rival, count, records(), stopped, match.time)


def hands_of_filter(
    reader: HandReader,
    wanted: HandFilter,
    hero: str = "",
    behaviour: str = "",
    control: JobControl | None = None,
) -> Hands:
    """Return the hands that a filter lets through; training and imported ones only if named.

    Args:
        reader: the database.
        wanted: the filter.
        hero: name of the engine whose decisions are weighed, or of the person; empty for the only
            engine.
        behaviour: the engine that the person is assumed to have followed; empty if the hero is an
            engine.
        control: to stop.

    Raises:
        PokerError: if the hands are of several games or engines, of nobody of that name, or were
            chosen by how they ended.
        CancelledError: if stopped.
    """
    hands = _chosen(reader, wanted, control)
    engines = sorted({engine for hand in hands for engine in hand.engines if engine})
    person = _is_person(hero, hands)
    if not hero and len(engines) == 1:
        hero = engines[0]
    if not hero:
        named = " and ".join((*engines, PERSONS_MODEL))
        raise PokerError(f"these hands were played by {named}: choose whose decisions to weigh")
    if person and not behaviour:
        raise PokerError("say which engine you followed: a person's own decisions have no odds")
    seen = [(hand, seat) for hand in hands if (seat := _seat(hand, hero)) >= 0]
    if not seen:
        raise PokerError(f"nobody in these hands is called '{hero[:60]}'")
    rivals = {hand.engines[1 - seat] for hand, seat in seen}
    if len(rivals) > 1:
        raise PokerError(f"{hero} met several rivals in these hands: choose one opponent")
    caution = followed_words(behaviour) if person else person_words()
    cautions = [caution] if person or "" in rivals else []
    if any(hand.holes[1 - seat] is None for hand, seat in seen):
        cautions.append(selected_words())
    return Hands(
        seen[0][0].game,
        hero,
        behaviour or hero,
        next(iter(rivals)),
        len(seen),
        ((hand.record, seat) for hand, seat in seen),
        tuple(cautions),
    )


def _chosen(reader: HandReader, wanted: HandFilter, control: JobControl | None) -> list[StoredHand]:
    """Return the hands that a filter lets through: at least one, all of one game of two."""
    if wanted.result or wanted.least_bb or wanted.text:
        raise PokerError(_CHOSEN)
    found = reader.list(replace(wanted, modes=wanted.modes or PLAYED.modes), control).replayable()
    hands = [hand for hand in found.hands if not hand.is_wide and len(hand.players) == 2]
    if not hands:
        raise PokerError("there are no hands of two players to judge by")
    games = sorted({hand.game_name for hand in hands})
    if len(games) > 1:
        raise PokerError(f"these hands are of several games; choose one of {', '.join(games)}")
    return hands


def _is_person(hero: str, hands: Sequence[StoredHand]) -> bool:
    """Return whether a name is the person's."""
    names = {hand.players[hand.hero] for hand in hands if hand.hero >= 0}
    return hero == PERSONS_MODEL or hero in names


def _seat(hand: StoredHand, hero: str) -> int:
    """Return the position of a name, or of the person; -1 for none."""
    if hero in hand.engines:
        return hand.engines.index(hero)
    if hero == PERSONS_MODEL:
        return hand.hero
    return hand.players.index(hero) if hero in hand.players else -1


def judge(
    hands: Hands,
    targets: Sequence[str],
    build: Build,
    strategies: Path,
    control: JobControl,
    value: str = CHIPS,
    ask: Ask | None = None,
) -> Judged:
    """Judge strategies by hands; if stopped, by those read so far.

    Args:
        hands: the recorded hands.
        targets: names of engines.
        build: builds an engine.
        strategies: the folder of strategies.
        control: for progress, and to stop.
        value: name of the value of finished hands.
        ask: asks the strategies elsewhere.

    Raises:
        EngineError: if the behaviour cannot have played them, an engine learns where it must not,
            or has no answer for a whole range.
        RecordMismatchError: if a hand does not show what the estimators need.
        PokerError: if there are no hands, or an engine cannot be built.
    """
    targets = tuple(dict.fromkeys(targets))
    if not 0 < len(targets) <= MOST_TARGETS:
        raise PokerError(f"choose 1 to {MOST_TARGETS} strategies to judge")
    if learns(hands.behaviour, hands.game, strategies):
        raise EngineError(
            f"'{hands.behaviour}' learns as it plays: the odds it gave these actions are not known"
        )
    question = Question(hands.game, hands.behaviour, targets, value)
    judges = {name: Judge() for name in targets}
    judged = 0
    try:
        for record, found in (ask or partial(ask_here, build))(question, hands.records, control):
            for one, numbers in zip(judges.values(), found, strict=True):
                one.take(record, numbers)
            judged += 1
            control.progress(judged / max(hands.count, 1), "")
    except CancelledError:
        pass  # what was read so far counts
    if not judged:
        raise PokerError("no hand was judged")
    verdicts = {name: one.verdicts() for name, one in judges.items()}
    cautions = _cautions(hands, targets, judged, strategies, control)
    hidden = max(one.hidden for one in judges.values())
    if hidden:
        cautions += (hidden_words(hidden, judged),)
    return Judged(hands, judged, hidden, verdicts, cautions)


def ask_here(
    build: Build, question: Question, records: Iterator[tuple[HandRecord, int]], control: JobControl
) -> Iterator[tuple[HandRecord, list[Weights]]]:
    """Yield each hand, and its estimates for each target.

    Raises:
        CancelledError: if stopped.
        PokerError: as ``judge``.
    """
    agents: dict[str, Agent] = {}
    try:
        for name in dict.fromkeys((question.behaviour, *question.targets)):
            agents[name] = build(name, question.game)
        answers = {name: answers_of(agent) for name, agent in agents.items()}
        value = value_of(question.value, question.game)
        hand_judges = [
            HandJudge(question.game, answers[question.behaviour], answers[name], value)
            for name in question.targets
        ]
        for record, seat in records:
            yield record, [one.estimates(record, seat, control) for one in hand_judges]
    finally:
        for agent in agents.values():
            if isinstance(agent, ProcessAgent):
                agent.close()


def _cautions(
    hands: Hands, targets: Sequence[str], judged: int, strategies: Path, control: JobControl
) -> tuple[str, ...]:
    found = list(hands.cautions)
    sides = hands.behaviour, hands.rival
    found += cautions_of(*sides, targets, hands.game, hands.began, strategies)
    if judged < hands.count and not control.cancelled:
        found.append(damaged_words(hands.count - judged))
    return tuple(found)
