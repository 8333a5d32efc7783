"""The hands of ``site_files`` as other sites write them, without the program's code."""

import csv
import io
import json
import re
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

_STREETS = {"FLOP": "flop", "TURN": "turn", "RIVER": "river"}
_WORDS = re.compile(
    r"(posts small blind|posts big blind|folds|checks|calls|bets|raises|shows)"
    r"(?: (.+?))?(?: to (.+?))?( and is all-in)?(?: \(something\))?$"
)


@dataclass
class Told:
    """A hand's events, told in no site's words: kind, player, chips added, total on the street."""

    number: int
    stakes: tuple[str, str]
    button: int
    seats: list[tuple[int, str, str]] = field(default_factory=list)
    dealt: tuple[str, str] = ("", "")
    events: list[tuple[str, str, object, object]] = field(default_factory=list)
    rake: str = "0"


def _found(match: re.Match[str] | None) -> re.Match[str]:
    assert match is not None
    return match


def _cents(text):
    whole, _, part = text.lstrip("$€").replace(",", "").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


def _money(cents, sign):
    return f"{sign}{cents // 100}.{cents % 100:02}" if cents % 100 else f"{sign}{cents // 100}"


def told(hand):
    """Return the events of a hand of ``site_files``."""
    lines = hand.text.strip().split("\n")
    number, small, big = _found(
        re.match(r".*#(\d+): .*\((\S+?)/(\S+?)(?: \w+)?\)", lines[0])
    ).groups()
    button = int(_found(re.search(r"Seat #(\d+)", lines[1]))[1])
    out = Told(int(number), (small, big), button)
    sign = "".join(c for c in big if c in "$€")
    names = sorted(hand.players, key=len, reverse=True)
    bets = {}
    for line in lines[2:]:
        name = next((one for one in names if line.startswith(f"{one}: ")), "")
        if seat := re.fullmatch(r"Seat (\d+): (.*) \((\S+) in chips\)", line):
            out.seats.append((int(seat[1]), seat[2], seat[3]))
        elif line.startswith("Dealt to "):
            dealt = _found(re.fullmatch(r"Dealt to (.*) \[(.*)\]", line))
            out.dealt = dealt[1], dealt[2]
        elif street := re.match(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* .*\[(.*?)\]$", line):
            bets = {}
            out.events.append(("deal", _STREETS[street[1]], street[2], ""))
        elif line.startswith("Uncalled"):
            chips, who = _found(
                re.fullmatch(r"Uncalled bet \((.*)\) returned to (.*)", line)
            ).groups()
            out.events.append(("returned", who, chips, ""))
        elif found := re.fullmatch(r"(.*) collected (\S+) from (.*)", line):
            out.events.append(("collected", found[1], found[2], found[3]))
        elif line.startswith("Total pot"):
            out.rake = line.rpartition("Rake ")[2]
        elif name:
            kind, first, total, whole = _found(_WORDS.fullmatch(line, len(name) + 2)).groups()
            kind = kind.removeprefix("posts ").split()[0]
            if kind in ("small", "big", "calls", "bets", "raises"):
                to = total or _money(bets.get(name, 0) + _cents(first), sign)
                added = _money(_cents(to) - bets.get(name, 0), sign)
                bets[name] = _cents(to)
                out.events.append((kind, name, added, (to, bool(whole))))
            else:
                out.events.append((kind, name, (first or "").strip("[]"), ""))
    return out


def _lines(hand, words):
    """Return the lines of events in the words of a site; kinds without words are left out."""
    lines, board = [], []
    for kind, name, first, more in hand.events:
        template = words.get(kind)
        if kind == "deal":
            before, new = " ".join(board), first
            board += first.split()
            lines.append(
                template.format(
                    street=name, STREET=name.upper(), Street=name.title(), cards=new,
                    commas=new.replace(" ", ", "), all=f" [{before}]" if before else "",
                )
            )  # fmt: skip
        elif template:
            total, all_in = more if isinstance(more, tuple) else (more, False)
            end = words.get("all-in", "") if all_in else ""
            text = template.format(name=name, chips=first, total=total, cards=first,
                                   commas=str(first).replace(" ", ", "))  # fmt: skip
            lines.append(text + end)
    return lines


_SEAT, _END = "Seat {seat}: {name} ({chips})", "*** SUMMARY ***\nTotal pot 1 | Rake {rake}"


def _plain(hand, head, seat, deal, words, end, after_seats=""):
    small, big = hand.stakes
    values = {"number": hand.number, "small": small, "big": big, "button": hand.button}
    values |= {"count": len(hand.seats), "name": hand.dealt[0], "cards": hand.dealt[1]}
    values |= {"commas": hand.dealt[1].replace(" ", ", "), "rake": hand.rake}
    lines = [head.format(**values)]
    lines += [
        seat.format(seat=number, name=name, chips=chips) for number, name, chips in hand.seats
    ]
    if after_seats:
        lines.append(after_seats.format(**values))
    told = _lines(hand, words)
    posts = [
        line for line, event in zip(told, hand.events, strict=False) if event[0] in ("small", "big")
    ]
    lines += posts
    if hand.dealt[0]:
        lines.append(deal.format(**values))
    else:
        lines += deal.format(**values).split("\n")[:-1]
    lines += told[len(posts) :]
    if end:
        lines.append(end.format(**values))
    return "\n".join(lines) + "\n\n\n"


def pacific(hand):
    words = {
        "folds": "{name} folds", "checks": "{name} checks", "calls": "{name} calls [{chips}]",
        "bets": "{name} bets [{chips}]", "raises": "{name} raises [{chips}]",
        "small": "{name} posts small blind [{chips}]", "big": "{name} posts big blind [{chips}]",
        "deal": "** Dealing {street} ** [ {commas} ]", "shows": "{name} shows [ {commas} ]",
        "collected": "{name} collected [ {chips} ]",
    }  # fmt: skip
    head = (
        "#Game No : {number}\n***** 888poker Hand History for Game {number} *****\n"
        "{small}/{big} Blinds No Limit Holdem - *** 05 06 2022 23:06:24\n"
        "Table Leeds 10 Max (Real Money)\n"
        "Seat {button} is the button\nTotal number of players : {count}"
    )
    deal = "** Dealing down cards **\nDealt to {name} [ {commas} ]"
    text = _plain(hand, head, "Seat {seat}: {name} ( {chips} )", deal, words, "")
    first = _found(re.search(r"^.* (?:shows \[|collected \[)", text, re.MULTILINE))
    return f"{text[: first.start()]}** Summary **\n{text[first.start() :]}"


_STARS = {
    "folds": "{name} folds", "checks": "{name} checks", "calls": "{name} calls {chips}",
    "bets": "{name} bets {chips}", "raises": "{name} raises {chips} to {total}",
    "deal": "*** {STREET} ***{all} [{cards}]", "shows": "{name} shows [{cards}] (a hand)",
    "small": "{name} posts small blind {chips}", "big": "{name} posts big blind {chips}",
    "collected": "{name} collected {chips} from {total}", "all-in": " and is all-in",
}  # fmt: skip


def winamax(hand):
    head = (
        "Winamax Poker - CashGame - HandId: #{number}-28-1298310000 - Holdem no limit"
        " ({small}/{big}) - 2011/02/21 20:12:00 UTC\n"
        "Table: 'Nice' 9-max (real money) Seat #{button} is the button"
    )
    deal = "Dealt to {name} [{cards}]\n*** PRE-FLOP ***"
    return _plain(hand, head, _SEAT, deal, _STARS, _END, "*** ANTE/BLINDS ***")


def party(hand):
    words = {
        "folds": "{name} folds", "checks": "{name} checks", "calls": "{name} calls [{chips} USD]",
        "bets": "{name} bets [{chips} USD]", "raises": "{name} raises [{chips} USD]",
        "small": "{name} posts small blind [{chips} USD].",
        "big": "{name} posts big blind [{chips} USD].",
        "deal": "** Dealing {Street} ** [ {commas} ]",
        "shows": "{name} shows [ {commas} ]a pair.", "collected": "{name} wins {chips} USD",
    }  # fmt: skip
    head = (
        "***** Hand History for Game {number} *****\n$25 USD NL Texas Hold'em - Sunday,"
        " November 21, 19:00:00 CET 2010\nTable Nice (Real Money)\nSeat {button} is the button\n"
        "Total number of players : {count}/10"
    )
    deal = "** Dealing down cards **\nDealt to {name} [  {cards} ]"
    return _plain(hand, head, "Seat {seat}: {name} ( {chips} USD )", deal, words, "")


def full_tilt(hand):
    words = _STARS | {
        "raises": "{name} raises to {total}", "all-in": ", and is all in",
        "small": "{name} posts the small blind of {chips}",
        "big": "{name} posts the big blind of {chips}",
        "returned": "Uncalled bet of {chips} returned to {name}",
        "deal": "*** {STREET} ***{all} [{cards}]", "shows": "{name} shows [{cards}] a pair",
        "collected": "{name} wins the pot ({chips})",
    }  # fmt: skip
    head = (
        "Full Tilt Poker Game #{number}: Table Nice (6 max) - {small}/{big} - No Limit Hold'em -"
        " 18:30:23 ET - 2010/05/24"
    )
    deal = "The button is in seat #{BUTTON}\n*** HOLE CARDS ***\nDealt to {name} [{cards}]"
    return _plain(hand, head, _SEAT, deal.replace("{BUTTON}", str(hand.button)), words, _END)


def winning(hand):
    words = _STARS | {
        "small": "{name} posts the small blind {chips}",
        "big": "{name} posts the big blind {chips}",
        "returned": "Uncalled bet ({chips}) returned to {name}",
    }  # fmt: skip
    head = (
        "Hand #{number} - Holdem(No Limit) - {small}/{big} - 2021/04/20 18:42:26 UTC\n"
        "Nice 9-max Seat #{button} is the button"
    )
    deal = "*** HOLE CARDS ***\nDealt to {name} [{cards}]"
    return _plain(hand, head, _SEAT, deal, words, _END)


def winning_old(hand):
    """Its amounts have no signs; the summary says who collects."""
    won, shown = {}, {}
    for kind, name, chips, _ in hand.events:
        if kind == "collected":
            won[name] = won.get(name, 0) + _cents(chips)
        if kind == "shows":
            shown[name] = chips
    words = {
        "folds": "Player {name} folds", "checks": "Player {name} checks",
        "calls": "Player {name} calls ({chips})", "bets": "Player {name} bets ({chips})",
        "raises": "Player {name} raises ({chips})",
        "small": "Player {name} has small blind ({chips})",
        "big": "Player {name} has big blind ({chips})",
        "deal": "*** {STREET} ***:{all} [{cards}]",
        "returned": "Uncalled bet ({chips}) returned to {name}",
    }  # fmt: skip
    head = (
        "Game started at: 2016/8/2 10:50:44\n"
        "Game ID: {number} {small}/{big} (PRR) Nice - 6 (Hold'em)\n"
        "Seat {button} is the button"
    )
    first, second = (hand.dealt[1].split() or ["", ""])[:2]
    deal = f"Player {{name}} received card: [{first}]\nPlayer {{name}} received card: [{second}]"
    lines = ["------ Summary ------", f"Pot: 1. Rake {hand.rake}"]
    for _, name, _ in hand.seats:
        said = f"shows: One pair. [{shown[name]}]" if name in shown else "does not show cards"
        star, got = "*" * (name in won), _money(won.get(name, 0), "")
        lines.append(f"{star}Player {name} {said}.Bets: 1. Collects: {got}. Wins: 0.")
    text = _plain(hand, head, "Seat {seat}: {name} ({chips}).", deal, words, "\n".join(lines))
    return text.replace("$", "")


def bovada(hand):
    """Players are their positions; all cards are dealt openly, those of the hero marked."""
    ring = [name for _, name, _ in hand.seats]
    first = next(name for kind, name, *_ in hand.events if kind == "small")
    ring = ring[ring.index(first) :] + ring[: ring.index(first)]
    places = ["Small Blind", "Big Blind", "UTG", *(f"UTG+{at}" for at in range(1, 7))][: len(ring)]
    if len(ring) > 2:
        places[-1] = "Dealer"
    else:
        places = ["Dealer", "Big Blind"]
    me = dict(zip(ring, places, strict=True))
    marked = {
        name: f"{place} [ME]" if name == hand.dealt[0] else place for name, place in me.items()
    }
    words = {
        "folds": "{name} : Folds", "checks": "{name} : Checks", "calls": "{name} : Calls {chips} ",
        "bets": "{name} : Bets {chips} ", "raises": "{name} : Raises {chips} to {total} ",
        "small": "{name} : Small Blind {chips} ", "big": "{name} : Big blind {chips} ",
        "deal": "*** {STREET} ***{all} [{cards}]",
        "returned": "{name} : Return uncalled portion of bet {chips} ",
        "shows": "{name} : Card dealt to a spot [{cards}] ",
        "collected": "{name} : Hand result {chips} ",
    }  # fmt: skip
    hand.seats = [(seat, marked[name], chips) for seat, name, chips in hand.seats]
    hand.events = [
        (kind, marked.get(name, name), first, more) for kind, name, first, more in hand.events
    ]
    head = "Bovada Hand #{number} TBL#12 HOLDEM No Limit - 2016-08-09 12:41:32"
    deal = "*** HOLE CARDS ***\n{name} : Card dealt to a spot [{cards}] "
    hand.dealt = (marked.get(hand.dealt[0], ""), hand.dealt[1])
    seat = "Seat {seat}: {name} ({chips} in chips)"
    return _plain(hand, head, seat, deal, words, "*** SUMMARY ***")


_SUITS = str.maketrans({"s": "♠", "h": "♥", "d": "♦", "c": "♣", "T": "10"})


def pokernow(hands):
    """The log of several hands, newest line first."""
    rows = []
    for hand in hands:
        ids = {name: f'"{name} @ id{sum(map(ord, name))}"' for _, name, _ in hand.seats}
        button = next(name for seat, name, _ in hand.seats if seat == hand.button)
        rows.append(
            f"-- starting hand #{hand.number} (id: a1b2)  (No Limit Texas Hold'em)"
            f" (dealer: {ids[button]}) --"
        )
        stacks = (f"#{seat} {ids[name]} ({chips})" for seat, name, chips in hand.seats)
        rows.append(f"Player stacks: {' | '.join(stacks)}")
        board = []
        for kind, name, first, more in hand.events:
            who, total = ids.get(name), more[0] if isinstance(more, tuple) else ""
            end = " and go all in" if isinstance(more, tuple) and more[1] else ""
            cards = ", ".join(card.translate(_SUITS) for card in str(first).split())
            rows.append(
                {
                    "deal": f"{name.title()}: {', '.join(board)} [{cards}]",
                    "small": f"{who} posts a small blind of {first}",
                    "big": f"{who} posts a big blind of {first}",
                    "calls": f"{who} calls {total}{end}", "bets": f"{who} bets {total}{end}",
                    "raises": f"{who} raises to {total}{end}",
                    "shows": f"{who} shows a {cards}.",
                    "returned": f"Uncalled bet of {first} returned to {who}",
                    "collected": f"{who} collected {first} from pot",
                }.get(kind, f"{who} {kind}")
            )  # fmt: skip
            board += [cards] if kind == "deal" else []
        rows.append(f"-- ending hand #{hand.number} --")
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("entry", "at", "order"))
    for order in reversed(range(len(rows))):
        writer.writerow((rows[order], "2022-01-13T19:53:17.974Z", order))
    return file.getvalue()


def export(hands):
    """The export of several hands as JSON."""
    codes = {"small": 3, "big": 2, "checks": 0, "folds": 11, "calls": 7, "bets": 8, "raises": 8}
    codes |= {"shows": 12, "returned": 16, "collected": 10, "deal": 9}
    out = []
    for hand in hands:
        seats = {name: seat for seat, name, _ in hand.seats}
        events = []
        for kind, name, first, more in hand.events:
            event = {"type": codes[kind]}
            if kind == "deal":
                event |= {"cards": first.split(), "run": 1}
            else:
                event["seat"] = seats[name]
                if kind == "shows":
                    event["cards"] = first.split()
                elif first:
                    event["value"] = int(more[0] if isinstance(more, tuple) else first)
            events.append({"at": 1710100000000, "payload": event})
        players = [
            {"id": f"id{seat}", "seat": seat, "name": name, "stack": int(chips)}
            | ({"id": "me", "hand": hand.dealt[1].split()} if name == hand.dealt[0] else {})
            for seat, name, chips in hand.seats
        ]
        small, big = map(int, hand.stakes)
        out.append(
            {"id": "h", "handVersion": 2, "number": str(hand.number), "gameType": "th",
             "cents": False, "smallBlind": small, "bigBlind": big, "dealerSeat": hand.button,
             "startedAt": 1710100000000, "players": players, "events": events}
        )  # fmt: skip
    return json.dumps({"generatedAt": "2026-02-24", "playerId": "me", "hands": out})


def ipoker(hands, hero):
    """A session as XML; winnings are attributes of the players."""
    codes = {"small": 1, "big": 2, "folds": 0, "checks": 4, "calls": 3, "bets": 5, "raises": 23}
    small, big = hands[0].stakes
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<session sessioncode="1">']
    lines.append(f"<general><gametype>Holdem NL {small}/{big}</gametype><currency>USD</currency>")
    lines.append(f"<nickname>{hero}</nickname></general>")
    for hand in hands:
        won, shown = {}, dict([hand.dealt])
        for kind, name, first, _ in hand.events:
            if kind in ("collected", "returned"):
                won[name] = won.get(name, 0) + _cents(first)
            if kind == "shows":
                shown[name] = first
        lines.append(f'<game gamecode="{hand.number}"><general>')
        lines.append("<startdate>2011-11-29 15:22:24</startdate><players>")
        for seat, name, chips in hand.seats:
            win = f"${won.get(name, 0) / 100:.2f}"
            lines.append(
                f'<player seat="{seat}" name={quoteattr(name)} chips="{chips}"'
                f' dealer="{int(seat == hand.button)}" win="{win}" bet="$0"/>'
            )
        lines.append('</players></general><round no="0">')
        for number, (kind, name, first, more) in enumerate(hand.events, 1):
            if kind == "deal":
                lines.append(
                    f'</round><round no="2"><cards type="{name.title()}">{_xml(first)}</cards>'
                )
            elif kind in codes:
                chips = more[0] if kind in ("bets", "raises") else first or "$0"
                lines.append(
                    f'<action no="{number}" player={quoteattr(name)} type="{codes[kind]}"'
                    f' sum="{chips}"/>'
                )
            if kind == "big":
                lines.append('</round><round no="1">')
                lines += [
                    f'<cards type="Pocket" player={quoteattr(who)}>{_xml(cards)}</cards>'
                    for who, cards in shown.items()
                    if who
                ]
        lines.append("</round></game>")
    return "\n".join([*lines, "</session>"])


def _xml(cards):
    return " ".join(card[1].upper() + card[0].replace("T", "10") for card in cards.split())


TEXTS = {
    "888": pacific, "winamax": winamax, "party": party, "full-tilt": full_tilt,
    "winning": winning, "winning-old": winning_old, "bovada": bovada,
}  # fmt: skip
"""The sites whose hands are lines of text, by the names of the formats."""
