"""Coverage of the confidence intervals of off-policy evaluation, in Kuhn and Leduc.

Hands of ``--behaviour`` against ``--rival`` evaluate twelve targets by six estimators. All hands of
the game are enumerated once with their estimates, so a match is sampled from the list rather than
played: it has the same distribution. Figures: of the intervals without a warning, how many cover
the target's true EV; and the fraction of all intervals with a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import click
import numpy as np

from ai.evaluation.enumeration import list_hands
from ai.evaluation.estimators import MAPS, Map, by_map
from ai.evaluation.luck import BetCall
from ai.evaluation.off_policy import OffPolicyEstimate, verdict_of
from ai.evaluation.support import WEIGHTS, beyond, departures
from ai.reading.line import PlayedLine
from ai.reading.reach import Weights, answers_of
from ai.registry import build
from ai.values.payoffs import Chips, HandValue, Once
from engine.combos import combo_cards
from engine.game import Game, get_game

TARGETS = (
    *("cfr", "spar:1", "spar:4", "nfsp", "nfsp-uct", "smooth-uct"),
    *("inverse", "passive", "random", "call", "raise", "bluffer"),
)
_BASIC, _GEA, _PI, _BOTH = MAPS
_CHIPS, _DIVAT = Chips(), BetCall()
ESTIMATORS: dict[str, tuple[Map, HandValue]] = {
    "basic": (_BASIC, _CHIPS),
    "gea": (_GEA, _CHIPS),
    "pi": (_PI, _CHIPS),
    "pi+gea": (_BOTH, _CHIPS),
    "divat": (_BASIC, _DIVAT),
    "pi+gea+divat": (_BOTH, _DIVAT),
}


@dataclass(frozen=True)
class Listed:
    """All hands that the behaviour plays in one position, with the target's estimates.

    Attributes:
        chance: (hands,) probability of each.
        chips: (hands,) won.
        numbers: by estimator (hands, 2): estimate and weight.
        parts: by map (hands, 2, len(WEIGHTS)): the fraction beyond each weight.
        truth: the target's EV in chips per hand.
    """

    chance: Weights
    chips: Weights
    numbers: dict[str, Weights]
    parts: dict[str, Weights]
    truth: float


def listed(game: Game, behaviour: str, target: str, rival: str, seat: int) -> Listed:
    """Enumerate the hands of one position."""
    plays, judged, against = (
        answers_of(build(name, game), game) for name in (behaviour, target, rival)
    )
    asked = {name: partial(by_map, *how) for name, how in ESTIMATORS.items()}
    asked |= {f"weight {how.name}": partial(by_map, how, Once()) for how in MAPS}
    found = list_hands(game, plays, judged, against, asked, seat)
    cards = combo_cards(game.deck, game.num_hole)
    parts = {how.name: np.zeros((*found.chance.shape, 2, len(WEIGHTS))) for how in MAPS}
    chips = np.zeros(found.chance.shape)
    both: dict[int, tuple[PlayedLine, PlayedLine]] = {}
    for row, (line, combo) in enumerate(zip(found.lines, found.others, strict=True)):
        other = tuple(cards[combo].tolist())
        chips[row] = _CHIPS.of(line.spot, seat, other)
        if id(line) not in both:
            both[id(line)] = line.played(plays), line.played(judged)
        for how in MAPS:
            shown = beyond(departures(line, *both[id(line)], how, other))
            parts[how.name][row] = shown.transpose(2, 0, 1)
    played = found.chance > 0
    numbers = {
        name: np.stack(
            (found.estimates[name][played], found.estimates[f"weight {how.name}"][played]), axis=1
        )
        for name, (how, _) in ESTIMATORS.items()
    }
    parts = {name: part[played] for name, part in parts.items()}
    return Listed(found.chance[played], chips[played], numbers, parts, float(found.truth))


def verdicts(
    positions: tuple[Listed, Listed], hands: int, matches: int, seed: int
) -> Iterator[dict[str, OffPolicyEstimate]]:
    """Yield the verdicts of each match, by estimator; half of its hands in each position."""
    random = np.random.default_rng(seed)
    chance = [one.chance / one.chance.sum() for one in positions]
    chips = np.concatenate([one.chips for one in positions])
    numbers = {
        name: np.concatenate([one.numbers[name] for one in positions]) for name in ESTIMATORS
    }
    parts = {how.name: np.concatenate([one.parts[how.name] for one in positions]) for how in MAPS}
    for _ in range(matches):
        counts = np.concatenate([random.multinomial(hands // 2, part) for part in chance])
        often = counts / counts.sum()
        typical = float(often @ chips**2) ** 0.5
        yield {
            name: verdict_of(
                how,
                np.repeat(numbers[name], counts, axis=0),
                np.tensordot(often, parts[how.name], 1),
                typical,
            )
            for name, (how, _) in ESTIMATORS.items()
        }


@dataclass
class Count:
    """Intervals of one estimator: all, those without a warning, and those that cover the truth."""

    all: int = 0
    unwarned: int = 0
    true: int = 0
    true_of_all: int = 0

    def take(self, found: OffPolicyEstimate, truth: float) -> None:
        """Count one."""
        holds = abs(found.interval.mean - truth) <= found.interval.half_width + 1e-12
        self.all += 1
        self.true_of_all += holds
        if not found.warnings:
            self.unwarned += 1
            self.true += holds

    def __add__(self, other: Count) -> Count:
        return Count(
            self.all + other.all,
            self.unwarned + other.unwarned,
            self.true + other.true,
            self.true_of_all + other.true_of_all,
        )


Counts = dict[str, Count]
"""Intervals by estimator."""


def coverage(
    game: Game,
    behaviour: str,
    rival: str,
    target: str,
    hands: Sequence[int],
    matches: int,
    seed: int,
) -> list[Counts]:
    """Count the intervals of some matches of each length on a target."""
    first, second = (listed(game, behaviour, target, rival, seat) for seat in (0, 1))
    truth = (first.truth + second.truth) / 2
    found: list[Counts] = []
    for length in hands:
        counts = {name: Count() for name in ESTIMATORS}
        for told in verdicts((first, second), length, matches, seed):
            for name, verdict in told.items():
                counts[name].take(verdict, truth)
        found.append(counts)
    return found


@click.command()
@click.option("--game", "games", multiple=True, default=("kuhn", "leduc"), show_default=True)
@click.option("--behaviour", default="cfr", show_default=True)
@click.option("--rival", default="nfsp", show_default=True)
@click.option("--hands", multiple=True, type=int, default=(1000,), help="Of a match.")
@click.option("--matches", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(
    games: tuple[str, ...],
    behaviour: str,
    rival: str,
    hands: tuple[int, ...],
    matches: int,
    seed: int,
) -> None:
    """Print tables: intervals without a warning that include the truth (part with a warning)."""
    rows: list[tuple[str, list[Counts]]] = []
    for name in games:
        game = get_game(name)
        for number, target in enumerate(TARGETS):
            key = 100 * seed + number
            found = coverage(game, behaviour, rival, target, hands, matches, key)
            rows.append((f"{game.name}, `{target}`", found))
    for place, length in enumerate(hands):
        print(f"\n{length:,} hands of `{behaviour}` against `{rival}`\n")
        print(f"| target | {' | '.join(ESTIMATORS)} | all |")
        print(f"|---{'|---' * len(ESTIMATORS)}|---|")
        total = {name: Count() for name in ESTIMATORS}
        for title, found in rows:
            total = {name: total[name] + count for name, count in found[place].items()}
            print(_row(title, found[place]))
        print(_row("all", total))
        every = sum(total.values(), Count())
        print(f"\nof all intervals, warned of or not: {every.true_of_all / every.all:.1%}")


def _row(title: str, found: Counts) -> str:
    every = sum(found.values(), Count())
    cells = [_cell(count) for count in (*found.values(), every)]
    return f"| {title} | {' | '.join(cells)} |"


def _cell(count: Count) -> str:
    held = f"{count.true / count.unwarned:.1%}" if count.unwarned else "-"
    return f"{held} ({1 - count.unwarned / count.all:.0%})"


if __name__ == "__main__":
    main()
