"""PartyPoker: the blinds of cash tables are those that are posted."""

from __future__ import annotations

from engine.records.sites.site import Site

_END = r"[. ]*"
_IN = r" ?(?:of )?[\[(] ?{chips} {0,2}[\])]"

PARTY = Site(
    name="party",
    title="PartyPoker text",
    begins=r"\*{5} Hand History [Ff]or Game [0-9]",
    head=(
        r"\*{5} Hand History [Ff]or Game (?P<number>[0-9][0-9A-Za-z]{1,24}) \*{5}[^\n]*\n"
        r"(?:(?P<small>\S{1,20})/(?P<big>\S{1,20}) )?{game}"
        r"(?:Trny: ?{any} Blinds(?:-Antes)?\({small2}/{big2}(?: -[^\n)]*)?\))?"
        r"(?P<time> - [A-Z][^\n]*)"
    ),
    acts={
        "fold": [f"folds{_END}"],
        "check": [f"checks{_END}"],
        "call": [f"calls{_IN}{_END}"],
        "add": [f"(?:bets|raises|is all-In) {{0,2}}{_IN}{_END}"],
        "raise to": [r"(?:bets|raises) \S{1,20} to {chips}"],
        "small": [f"posts small blind{_IN}{_END}"],
        "big": [f"posts big blind{_IN}{_END}"],
        "ante": [f"posts ante{_IN}{_END}"],
        "both": [f"posts big blind \\+ dead{_IN}{_END}"],
        "dead": [f"posts dead blind{_IN}{_END}"],
        "show": [r"(?:shows|doesn't show|does not show) {cards} ?.*"],
        "collected": [
            r"wins {chips}(?: chips)?(?: from .*)?\.?",
            "balance .*? collected {chips}, net .*",
        ],
    },
    lines={
        "seat": [r" ?[Ss]eat {seat}: {name} \( ?{chips} {0,2}\)(?: - .*)?"],
        "button": ["(?:.* )?[Ss]eat {seat} is the button.*"],
        "dealt": ["Dealt to {name} {cards}"],
        "board": [r"\*\* Dealing (?:[Ff]lop|[Tt]urn|[Rr]iver) \*\* ?:? {0,2}{board}"],
        "rake": [r"(?:Main Pot: .*)Rake: ({chips}).*"],
    },
)
