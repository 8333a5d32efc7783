"""Winamax."""

from __future__ import annotations

from engine.records.sites.site import Site

WINAMAX = Site(
    name="winamax",
    title="Winamax text",
    begins="Winamax Poker - ",
    head=(
        r"Winamax Poker - {any}HandId: #(?P<number>[0-9-]{1,40}) - (?P<game>[^(\n]{1,80})"
        r"\((?:[^/()\n]{1,20}/)??{small}/{big}\) - {time}"
    ),
    acts={
        "fold": [r"folds(?: {cards})?"],
        "check": ["checks"],
        "call": ["calls {chips}{all-in}"],
        "add": ["bets {chips}{all-in}"],  # in old texts also where there was a bet
        "raise to": ["raises {any} to {chips}{all-in}"],
        "ante": ["posts ante {chips}{all-in}"],
        "small": ["posts small blind {chips}{all-in}(?: out of position)?"],
        "big": ["posts big blind {chips}{all-in}(?: out of position)?"],
        "dead": ["(?:posts|pays) (?:dead|missed|small blind dead).*? {chips}{all-in}"],
        "straddle": ["posts straddle {chips}{all-in}"],
        "show": [r"shows {cards}(?: .*)?"],
        "collected": [r"collected {chips} from (?:pot|main pot|side pot(?: [0-9])?)(?: .*)?"],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \({chips}(?:, [^()]*)?\)(?: [^()]*)?"],
        "button": ["Table: .* Seat #{seat} is the button.*"],
        "dealt": ["Dealt to {name} {cards}"],
        "board": [r"\*\*\* (?:FIRST )?(?:FLOP|TURN|RIVER) \*\*\* {board}"],
        "second run": [r"\*\*\* SECOND (?:FLOP|TURN|RIVER) \*\*\*(.*)"],
        "end": [r"\*\*\* SUMMARY \*\*\*"],
    },
    summary={
        "rake": [r"Total pot .* \| Rake ({chips}).*"],
        "summed": [r"Seat {seat}: .{1,160}? (?:mucked|showed) {cards}.*"],
    },
    needs_end=True,
    head_lines=1,
)
