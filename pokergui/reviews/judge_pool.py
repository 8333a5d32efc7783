"""A judge built for one game, and its reviewers."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from ai.files.watched import stamp_of
from ai.reading.capabilities import capabilities
from ai.registry import FILE, build, find_engine, reference
from ai.resolving.agent import ResolveAgent
from ai.review.hands import HandReviewer
from ai.review.judges import PRIZES, build_judge, reviewer_of
from ai.review.prizes import PrizeReviewer
from engine.agent import Agent, PolicyTable
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.named_file import path_after
from pokergui.background.engines import untrusted
from pokergui.store.hands import StoredHand

_VERSION = 3
"""Version of the review algorithm: increment it when the same judge would give other verdicts."""


def judge_identity(
    name: str, judge: Agent, game: Game, home: Path | None, control: JobControl | None = None
) -> str:
    """Return 16 hex digits that change when the judge would answer differently.

    They depend on its name with options, its file, the record of its strategy, its table or else
    the table of the blueprint on top of which it may play, and the game.

    Raises:
        PokerError: if the blueprint cannot be read.
    """
    row = find_engine(name, home, game)
    stamp = row.stamp if row is not None else ()
    more = capabilities(judge)
    known = (_VERSION, name, stamp, game.to_acpc(), None if more is None else more.record())
    digest = hashlib.sha256(repr(known).encode())
    table = judge.table() or _blueprint(game, control)
    if table is not None:
        digest.update(table.probabilities.data)
    return digest.hexdigest()[:16]


def rival_identity(name: str, game: Game, home: Path | None) -> str:
    """Return 8 hex digits that change when a rival's file changes, appears or disappears."""
    row = find_engine(name, home, game)
    stamp = None if row is None else row.stamp
    if name.startswith(FILE):
        with suppress(OSError, ValueError):
            stamp = stamp_of(path_after(FILE, name).stat())
    return hashlib.sha256(repr((name, stamp)).encode()).hexdigest()[:8]


def _blueprint(game: Game, control: JobControl | None) -> PolicyTable | None:
    row = reference(game)
    return row.make(game, None, control or JobControl()).table() if row else None


class JudgePool:
    """A judge of one game, and its reviewers of hands against each rival.

    Raises:
        PokerError: if the judge cannot be built, or has no ranges.
    """

    def __init__(self, name: str, game: Game, home: Path | None, control: JobControl) -> None:
        self._name, self._game, self._home, self._control = name, game, home, control
        self._judge = build_judge(name, game, home=home, control=control)
        self._agents = [self._judge]
        self._reviewers: dict[str, tuple[HandReviewer, bool]] = {}
        self._rivals: dict[str, str] = {}
        if not self._judge.has_ranges:
            self.close()
            raise EngineError("'{name}' can only act and has no answer for a range", name=name)

    @cached_property
    def identity(self) -> str:
        """The judge's identity; empty for an external program, whose changes cannot be detected."""
        if self._judge.external:
            return ""
        return judge_identity(self._name, self._judge, self._game, self._home, self._control)

    def close(self) -> None:
        for agent in self._agents:
            agent.close()

    def key(self, hand: StoredHand, seat: int, rival: str) -> str:
        """Return the key of a hand's review: the parts of its result also depend on the rival."""
        if rival not in self._rivals:
            self._rivals[rival] = rival_identity(rival, self._game, self._home)
        return f"{hand.salt}:{seat}:{self._rivals[rival]}"

    def reviewer(self, rival: str) -> tuple[HandReviewer, bool]:
        """Return the reviewer of hands against a rival, and whether its reviews may be kept."""
        found = self._reviewers.get(rival)
        if found is None:
            # A judge that solves streets differs from the playing engine of that name.
            alike = rival == self._name and not isinstance(self._judge, ResolveAgent)
            agent = self._judge if alike else self._rival(rival)
            reviewer = reviewer_of(self._name, self._game, self._judge, agent)
            outside = self._judge.external or (agent is not None and agent.external)
            kept = not (outside or untrusted((rival,), self._home))
            found = self._reviewers[rival] = reviewer, kept
        return found

    def _rival(self, name: str) -> Agent | None:
        if not name or untrusted((name,), self._home):  # hands start no program
            return None
        try:
            agent = build(name, self._game, home=self._home, control=self._control)
        except CancelledError:
            raise
        except PokerError:
            return None  # it is gone, or no longer plays this game
        self._agents.append(agent)
        return agent


class PrizePool:
    """The judge of hands played for certain prizes, in place of a ``JudgePool``."""

    identity = hashlib.sha256(repr((_VERSION, PRIZES)).encode()).hexdigest()[:16]

    def __init__(self, payouts: tuple[float, ...], home: Path | None) -> None:
        self._reviewer = PrizeReviewer(payouts, home)

    def close(self) -> None:
        """Nothing to stop."""

    def key(self, hand: StoredHand, seat: int, rival: str) -> str:
        """Return the key of a hand's review; its prizes belong to the hand."""
        return f"{hand.salt}:{seat}"

    def reviewer(self, rival: str) -> tuple[PrizeReviewer, bool]:
        """Return the reviewer, whose reviews may be kept."""
        return self._reviewer, True
