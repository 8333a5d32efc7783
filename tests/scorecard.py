"""The scorecard of releases: its rows, and the table that ``./check --release`` prints.

A test says which row it measures by ``@pytest.mark.scorecard("R1")``, and what it measured by
``record_property("measured", "1,000,000 hands, 0 disagree")``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pytest

ROWS = {
    "R1": "conformance hands replay; golden betting trees; 1,000,000 hands as in PokerKit",
    "R2": "10,000,000 hands: chips conserved, no card twice, no negative stack",
    "E1": "all hands of seven cards exact; 169 equities to 1e-9",
    "S1": "Kuhn, Leduc and best responses to 1e-9, also OpenSpiel's",
    "S2": "shipped strategies: strength reproduced, rows sum to 1",
    "G1": "1,000,000 decks uniform; faulty shuffles flagged",
    "G2": "hidden cards permuted: answers stay bit-identical",
    "D1": "1,000 kills: 0 hands lost, 0 torn, 0 leftovers",
    "D2": "2,000 damaged databases: what is sound is kept; 1,000 flips reported",
    "D3": "full disk, locks, second start, newer schema: a message, nothing lost",
    "D4": "20,000 mutated files: 0 tracebacks, hangs, peaks over 600 MB",
    "U1": "an exception anywhere is logged, shown, hands kept",
    "U3": "30 kinds of bad engines, 10 runs each: the stated outcome",
    "U4": "300 closes at random moments of all pages: nothing lost or left over",
    "N1": "95% intervals hold the truth in 93.5 to 96.5% of 2,000 matches; equal engines give 0",
}
"""The demands of each row, in short."""


@dataclass
class _Row:
    """The outcomes of the tests of a row."""

    outcomes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_OUTCOMES, 0))
    measured: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def verdict(self) -> str:
        """The verdict on the row; a skipped test leaves it open."""
        if self.outcomes["failed"]:
            return "not met"
        if self.outcomes["skipped"]:
            return "partly run"
        return "met" if self.outcomes["passed"] else "not run"


_OUTCOMES = ("passed", "failed", "skipped")


def lines(reports: Iterable[pytest.TestReport]) -> Iterator[str]:
    """The scorecard as lines of text, one or more for each row."""
    rows = {name: _Row() for name in ROWS}
    for report in reports:
        told = report.user_properties
        for row in [rows[str(value)] for key, value in told if key == "scorecard"]:
            row.seconds += report.duration
            if report.when == "call" or report.outcome != "passed":
                row.outcomes[report.outcome] += 1
                row.measured += [str(value) for key, value in told if key == "measured"]
    for name, row in rows.items():
        counts = ", ".join(f"{count} {kind}" for kind, count in row.outcomes.items() if count)
        yield f"{name}  {row.verdict:10}  {ROWS[name]}"
        yield f"      {'; '.join([*row.measured, *filter(None, [counts])])}  ({row.seconds:,.0f} s)"
