"""The scorecard of releases: its rows, and the table that ``./check --release`` prints.

A test says which row it measures by ``@pytest.mark.scorecard("R1")``, and what it measured by
``record_property("measured", "1,000,000 hands, 0 disagree")``.
"""

from collections import Counter

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


def verdict(counts):
    """The verdict on a row; a skipped test leaves it open."""
    if counts["failed"]:
        return "not met"
    if counts["skipped"]:
        return "partly run"
    return "met" if counts["passed"] else "not run"


def lines(reports):
    """The scorecard as lines of text, two per row."""
    reports = list(reports)
    for name, demand in ROWS.items():
        mine = [report for report in reports if ("scorecard", name) in report.user_properties]
        told = [report for report in mine if report.when == "call" or report.outcome != "passed"]
        counts = Counter(report.outcome for report in told)
        said = [str(v) for report in told for key, v in report.user_properties if key == "measured"]
        said.append(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
        seconds = sum(report.duration for report in mine)
        yield f"{name}  {verdict(counts):10}  {demand}"
        yield f"      {'; '.join(filter(None, said))}  ({seconds:,.0f} s)"
