"""Bovada, Bodog and Ignition: players without names, all cards of the hand."""

from __future__ import annotations

from engine.records.sites.site import Site

_WHERE = "(?:Bovada|Ignition|Bodog(?:\\.[a-z.]{2,6})?(?: UK)?|Bodog88) (?:\\w+ )?Hand ?"

BOVADA = Site(
    name="bovada",
    title="Bovada text",
    begins=rf"{_WHERE}#",
    head=(
        f"{_WHERE}#{{number}}:? *"
        r"(?P<game>{any}(?:\({small}/{big}\))?{any}) - (?P<time>[0-9]{4}-[^\n]*)"
    ),
    hero_mark="[ME]",
    early_all_in=True,
    places=("Small Blind", "Big Blind", "UTG", *(f"UTG+{at}" for at in range(1, 10)), "Dealer"),
    after=" : ",
    acts={
        "fold": [r"Folds?(?: ?\(.*\))?(?: & [Ss]hows {cards}.*)?"],
        "check": [r"Checks?(?: ?\(.*\))?"],
        "call": [r"Calls?(?: ?\(.*\))? {chips}(?: ?\(.*\))?"],
        "raise to": [
            r"Bets?(?: ?\(.*\))? {chips}(?: .*)?",
            r"(?:Raises?|All-in) ?(?:\([^)]*\))? ?{any} to {chips}",
        ],
        "add": [r"(?:Raises?|All-in) ?(?:\([^)]*\))? ?{chips}(?: ?\(.*\))?"],
        "small": ["(?:Ante/)?Small [Bb]lind {chips}"],
        "big": ["Big [Bb]lind(?:/Bring in)? {chips}", "Posts? chip {chips}"],
        "ante": ["Ante chip {chips}"],
        "dead": ["Posts? dead chip {chips}"],
        "show": ["Card dealt to a spot {cards}.*"],
        "returned": ["Return uncalled (?:portion of bet|blind) {chips}"],
        "collected": ["Hand [Rr]esult(?:-Side [Pp]ot)? {chips}"],
        "none": [".*"],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \({chips} in chips\).*"],
        "board": [r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* {board}"],
        "cards": [r"\*\*\* HOLE CARDS \*\*\*"],
        "end": [r"\*\*\* SUMMARY \*\*\*"],
    },
    summary={"whole board": [r"Board {cards}"]},
    needs_end=True,
    head_lines=1,
)
