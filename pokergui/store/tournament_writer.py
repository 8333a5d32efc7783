"""Tournaments on their way to the disk: each block in one transaction, with what became of it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from engine.game import Game
from engine.match_chunk import MatchChunk
from engine.running import RunningResult
from pokergui.localtime import now
from pokergui.store import _blocks
from pokergui.store._chain import MATCH_COLUMNS, append
from pokergui.store._connect import transaction
from pokergui.store.errors import StoreError
from pokergui.store.match_writer import append_blocks
from pokergui.store.matches import last_block, parse_tally, row_of_match, rows_of
from pokergui.store.tournaments import (
    Entrant,
    Pairing,
    PairResult,
    Plan,
    StoredTournament,
    find_tournament,
    has_match,
    put,
)
from pokergui.store.writer import Store

MODE = "tournament"
"""How the matches of pairs are played."""


def begin_tournament(store: Store, game: Game, plan: Plan) -> Future[StoredTournament]:
    """Write the row of a new tournament.

    Raises:
        StoreError: if the plan cannot be played.
    """
    plan.check()

    def write(db: Database) -> StoredTournament:
        with transaction(db):
            ((last,),) = db.execute("SELECT coalesce(max(number), 0) FROM tournaments").fetchall()
            time = now()
            found = StoredTournament(last + 1, time, time, game.name, game.to_acpc(), plan, {})
            put(db, found)
        return found

    return store.submit(write)


def add_engine(store: Store, number: int, entrant: Entrant) -> Future[StoredTournament]:
    """Let an engine join a tournament; it fails with a StoreError where there are too many."""

    def join(found: StoredTournament) -> StoredTournament:
        plan = replace(found.plan, engines=(*found.plan.engines, entrant))
        plan.check()
        return replace(found, plan=plan)

    return _change(store, number, join)


def ask_to_stop(store: Store, number: int, *, stop: bool = True) -> Future[StoredTournament]:
    """Ask whoever plays a tournament to finish what is being played and stop; or take it back."""
    return _change(store, number, lambda found: replace(found, stop=stop))


def _change(
    store: Store, number: int, change: Callable[[StoredTournament], StoredTournament]
) -> Future[StoredTournament]:
    def write(db: Database) -> StoredTournament:
        with transaction(db):
            found = replace(change(find_tournament(rows_of(db), number)), updated=now())
            put(db, found)
        return found

    return store.submit(write)


class TournamentJournal:
    """Writes the blocks of a tournament that is being played, in the order of each pair.

    Args:
        store: where they go.
        tournament: as it is stored.
    """

    def __init__(self, store: Store, tournament: StoredTournament) -> None:
        self._store = store
        self._number = tournament.number
        self._game = tournament.game
        self._texts = _blocks.LineTexts(self._game)
        self._most = _blocks.most_hands(self._game, True)
        self._running: dict[tuple[int, int], RunningResult] = {}  # of the writer's thread alone

    def write(
        self, pair: tuple[int, int], first: int, chunk: MatchChunk | None, loser: int, reason: str
    ) -> Future[tuple[StoredTournament, PairResult]]:
        """Write the next hands of a pair, and who failed in them, if anybody did.

        Args:
            pair: places of the two engines.
            first: number of the first of the hands.
            chunk: the hands; None where none was finished.
            loser: place of the engine that plays the pair no further; -1 where none failed.
            reason: why.

        Returns:
            The tournament and the pair's result as they are on disk now. With a StoreError in it
            nothing was written.
        """

        def write(db: Database) -> tuple[StoredTournament, PairResult]:
            with transaction(db):
                found, running = self._append(db, pair, first, chunk, loser, reason)
            self._running[pair] = running
            hands = first + (chunk.hands if chunk is not None else 0)
            return found, PairResult(hands, running.tally)

        return self._store.submit(write)

    def _append(
        self,
        db: Database,
        pair: tuple[int, int],
        first: int,
        chunk: MatchChunk | None,
        loser: int,
        reason: str,
    ) -> tuple[StoredTournament, RunningResult]:
        rows = rows_of(db)
        found = find_tournament(rows, self._number)
        pairing = found.pairing(pair)
        if pairing.match and not has_match(rows, pairing.match):
            pairing = replace(pairing, match=0)
        hands, tally = last_block(rows, pairing.match) if pairing.match else (0, None)
        if hands != first or pairing.loser >= 0:
            raise StoreError(
                f"tournament {self._number} is being played by another program, too; stop one"
            )
        running = copy.copy(self._running.get(pair)) or RunningResult(self._game, (), True)
        if tally is not None:
            running.tally = parse_tally(tally, 2)
        if chunk is not None:
            if not pairing.match:
                row = self._match_row(found, pair) | {"time": now()}
                pairing = replace(pairing, match=append(db, "matches", MATCH_COLUMNS, row))
            for start in range(0, chunk.hands, self._most):
                part = chunk.part(start, min(start + self._most, chunk.hands))
                append_blocks(db, pairing.match, running, part, self._texts.of)
        after = Pairing(pair, pairing.match, loser, reason)
        if after != found.pairing(pair):
            found = replace(found.with_pairing(after), updated=now())
            put(db, found)
        return found, running

    def _match_row(self, found: StoredTournament, pair: tuple[int, int]) -> dict[str, Any]:
        plan = found.plan
        return row_of_match(
            self._game,
            session=self._store.session,
            mode=MODE,
            engines=[plan.names[place] for place in pair],
            players=[plan.titles[place] for place in pair],
            seed=plan.seed,
            duplicate=True,
            hands=plan.hands,
        )
