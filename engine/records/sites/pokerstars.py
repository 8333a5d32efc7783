"""PokerStars in all its years, and GGPoker, whose texts are like them.

The formats have no specification; the tables are based on their files.
"""

from __future__ import annotations

from engine.records.sites.site import Site

_NOTES = r"(?: \|.*)?"
_BUY_IN = r"(?:(?:(?!8-Game)[^\s(]{0,30}[0-9][^\s(]{0,30}|Freeroll)(?: [A-Z]{2,4})? +)?"
_HEAD = (
    r"{number}\b:? *(?:\{[^}\n]{0,80}\} *)?"
    rf"(?:(?:[A-Z][a-z]+ )?Tournament #[0-9]+, *{_BUY_IN})?"
    r"(?P<game>[^(\n]{0,160}\((?:{small}/{big})?(?: *-? [^()\n]{0,80})?\))"
    r"{time}"
)

_LIKE_IT = r"(?:Full Tilt|Run It Once Poker|[A-Z]\w{2,12}Poker|Poker[A-Z]\w{2,9})"
"""Sites that write the same texts."""

POKERSTARS = Site(
    name="pokerstars",
    title="PokerStars text",
    begins=rf"(?:PokerStars .{{0,40}}|{_LIKE_IT} (?:Rush )?Hand )#[0-9]",
    head=r"[A-Z].{0,40}?(?:Hand|Game) #" + _HEAD,
    after=": ",
    acts={
        "fold": [r"folds(?: {cards})?"],
        "check": ["checks(?: and is all-in)?"],
        "call": ["calls {chips}{all-in}"],
        "raise to": ["bets {chips}{all-in}", "raises {any} to {chips}{all-in}"],
        "ante": ["posts the ante {chips}{all-in}"],
        "small": ["posts small blind {chips}{all-in}"],
        "big": ["posts big blind {chips}{all-in}"],
        "both": ["posts small (?:&|and) big blinds {chips}{all-in}"],
        "dead": ["posts (?:a )?(?:dead|missed)(?: small)?(?: blind)? {chips}{all-in}"],
        "straddle": ["(?:posts )?(?:(?:a|button|the) )?straddle {chips}{all-in}"],
        "show": [r"shows {cards}(?: \(.*\))?"],
        "none": [
            r"(?:mucks|doesn't show) hand|sits out|is (?:sitting out|disconnected|connected)",
            r"posts (?:nothing|no .*)|shows .*|has .*|will be allowed .*|Table deposit .*",
        ],
    },
    lines={
        "seat": [
            r"Seat {seat}: {name} \({chips} in chips\b[^)]*\)(?: .*)?",
        ],
        "button": [r".*?Seat #{seat} is the button.*"],
        "dealt": [r"Dealt to {name} {cards}"],
        "board": [r"\*\*\* (?:FIRST )?(?:FLOP|TURN|RIVER) \*\*\* {board}"],
        "second run": [r"\*\*\* SECOND (?:FLOP|TURN|RIVER) \*\*\*(.*)"],
        "third run": [r"\*\*\* THIRD (?:FLOP|TURN|RIVER) \*\*\*(.*)"],
        "returned": [r"Uncalled bet \({chips}\) returned to {name}"],
        "collected": [
            r"{name} collected {chips} from (?:pot|main pot|side pot(?:[ -][0-9])?)(?: .*)?"
        ],
        "cashed": [rf"{{name}} cashed out the hand for {{chips}}{_NOTES}"],
        "end": [r"\*\*\* SUMMARY \*\*\*"],
        "none": [r"\*\*\* (?:HOLE CARDS|(?:FIRST |SECOND |THIRD )?SHOW ?DOWN) \*\*\*.*"],
        "wrong": [r"(\*\*\*.*)"],
    },
    summary={
        "rake": [r"Total pot .* \| Rake ({chips}(?: \| [A-Za-z ]{2,12} {chips}){0,6}).*"],
        "summed": [r"Seat {seat}: .{1,160}? (?:mucked|showed) {cards}.*"],
        "not awarded": [r"Seat {seat}: .{1,160}? won \({chips}\) .{0,160}\(pot not awarded\b.*"],
        "awarded": [r"Seat {seat}: .{1,160}? (?:won|collected) \({chips}\).*"],
        "again": ["Hand was run (?:two|twice|three).*"],
    },
    needs_end=True,
    head_lines=1,
)

GGPOKER = Site(
    name="ggpoker",
    title="GGPoker text",
    begins=r"Poker Hand #[A-Z]{2}[0-9]{1,18}: ",
    head="Poker Hand #[A-Z]{2}" + _HEAD,
    after=": ",
    acts={
        **POKERSTARS.acts,
        "none": [*POKERSTARS.acts["none"], r"(?:Chooses|Receives|Pays) .*"],
        "cashed": [r"Receives Cashout \({chips}\)(?: .*)?"],
    },
    lines=POKERSTARS.lines,
    summary=POKERSTARS.summary,
    needs_end=True,
    head_lines=1,
)
