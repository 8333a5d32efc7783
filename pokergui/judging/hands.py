"""Recorded hands for off-policy evaluation: of a match, or those that match a filter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from engine.wording import Wording, all_of
from pokergui.store.errors import StoreError
from pokergui.store.filter import HandSelection
from pokergui.store.hands import StoredHand
from pokergui.store.matches import StoredMatch
from pokergui.store.opponents import PERSONS_MODEL
from pokergui.store.reader import PLAYED, HandReader

_PERSON = Wording("you are human and may play differently against another rival")
_SELECTED = Wording(
    "hands that hide cards at a showdown cannot be imported: if there were any, the hands"
    " here are a biased sample, and so are these results"
)
_STOPPED = Wording(
    "the match is not over or was stopped: intervals hold only for a length fixed in advance"
)

Source = int | HandSelection
"""The number of a stored match, or a filter of the hands played here."""


@dataclass(frozen=True)
class Sides:
    """The players of some hands."""

    game: Game
    count: int
    engines: tuple[tuple[str, str], ...]
    person: bool


@dataclass(frozen=True)
class EvaluatedHands:
    """Recorded hands of one game, and their players.

    Attributes:
        hero: display name of the player whose decisions are weighted.
        rival: name of the engine on the other side; empty for a human or if unknown.
        records: each hand with the hero's position; they are read on demand.
        began: start of their match, UTC, ISO 8601; empty if unknown.
    """

    game: Game
    hero: str
    behaviour: str
    rival: str
    count: int
    records: Iterator[tuple[HandRecord, int]]
    cautions: tuple[Wording, ...] = ()
    began: str = ""


def find_match(reader: HandReader, number: int) -> StoredMatch:
    """Return one match.

    Raises:
        StoreError: if it is not there or damaged.
    """
    stored = next((match for match in reader.matches() if match.number == number), None)
    if stored is None:
        raise StoreError("there is no intact match {number}", number=number)
    return stored


def sides_of(reader: HandReader, source: Source, control: JobControl | None = None) -> Sides:
    """Return the players of a source's hands.

    Raises:
        PokerError: if no player can be evaluated on them.
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
) -> EvaluatedHands:
    """Return the hands of a source; arguments and errors as in the two functions below."""
    if isinstance(source, int):
        return hands_of_match(reader, source, hero)
    return hands_of_filter(reader, source, hero, behaviour, control)


def _match_of_two(reader: HandReader, number: int) -> StoredMatch:
    match = find_match(reader, number)
    if len(match.players) != 2:
        raise StoreError("match {number} is not between two players", number=number)
    return match


def hands_of_match(reader: HandReader, number: int, hero: str = "") -> EvaluatedHands:
    """Return the hands of a stored match.

    Args:
        reader: the database; it must stay open while hands are read.
        hero: name of the engine whose decisions are weighted; empty for the first.

    Raises:
        StoreError: if there is no such match, or it is not of two players.
        PokerError: if no player in it has the name.
    """
    match = _match_of_two(reader, number)
    names = [player or engine for player, engine in zip(match.players, match.engines, strict=True)]
    known = [*names, *match.engines]
    if hero and hero not in known:
        raise PokerError(
            "no player in match {number} is called '{hero}'; the players are {names}",
            number=number,
            hero=hero[:60],
            names=all_of(names),
        )
    own = known.index(hero) % 2 if hero else 0
    if not match.engines[own]:
        raise PokerError(
            "{names} of match {number} is human: choose the engine's side",
            names=names[own],
            number=number,
        )

    def records() -> Iterator[tuple[HandRecord, int]]:
        for chunk in reader.match_hands(match):
            for hand in range(chunk.hands):
                yield chunk.record(hand, names), (int(chunk.positions[hand]) + own) % 2

    rival, stopped = match.engines[1 - own], () if match.done else (_STOPPED,)
    engine, count = match.engines[own], match.hands
    return EvaluatedHands(
        match.game, names[own], engine, rival, count, records(), stopped, match.time
    )


def hands_of_filter(
    reader: HandReader,
    wanted: HandSelection,
    hero: str = "",
    behaviour: str = "",
    control: JobControl | None = None,
) -> EvaluatedHands:
    """Return the hands that match a filter; training and imported ones only if named.

    Args:
        hero: name of the engine whose decisions are weighted, or of the user; empty for the only
            engine.
        behaviour: the engine that the user is assumed to have followed; empty if the hero is an
            engine.

    Raises:
        PokerError: if the hands are of several games or engines, of nobody of that name, or were
            chosen by how they ended.
    """
    hands = _chosen(reader, wanted, control)
    engines = sorted({engine for hand in hands for engine in hand.engines if engine})
    person = _is_person(hero, hands)
    if not hero and len(engines) == 1:
        hero = engines[0]
    if not hero:
        raise PokerError(
            "these hands were played by {named}: choose whose decisions to evaluate",
            named=all_of((*engines, PERSONS_MODEL)),
        )
    if person and not behaviour:
        raise PokerError(
            "say which engine you followed: the probabilities of your own decisions are unknown"
        )
    seen = [(hand, seat) for hand in hands if (seat := _seat(hand, hero)) >= 0]
    if not seen:
        raise PokerError("no player in these hands is called '{hero}'", hero=hero[:60])
    rivals = {hand.engines[1 - seat] for hand, seat in seen}
    if len(rivals) > 1:
        raise PokerError(
            "{hero} played several rivals in these hands: choose one opponent", hero=hero
        )
    cautions = []
    if person:
        followed = Wording(
            "you are assumed to have followed {engine}: only hands in which you saw its"
            " strategy and followed it are valid evidence, and which ones those are is not"
            " recorded",
            engine=behaviour,
        )
        cautions.append(followed)
    elif "" in rivals:
        cautions.append(_PERSON)
    if any(hand.holes[1 - seat] is None for hand, seat in seen):
        cautions.append(_SELECTED)
    return EvaluatedHands(
        seen[0][0].game,
        hero,
        behaviour or hero,
        next(iter(rivals)),
        len(seen),
        ((hand.record, seat) for hand, seat in seen),
        tuple(cautions),
    )


def _chosen(
    reader: HandReader, wanted: HandSelection, control: JobControl | None
) -> list[StoredHand]:
    """Return the hands that match a filter: at least one, all of one two-player game."""
    if any((wanted.result, wanted.least_bb, wanted.text, wanted.pot, wanted.street, wanted.tag)):
        raise PokerError(
            "hands filtered by result or search would bias the evaluation: clear that filter"
        )
    selected = reader.list(
        replace(wanted, modes=wanted.modes or PLAYED.modes), control
    ).replayable()
    hands = [hand for hand in selected.hands if not hand.is_wide and len(hand.players) == 2]
    if not hands:
        raise PokerError("there are no two-player hands to evaluate on")
    games = sorted({hand.game_name for hand in hands})
    if len(games) > 1:
        raise PokerError(
            "these hands are of several games; choose one of {games}", games=", ".join(games)
        )
    return hands


def _is_person(hero: str, hands: Sequence[StoredHand]) -> bool:
    names = {hand.players[hand.hero] for hand in hands if hand.hero >= 0}
    return hero == PERSONS_MODEL or hero in names


def _seat(hand: StoredHand, hero: str) -> int:
    """Return the position of a name, or of the user; -1 for none."""
    if hero in hand.engines:
        return hand.engines.index(hero)
    if hero == PERSONS_MODEL:
        return hand.hero
    return hand.players.index(hero) if hero in hand.players else -1
