"""Hand-made view models of Study, for tests and pictures."""

from __future__ import annotations

import random

from pokergui.viewmodel.grid import GridAction, GridCell, GridScene

RANKS = "AKQJT98765432"
SMALL_RANKS = "KQJ"
CHECK_BET = (GridAction("c", "Check", "call"), GridAction("r4", "Bet 4", "middle"))
FIVE = (
    GridAction("c", "Check", "call"),
    GridAction("r275", "Bet 275", "small"),
    GridAction("r550", "Bet 550", "middle"),
    GridAction("r1040", "Bet 1,040", "large"),
    GridAction("r9585", "All-in", "allin"),
)
EIGHT = (
    GridAction("f", "Fold", "fold"),
    GridAction("c", "Call 5,500", "call"),
    *(
        GridAction(f"r{amount}", f"Raise to {amount:,}", "middle", i / 4)
        for i, amount in enumerate((11_000, 13_750, 16_500, 18_250, 19_000))
    ),
    GridAction("r20000", "All-in 20,000", "allin"),
)


def split(rng: random.Random, count: int) -> tuple[float, ...]:
    """Shares that sum to 1, mostly on one or two actions."""
    weights = [rng.random() ** 4 + 0.002 for _ in range(count)]
    return tuple(weight / sum(weights) for weight in weights)


def label(row: int, column: int) -> str:
    """ "AKs" over the diagonal, "AKo" under it."""
    high, low = RANKS[min(row, column)], RANKS[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def hold_em(actions: tuple[GridAction, ...] = FIVE, seed: int = 1) -> GridScene:
    """13 x 13 cells; the weakest hands do not come here."""
    rng = random.Random(seed)
    cells = []
    for row in range(13):
        for column in range(13):
            strength = 1 - (row + column) / 24 + rng.random() * 0.3
            height = 0.0 if strength < 0.18 else min(1.0, 0.25 + strength)
            name = label(row, column)
            shares = split(rng, len(actions)) if height else ()
            cells.append(GridCell(name, shares, height, spoken=f"{name}, reach {height:.0%}"))
    return GridScene(13, 13, tuple(cells), actions, tuple(RANKS), tuple(RANKS))


def leduc(actions: tuple[GridAction, ...] = CHECK_BET, seed: int = 1) -> GridScene:
    """3 x 3: the hand by row, the board by column."""
    rng = random.Random(seed)
    cells = tuple(
        GridCell(
            f"{hand} on {board}",
            split(rng, len(actions)),
            0.1 if hand == "J" else 0.6 + 0.4 * rng.random(),
            spoken=f"{hand} on {board}",
            ranks=(hand, board),
            note={"K": "Pair of kings", "Q": "Pair of queens", "J": "Pair of jacks"}[hand]
            if hand == board
            else f"{max(hand, board, key='JQK'.index)} high",
            values=tuple(f"{rng.uniform(-4, 5):+.2f}".replace("-", "−") for _ in actions),
        )
        for hand in SMALL_RANKS
        for board in SMALL_RANKS
    )
    rows = tuple(f"Hand {rank}" for rank in SMALL_RANKS)
    columns = tuple(f"Board {rank}" for rank in SMALL_RANKS)
    return GridScene(3, 3, cells, actions, rows, columns)


def kuhn() -> GridScene:
    """3 x 1."""
    actions = (GridAction("c", "Check", "call"), GridAction("r1", "Bet 1", "middle"))
    shares = {"K": (0.25, 0.75), "Q": (1.0, 0.0), "J": (0.764, 0.236)}
    cells = tuple(GridCell(r, shares[r], 1.0, spoken=r, ranks=(r,)) for r in SMALL_RANKS)
    return GridScene(3, 1, cells, actions, tuple(f"Hand {rank}" for rank in SMALL_RANKS))
