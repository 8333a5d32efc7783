"""Recipe of a blueprint training run, as plain data."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ai.abstraction.buckets import Buckets
from ai.abstraction.build import SEED, build_abstraction
from ai.abstraction.cards import (
    SHIPPED_BUCKETS,
    CardAbstraction,
    load_abstraction,
    save_abstraction,
    shipped_abstraction,
    shipped_path,
    shipped_with,
)
from ai.abstraction.classes import with_classes
from ai.abstraction.tables import bucket_tables, tables_bytes
from ai.betting.menus import ALL, Menu, wide_menu
from ai.blueprint.blocks import scratch_bytes, state_bytes
from ai.blueprint.solver import DEFAULT_PICKS, HANDS, MAX_WORKERS, WEIGHTS, BlueprintSolver
from ai.cfr.robust_sampling import parse_picks
from ai.files.strategy import Plain
from ai.multiway.solver import HANDS as MULTIWAY_HANDS
from ai.multiway.solver import MultiwaySolver, num_situations, rows_bytes
from ai.training.recipe import check_parameters
from engine.combos import NUM_CLASSES
from engine.errors import EngineError, StrategyFileError
from engine.game import Game
from engine.jobs import JobControl
from engine.tree import DECISION
from engine.wording import Wording

ALGORITHM = "blueprint"
"""Name of the algorithm in files."""
DEFAULT_BUCKETS = "1000,30x32,60x16"
"""Buckets of the shipped no-limit blueprints, with board classes."""
_NODE_BYTES = 360
"""Bytes of a tree and its traversal arrays per node; measured."""
_HELD_BYTES = 45_000_000
"""Most bytes freed but not returned; measured: glibc returns arrays over 32 MB at once."""
_OTHER_BYTES = 8_000_000
"""Bytes of everything else; measured."""


@dataclass(frozen=True)
class BlueprintRecipe:
    """Everything a training run depends on; reproducible bit for bit with one worker.

    Attributes:
        game: heads-up hold'em.
        menu: the bets considered, in ``Menu`` notation; empty for the game's default.
        buckets: of flop, turn and river, as ``Buckets`` writes them; empty for
            ``DEFAULT_BUCKETS``.
        picks: k/N schedule of robust sampling; empty for the default.
        weights: "linear" or "plain".
        seed: of all random numbers.
        workers: threads.

    Raises:
        EngineError: if a parameter is invalid, or the game is not heads-up hold'em.
        MenuError: if the menu is invalid.
    """

    game: Game
    menu: str = ""
    buckets: str = ""
    picks: str = ""
    weights: str = WEIGHTS[0]
    seed: int = 0
    workers: int = 1

    def __post_init__(self) -> None:
        if not has_blueprints(self.game):
            raise EngineError(
                "blueprints are for heads-up hold'em, and for three and more players without limit"
                " and with equal stacks, not for {title}",
                title=Wording(self.game.title),
            )
        menu = Menu.parse(self.menu) if self.menu else wide_menu(self.game)
        if str(menu) == ALL and not self.game.is_limit:
            raise EngineError("a no-limit blueprint needs a list of bet sizes: 'all' is too many")
        object.__setattr__(self, "menu", str(menu))  # defaults may change; a run must not
        object.__setattr__(self, "picks", str(parse_picks(self.picks or DEFAULT_PICKS)))
        buckets = Buckets.parse(self.buckets or usual_buckets(self.game))
        object.__setattr__(self, "buckets", str(buckets))
        if not self.game.is_heads_up and self.picks != DEFAULT_PICKS:
            raise EngineError("with three and more players all actions are tried: no schedule")
        if self.weights not in WEIGHTS:
            raise EngineError(
                "there are no weights '{weights}'; choose linear or plain",
                weights=self.weights[:60],
            )
        if self.seed < 0:
            raise EngineError("a seed must be a whole number, 0 or more")
        if not 1 <= self.workers <= MAX_WORKERS:
            raise EngineError("a run has 1 to {most} workers", most=MAX_WORKERS)

    @property
    def algorithm(self) -> str:
        """The name of the algorithm in files."""
        return ALGORITHM

    @property
    def parameters(self) -> dict[str, Plain]:
        """All parameters except the game, as stored in files."""
        return {field.name: getattr(self, field.name) for field in fields(self)[1:]}

    @classmethod
    def of(cls, game: Game, algorithm: str, parameters: Mapping[str, Any]) -> BlueprintRecipe:
        """Return the recipe in a file.

        Raises:
            PokerError: if it is invalid.
        """
        if algorithm != ALGORITHM:
            raise EngineError("its record has no valid '{name}'", name="algorithm")
        check_parameters(parameters, {field.name: field.default for field in fields(cls)[1:]})
        if not parameters["buckets"]:  # older files mean the default of their time
            parameters = {**parameters, "buckets": SHIPPED_BUCKETS}
        return cls(game, **parameters)

    @property
    def num_bytes(self) -> int:
        """Peak memory of a run, before it is built.

        Tables, which concurrent runs share; the state, twice while it is saved, evaluated or values
        are computed; freed memory not yet returned; the tree and its traversal arrays.
        """
        buckets = Buckets.parse(self.buckets)
        if not self.game.is_heads_up:
            tables = tables_bytes(buckets.hands, buckets.classes)
            return tables + 2 * rows_bytes(self.game, self.num_rows) + _OTHER_BYTES
        tree = Menu.parse(self.menu).tree(self.game)
        nodes = tree.num_nodes * (_NODE_BYTES + self.workers * scratch_bytes(HANDS))
        state = state_bytes(tree, self.num_rows)
        tables = tables_bytes(buckets.hands, buckets.classes)
        return tables + 2 * state + min(state, _HELD_BYTES) + nodes + _OTHER_BYTES

    @property
    def least_bytes(self) -> int:
        """The part of it that a checkpoint stores.

        Raises:
            GameError: if the tree is too large.
        """
        if not self.game.is_heads_up:
            return 0  # a checkpoint holds the rows that play reached
        return state_bytes(Menu.parse(self.menu).tree(self.game), self.num_rows)

    @property
    def num_decisions(self) -> int:
        """Decisions of the tree, with three and more players situations.

        Raises:
            GameError: if the tree is too large.
        """
        if not self.game.is_heads_up:
            return num_situations(self.game)
        return int((Menu.parse(self.menu).tree(self.game).kind == DECISION).sum())

    @property
    def num_rows(self) -> tuple[int, ...]:
        """Rows of each street's tables."""
        return (NUM_CLASSES, *Buckets.parse(self.buckets).rows)

    def cards(self, home: Path | None, control: JobControl) -> CardAbstraction:
        """The card abstraction: a shipped one, or one built once and cached.

        Raises:
            CancelledError: if cancelled.
        """
        shipped = shipped_with(self.buckets)
        if shipped is not None:
            return shipped
        buckets = Buckets.parse(self.buckets)
        path = None if home is None else home / shipped_path(self.buckets).name
        if path is not None and path.exists():
            with contextlib.suppress(StrategyFileError):  # damaged: built again
                abstraction = load_abstraction(path)
                if abstraction.num_rows[1:] == buckets.rows:
                    return abstraction
        cards = build_abstraction(
            buckets.hands,
            control=control,
            like=shipped_abstraction(),
            by_strength=buckets.classes[2] > 1,
        )
        if max(buckets.classes) > 1:
            tables = bucket_tables(cards, home, control)
            cards = with_classes(cards, tables, buckets, SEED, control)
        if path is not None:
            save_abstraction(path, cards, {"buckets": self.buckets})
        return cards

    def build(
        self, home: Path | None = None, control: JobControl | None = None, hands: int = 0
    ) -> BlueprintSolver | MultiwaySolver:
        """Build a new run; bucket tables take a minute or two the first time.

        Args:
            home: folder of strategies and tables; None caches nothing.
            control: progress and cancellation.
            hands: hands updated per traversal, 0 for the usual number.

        Raises:
            GameError: if tree and buckets are too large.
            CancelledError: if cancelled.
        """
        control = control or JobControl()
        cards = self.cards(home, control)
        tables, menu = bucket_tables(cards, home, control), Menu.parse(self.menu)
        if not self.game.is_heads_up:
            return MultiwaySolver(
                self.game,
                menu,
                cards,
                tables,
                self.weights,
                self.seed,
                self.workers,
                hands or MULTIWAY_HANDS,
            )
        return BlueprintSolver(
            self.game,
            menu,
            cards,
            tables,
            self.picks,
            self.weights,
            self.seed,
            self.workers,
            hands or HANDS,
        )


def usual_buckets(game: Game) -> str:
    """Return the buckets of a game's blueprints unless others are asked for."""
    return DEFAULT_BUCKETS if game.is_heads_up else SHIPPED_BUCKETS


def has_blueprints(game: Game) -> bool:
    """Return whether a blueprint of a game can be trained."""
    if game.is_heads_up_holdem:
        return True
    return game.is_holdem and not game.is_limit and len(set(game.stacks)) == 1
