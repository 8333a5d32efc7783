"""Player profiles from recorded hands, for the window and the commands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from ai.profile.cells import ProfileError
from ai.profile.profile import CellCount, CountedProfile, TypedProfile, decisions, parse_profile
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action
from engine.wording import Wording
from pokergui.judging.hands import find_match
from pokergui.language import in_english, tr
from pokergui.store.filter import HandSelection
from pokergui.store.hands import IMPORTED, StoredHand
from pokergui.store.reader import PLAYED, HandReader
from pokergui.store.statistics import PERSON

_MODES = (*PLAYED.modes, IMPORTED)
"""Modes that count; training hands count only if requested."""
_KINDS = {
    None: Wording("hold'em"),
    True: Wording("limit hold'em"),
    False: Wording("no-limit hold'em"),
}
_MOST_NAMED = 10
_MOST_LINES = 4096
"""Most betting lines cached; in a match the same ones often recur."""


def read_frequencies(text: str) -> TypedProfile:
    """Parse frequencies in the language of the program, or in English.

    Raises:
        ProfileError: naming the item and what is wrong with it.
    """
    words = {
        tr("check"): "check",
        tr("bet"): "bet",
        tr("fold"): "fold",
        tr("call"): "call",
        tr("raise"): "raise",
        tr("raised"): "raised",
        tr("All-in"): "all-in",
        tr("Flop"): "flop",
        tr("Turn"): "turn",
        tr("River"): "river",
        tr("small"): "small",
        tr("medium"): "medium",
        tr("large"): "large",
    }
    return parse_profile(in_english(text, words))


@dataclass
class _Counts:
    """Counts of one player's actions."""

    profile: CountedProfile
    limit: bool | None
    players: Counter[str] = field(default_factory=Counter)

    def takes(self, game: Game) -> bool:
        return game.is_heads_up_holdem and self.limit in (None, game.is_limit)


def profile_of(
    path: Path,
    name: str,
    wanted: HandSelection | None = None,
    match: int | None = None,
    limit: bool | None = None,
    control: JobControl | None = None,
) -> CountedProfile:
    """Count a player's actions after the flop in recorded hands of hold'em for two.

    Args:
        name: of an engine, of another human, or ``You``.
        wanted: which hands; all but training if none is given.
        match: the number of a stored match, instead of the hands played and imported.
        limit: only limit hold'em, or only no-limit; None takes whichever there is.

    Raises:
        ProfileError: if there are no such hands, or hands of both.
        StoreError: if the database cannot be read, or has no such match.
        CancelledError: if stopped.
    """
    control = control or JobControl()
    counting = _Counts(CountedProfile(name), limit)
    with HandReader(path) as reader:
        reader.look()
        if match is not None:
            _count_match(reader, match, counting, control)
        else:
            _count_hands(reader, wanted or HandSelection(), counting, control)
    if not counting.profile.hands:
        here = ", ".join(who for who, _ in counting.players.most_common(_MOST_NAMED))
        values = {"name": name[:60], "kinds": _KINDS[limit]}
        if not here:
            raise ProfileError("'{name}' has no heads-up hands in {kinds}", **values)
        raise ProfileError(
            "'{name}' has no heads-up hands in {kinds}; there are hands of {here}",
            here=here,
            **values,
        )
    return counting.profile


def _count_hands(
    reader: HandReader, wanted: HandSelection, counting: _Counts, control: JobControl
) -> None:
    wanted = replace(wanted, modes=wanted.modes or _MODES)
    for page in reader.pages(wanted, control):
        for hand in page.hands:
            if hand.is_wide or not counting.takes(hand.game):
                continue
            seats = [_who(hand, seat) for seat in range(len(hand.players))]
            counting.players.update(seats)
            for seat, who in enumerate(seats):
                if who == counting.profile.name:
                    try:
                        seen = _decisions_of(hand.game, hand.record.actions, seat)
                        counting.profile.add(hand.game, seen)
                    except ProfileError:
                        raise
                    except PokerError:  # invalid betting: verify names it
                        continue


def _decisions_of(game: Game, line: tuple[Action, ...], seat: int) -> tuple[CellCount, ...]:
    return tuple(one for one in decisions(game, line) if one[0].position == seat)


def _who(hand: StoredHand, seat: int) -> str:
    if seat == hand.hero:
        return PERSON
    return hand.engines[seat] or hand.players[seat]


def _count_match(reader: HandReader, number: int, counting: _Counts, control: JobControl) -> None:
    match = find_match(reader, number)
    counting.players.update(match.players)
    names = (match.players, match.engines)
    named = [i for i in range(len(match.players)) if counting.profile.name in [n[i] for n in names]]
    if not named or not counting.takes(match.game):
        return
    known = lru_cache(_MOST_LINES)(_decisions_of)
    for chunk in reader.match_hands(match):
        for player in named:
            seats = (chunk.positions + player) % len(match.players)
            lines = zip(chunk.line_of.tolist(), seats.tolist(), strict=True)
            for (line, seat), times in Counter(lines).items():
                seen = known(chunk.game, chunk.lines[line], seat)
                counting.profile.add(chunk.game, seen, times)
        control.check()
        control.progress(min(1.0, (chunk.first + chunk.hands) / max(1, match.hands)))
