"""Full Tilt Poker."""

from __future__ import annotations

from engine.records.sites.site import Site

FULL_TILT = Site(
    name="full-tilt",
    title="Full Tilt text",
    begins="(?:Full ?Tilt ?(?:Poker)?|FullTiltPoker) Game #[0-9]",
    head=(
        r"Game #{number}: {any} - (?:(?P<small>\S{1,20})/{big}(?: Ante \S{1,20})? - {game}"
        r"|(?P<game2>{any}) - (?P<small2>\S{1,20})/{big2}(?: Ante \S{1,20})?)"
        r" - (?P<time>[0-9]{1,2}:[^\n]*)"
    ),
    acts={
        "fold": ["folds"],
        "check": ["checks"],
        "call": ["calls {chips}{all-in}"],
        "raise to": ["bets {chips}{all-in}", "raises to {chips}{all-in}"],
        "ante": ["antes {chips}{all-in}"],
        "small": ["posts (?:the |a )?small blind of {chips}{all-in}"],
        "big": ["posts (?:the |a )?big blind of {chips}{all-in}", "posts {chips}{all-in}"],
        "dead": ["posts (?:a )?dead small blind of {chips}{all-in}"],
        "show": [r"shows {cards}(?: .*)?"],
        "collected": [
            r"(?:wins|ties for) (?:the )?(?:main |side )?pot(?: [0-9])? \({chips}\)(?: .*)?"
        ],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \({chips}\)(?:,? [^()]*)?"],
        "button": ["The button is in seat #{seat}.*"],
        "dealt": ["Dealt to {name} {cards}"],
        "board": [r"\*\*\* (?:FLOP|TURN|RIVER)(?: 1)? \*\*\* {board}(?: \(.*)?"],
        "second run": [r"\*\*\* (?:FLOP|TURN|RIVER) 2 \*\*\*(.*)"],
        "returned": ["Uncalled bet of {chips} returned to {name}"],
        "end": [r"\*\*\* SUMMARY \*\*\*"],
    },
    summary={
        "rake": [r"Total pot .* \| Rake ({chips}).*"],
        "awarded": [r"Seat {seat}: .{1,160}? collected \({chips}\).*"],
        "whole board": [r"Board: {cards}"],
        "summed": [r"Seat {seat}: .{1,160}? (?:mucked|showed) {cards}.*"],
        "none": [r"\*\*\* SUMMARY [12] \*\*\*"],
    },
    needs_end=True,
    head_lines=1,
)
