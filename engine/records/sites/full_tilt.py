"""Full Tilt Poker."""

from __future__ import annotations

from engine.records.sites.site import Site

_ALL_IN = "(?:, and is all in| and is all in)?"

FULL_TILT = Site(
    name="full-tilt",
    title="Full Tilt text",
    begins="(?:Full ?Tilt ?(?:Poker)?|FullTiltPoker) Game #[0-9]",
    head=(
        r"Game #(?P<number>[0-9]{1,18}): [^\n]*? - (?:"
        r"(?P<small>[^-/\s]{1,20})/(?P<big>[^-/\s]{1,20})(?: Ante \S{1,20})? - (?P<game>[^\n]*?)"
        r"|(?P<game2>[^\n]*?) - (?P<small2>[^-/\s]{1,20})/(?P<big2>[^-/\s]{1,20})(?: Ante \S{1,20})?"
        r") - (?P<time>[0-9]{1,2}:[^\n]*)"
    ),
    acts={
        "fold": ["folds"],
        "check": ["checks"],
        "call": [f"calls {{chips}}{_ALL_IN}"],
        "raise to": [f"bets {{chips}}{_ALL_IN}", f"raises to {{chips}}{_ALL_IN}"],
        "ante": [f"antes {{chips}}{_ALL_IN}"],
        "small": [f"posts (?:the |a )?small blind of {{chips}}{_ALL_IN}"],
        "big": [f"posts (?:the |a )?big blind of {{chips}}{_ALL_IN}", f"posts {{chips}}{_ALL_IN}"],
        "dead": [f"posts (?:a )?dead small blind of {{chips}}{_ALL_IN}"],
        "show": [r"shows {cards}(?: .*)?"],
        "collected": [
            r"(?:wins|ties for) (?:the )?(?:main |side )?pot(?: [0-9])? \({chips}\)(?: .*)?"
        ],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \({chips}\)(?:,? [^()]*)?"],
        "button": ["The button is in seat #{seat}.*"],
        "dealt": ["Dealt to {name} {cards}"],
        "board": [r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* {board}(?: \(.*)?"],
        "returned": ["Uncalled bet of {chips} returned to {name}"],
        "end": [r"\*\*\* SUMMARY \*\*\*"],
    },
    summary={
        "rake": [r"Total pot .* \| Rake ({chips}).*"],
        "awarded": [r"Seat {seat}: .{1,160}? collected \({chips}\).*"],
        "summed": [r"Seat {seat}: .{1,160}? (?:mucked|showed) {cards}.*"],
    },
    needs_end=True,
    head_lines=1,
)
