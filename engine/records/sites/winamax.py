"""Winamax."""

from __future__ import annotations

from engine.records.sites.site import Site

_ALL_IN = "(?: and is all-in)?"

WINAMAX = Site(
    name="winamax",
    title="Winamax text",
    begins="Winamax Poker - ",
    head=(
        r"Winamax Poker - [^\n]*?HandId: #(?P<number>[0-9-]{1,40}) - (?P<game>[^(\n]{1,80})"
        r"\((?:[^/()\n]{1,20}/)??(?P<small>[^/()\n]{1,20})/(?P<big>[^/()\n]{1,20})\) - (?P<time>[^\n]*)"
    ),
    acts={
        "fold": [r"folds(?: {cards})?"],
        "check": ["checks"],
        "call": [f"calls {{chips}}{_ALL_IN}"],
        "raise to": [f"bets {{chips}}{_ALL_IN}", rf"raises \S.{{0,24}}? to {{chips}}{_ALL_IN}"],
        "ante": [f"posts ante {{chips}}{_ALL_IN}"],
        "small": [f"posts small blind {{chips}}{_ALL_IN}(?: out of position)?"],
        "big": [f"posts big blind {{chips}}{_ALL_IN}(?: out of position)?"],
        "dead": [f"(?:posts|pays) (?:dead|missed|small blind dead).*? {{chips}}{_ALL_IN}"],
        "straddle": [f"posts straddle {{chips}}{_ALL_IN}"],
        "show": [r"shows {cards}(?: .*)?"],
        "collected": [r"collected {chips} from (?:pot|main pot|side pot(?: [0-9])?)(?: .*)?"],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \({chips}(?:, [^()]*)?\)(?: [^()]*)?"],
        "button": ["Table: .* Seat #{seat} is the button.*"],
        "dealt": ["Dealt to {name} {cards}"],
        "board": [r"\*\*\* (?:FIRST )?(?:FLOP|TURN|RIVER) \*\*\* {board}"],
        "again": [r"\*\*\* SECOND (?:FLOP|TURN|RIVER) \*\*\*.*"],
        "end": [r"\*\*\* SUMMARY \*\*\*"],
    },
    summary={
        "rake": [r"Total pot .* \| Rake ({chips}).*"],
        "summed": [r"Seat {seat}: .{1,160}? (?:mucked|showed) {cards}.*"],
    },
    needs_end=True,
    head_lines=1,
)
