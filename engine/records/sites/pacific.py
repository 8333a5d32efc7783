"""888poker and its older networks (Pacific, Cassava)."""

from __future__ import annotations

from engine.records.sites.site import Site

PACIFIC = Site(
    name="888",
    title="888poker text",
    begins=r"\*{5} .{1,40} Hand History for Game [0-9]",
    head=(
        r"Hand History for Game {number} \*+\n"
        r"{small}/{big} Blinds {game} - \*\*\* ?{time}"
    ),
    acts={
        "fold": ["folds"],
        "check": ["checks"],
        "call": [r"calls (?:all-in )?\[ ?{chips} ?\]"],
        "add": [r"(?:bets|raises|goes all-in|all-in) \[ ?{chips} ?\]"],
        "small": [r"posts small blind \[ ?{chips} ?\]"],
        "big": [r"posts big blind \[ ?{chips} ?\]"],
        "ante": [r"posts (?:the )?ante \[ ?{chips} ?\]"],
        "both": [r"posts dead blind \[ ?{chips} \+ {chips} ?\]"],
        "dead": [r"posts dead blind \[ ?{chips} ?\]"],
        "straddle": [r"posts straddle \[ ?{chips} ?\]"],
        "show": [r"(?:shows|mucks|did not show|doesn't show) {cards}(?: .*)?"],
        "collected": [r"collected \[ {chips} \].*"],
        "none": ["(?:did not show|mucked|has|is|was) .*"],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \( {chips} \)"],
        "button": ["Seat {seat} is the button"],
        "dealt": ["Dealt to {name} {cards}"],
        "board": [r"\*\* Dealing (?:flop|turn|river) \*\* ?{board}"],
        "end": [r"\*\* Summary \*\*"],
    },
    needs_end=True,
)
