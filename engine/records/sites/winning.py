"""The Winning network (Americas Cardroom): its texts until 2016, and those after."""

from __future__ import annotations

from engine.records.sites.site import Site

WINNING = Site(
    name="winning",
    title="Winning text",
    begins=r"(?:Game )?Hand #[0-9]{1,18} - ",
    head=(
        r"Hand #{number} - (?:{any}Tournament #[0-9]+ - )?{game} - "
        r"(?:Level [0-9]+ \()?(?P<small>[^-/()\n]{1,20})/{big}\)? ?- (?P<time>[0-9][^\n]*)"
    ),
    acts={
        "fold": ["folds"],
        "check": ["checks"],
        "call": ["calls {chips}{all-in}"],
        "raise to": ["bets {chips}{all-in}", "raises {any} to {chips}{all-in}"],
        "capped": ["caps {chips}{all-in}"],
        "ante": ["posts (?:the )?ante {chips}{all-in}"],
        "small": ["posts the small blind {chips}{all-in}"],
        "big": ["posts the big blind {chips}{all-in}", "posts {chips}{all-in}"],
        "both": ["posts dead {chips}{all-in}"],
        "straddle": ["straddle {chips}{all-in}"],
        "show": [r"shows {cards}(?: .*)?"],
        "collected": [r"collected {chips} from (?:pot|main pot|side pot(?:[ -][0-9])?)(?: .*)?"],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \({chips}\)(?: [^()]*)?"],
        "button": [".* Seat #{seat} is the button.*"],
        "dealt": ["Dealt to {name} {cards}"],
        "board": [r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* {board}"],
        "second run": [r"\*\*\* SECOND (?:FLOP|TURN|RIVER) \*\*\*(.*)"],
        "returned": [r"Uncalled bet \({chips}\) returned to {name}"],
        "end": [r"\*\*\* SUMMARY \*\*\*"],
    },
    summary={
        "rake": [r"Total pot .* \| Rake ({chips}(?: \| [A-Za-z ]{2,12} {chips}){0,6}).*"],
        "awarded": [r"Seat {seat}: .{1,160}? and won {chips}.*"],
        "summed": [r"Seat {seat}: .{1,160}? (?:mucked|showed) {cards}.*"],
    },
    needs_end=True,
    head_lines=1,
)

OLD_WINNING = Site(
    name="winning-old",
    title="Winning text until 2016",
    begins="Game started at: [0-9]",
    head=(r"Game started at: {time}\nGame ID: {number} {small}/(?P<big>\S{1,20}) (?P<game>[^\n]*)"),
    names_limit=False,
    before="Player ",
    acts={
        "fold": ["folds"],
        "check": ["checks"],
        "call": [r"calls \({chips}\)"],
        "add": [r"(?:bets|raises|allin) \({chips}\)"],
        "ante": [r"(?:posts )?ante \({chips}\)"],
        "small": [r"has small blind \({chips}\)"],
        "big": [r"has big blind \({chips}\)", r"posts \({chips}\)"],
        "dead": [r"posts \({chips}\) as a dead bet"],
        "straddle": [r"straddle \({chips}\)"],
        "dealt one": [r"received card: {cards}"],
        "none": [".* cards?.*|sitting out|wait BB"],
    },
    lines={
        "seat": [r"Seat {seat}: {name} \({chips}\)\.?"],
        "button": ["Seat {seat} is the button"],
        "board": [r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*: {board}"],
        "returned": [r"Uncalled bet \({chips}\) returned to {name}"],
        "end": ["------ Summary ------"],
    },
    summary={
        "result": [
            r"\*?Player {name} (?:shows: .{0,160}?{cards}|(?:mucks|does not show)[^.]*)\. ?"
            r"Bets: .*? Collects: {chips}\. .*"
        ],
    },
    needs_end=True,
)
