"""iPoker: sessions as XML.

The elements of hands are found in the text and each is parsed alone, so that no declaration of
entities ever reaches the parser, and a damaged hand costs no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from engine.errors import RecordError
from engine.records.sites.site import MOST_DIGITS, check_game
from engine.records.sites.words import currency, hundredths, moment, read_cards
from engine.records.source import HandStep, Post, PostKind, Seat, SourceHand, StepKind

MOST_LETTERS = 200_000
"""Characters of a hand."""
_GAME = re.compile(r"<game gamecode=.*?(?:</game>|(?=<game )|\Z)", re.DOTALL)
_END = "</game>"
_FIELD = r"<{name}>([^<]{{0,200}})</{name}>"
_CARD = re.compile(r"([CDHS])(10|[2-9TJQKA])")
_POSTS: dict[str, PostKind] = {"1": "small", "2": "big", "15": "ante"}
_STEPS: dict[str, StepKind] = {
    **dict.fromkeys(("5", "23"), "raise to"),
    **dict.fromkeys(("3", "4"), "call"),
    **dict.fromkeys(("6", "7"), "add"),
    "0": "fold",
}
"""What the types of actions mean: 3 is a call, 4 a check, 7 an all-in."""


def is_session(text: str) -> bool:
    """Return whether a text begins as a session does."""
    return text.startswith("<") and ("<session" in text[:2_000] or "<game" in text[:4_000])


def hand_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield each hand of a session with its line: its own element after the session's facts."""
    first = text.find("<game ")
    head = text[: max(first, 0)][:20_000]
    facts = [
        f"<{name}>{found[1]}</{name}>"
        for name in ("gametype", "currency", "nickname")
        if (found := re.search(_FIELD.format(name=name), head))
    ]
    place, before = 1, 0
    for match in _GAME.finditer(text):
        place += text.count("\n", before, match.start())
        before = match.start()
        game = match[0]
        if not game.endswith(_END):  # the file was cut
            game = f"{game[: game.rfind('</round>') + len('</round>')]}{_END}"
        yield place, f"<session>{''.join(facts)}{game}</session>"


def read_session_hand(text: str) -> SourceHand:
    """Return a hand from its text in ``hand_texts``.

    Raises:
        RecordError: if it is malformed.
    """
    if len(text) > MOST_LETTERS:
        raise RecordError("the hand is longer than {most:,} characters", most=MOST_LETTERS)
    if not text.startswith("<session>"):
        raise RecordError("the text is not a hand of iPoker")
    try:
        root = ET.fromstring(text)  # noqa: S314  one element, without a prolog: no entities
    except ET.ParseError as error:
        raise RecordError("the hand is not XML: {error}", error=str(error)[:80]) from None
    game = root.find("game")
    kind = root.findtext("gametype", "")
    check_game(re.sub(r"\bNL\b.*", "NL", kind) if "NL" in kind else kind)
    if game is None:
        raise RecordError("the text is not a hand of iPoker")
    hand = SourceHand(
        number=_digits(game.get("gamecode", "")),
        time=moment(game.findtext("general/startdate", "")),
    )
    stakes = re.findall(r"[^\s/]{1,20}(?=/)|(?<=/)[^\s/]{1,20}", kind)
    if len(stakes) == 2:
        hand.blinds = (hundredths(stakes[0]), hundredths(stakes[1]))
    money = [kind, *(player.get("chips", "") for player in game.iter("player"))]
    hand.symbol = next(filter(None, map(currency, money[1:])), "") or currency(
        stakes[-1] if stakes else ""
    )
    for player in game.iter("player"):
        _read_player(hand, player)
    for part in game.iter("round"):
        _read_round(hand, part)
    name = root.findtext("nickname", "")
    hand.hero = name if name in hand.seats else ""
    hand.over = True
    return hand


def _digits(text: str) -> int:
    """Return the number that a text's digits make."""
    return int("".join(re.findall("[0-9]", text))[:MOST_DIGITS] or 0)


def _read_player(hand: SourceHand, player: ET.Element) -> None:
    name, seat = player.get("name", ""), player.get("seat", "")
    if not seat.isdecimal() or name in hand.seats:
        raise RecordError("a player has no seat of its own")
    hand.seats[name] = Seat(int(seat[:4]), hundredths(player.get("chips", "")))
    if player.get("dealer") == "1":
        hand.button = int(seat[:4])
    won = hundredths(player.get("win", "") or "0")
    if won:
        hand.collected[name] = won


def _read_round(hand: SourceHand, part: ET.Element) -> None:
    """Read the cards and actions of a round, those in the order of their numbers."""
    for cards in part.iter("cards"):
        found = read_cards("".join(rank + suit for suit, rank in _CARD.findall(cards.text or "")))
        name = cards.get("player", "")
        if cards.get("type", "Pocket") != "Pocket":
            hand.steps.append(HandStep(0, "", "deal", cards=found))
        elif found and name in hand.seats:
            hand.steps.append(HandStep(0, name, "show", cards=found))
    actions = sorted(part.iter("action"), key=lambda one: _digits(one.get("no", "")))
    for action in actions:
        name, kind = action.get("player", ""), action.get("type", "")
        amount = hundredths(action.get("sum", "") or "0")
        if kind in _POSTS:
            hand.posts.append(Post(0, name, _POSTS[kind], amount))
        elif kind in _STEPS:
            hand.steps.append(HandStep(0, name, _STEPS[kind], 0 if kind == "4" else amount))
