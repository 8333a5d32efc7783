"""Hands with something that the rulebook does not play, kept as text with their result."""

import pytest

from engine.errors import HiddenCardsError, NotPlayedError, RecordError
from engine.records.phh import read_phh, read_wide_phh
from engine.records.pokerstars import read_pokerstars, read_wide_pokerstars
from engine.records.wide import WideHand

HEAD = """\
PokerStars Hand #81:  Hold'em No Limit ($1/$2 USD) - 2024/03/01 12:00:00 ET
Table 'Demo' 6-max Seat #4 is the button
Seat 1: sb ($100 in chips)
Seat 2: bb ($100 in chips)
Seat 3: cut ($100 in chips)
Seat 4: btn ($100 in chips)
"""
BLINDS = "sb: posts small blind $1\nbb: posts big blind $2\n"
CARDS = "*** HOLE CARDS ***\n"
NAMES = ("sb", "bb", "cut", "btn")
ALL_IN = f"""{BLINDS}{CARDS}cut: folds\nbtn: raises $98 to $100 and is all-in
sb: folds\nbb: calls $98 and is all-in\n"""
SHOWN = "bb: shows [Ks Qd]\nbtn: shows [As Ad]\n"
END = "*** SUMMARY ***\nTotal pot"
TURN, BOARD = "[2c 7d Kh] [2d]", "[2c 7d Kh 2d]"


def fold(back, got):
    return (
        f"{CARDS}cut: folds\nbtn: raises $4 to $6\nsb: folds\nbb: folds\nUncalled bet ({back}) "
        f"returned to btn\nbtn collected {got} from pot\n{END} {got} | Rake $0\n"
    )


CASES = {
    "antes": (
        "".join(f"{name}: posts the ante $0.50\n" for name in NAMES) + BLINDS + fold("$4", "$7"),
        (-150, -250, -50, 450),
    ),
    "late post": (BLINDS + "cut: posts big blind $2\n" + fold("$4", "$7"), (-100, -200, -200, 500)),
    "late posts": (
        BLINDS + "cut: posts small & big blinds $3\n" + fold("$4", "$8"),
        (-100, -200, -300, 600),
    ),
    "dead small blind": (
        BLINDS + "cut: posts small blind $1\n" + fold("$4", "$6"),
        (-100, -200, -100, 400),
    ),
    "straddle": (BLINDS + "cut: posts straddle $4\n" + fold("$2", "$11"), (-100, -200, -400, 700)),
    "no small blind": ("bb: posts big blind $2\n" + fold("$4", "$4"), (0, -200, 0, 200)),
    "boards dealt twice": (
        f"{ALL_IN}*** FIRST FLOP *** [2c 7d Kh]\n*** FIRST TURN *** {TURN}\n"
        f"*** FIRST RIVER *** {BOARD} [9s]\n*** SECOND FLOP *** [Kd Kc 3h]\n"
        "*** SECOND TURN *** [Kd Kc 3h] [4h]\n*** SECOND RIVER *** [Kd Kc 3h 4h] [5s]\n"
        f"*** FIRST SHOW DOWN ***\n{SHOWN}btn collected $99 from pot\n"
        f"*** SECOND SHOW DOWN ***\n{SHOWN}bb collected $99 from pot\n"
        f"{END} $201 | Rake $3\nHand was run twice\n"
        "FIRST Board [2c 7d Kh 2d 9s]\nSECOND Board [Kd Kc 3h 4h 5s]\n",
        (-100, -100, 0, -100),
    ),
    "free fold": (
        f"{BLINDS}{CARDS}cut: folds\nbtn: folds\nsb: calls $1\nbb: checks\n"
        "*** FLOP *** [2c 7d Kh]\nsb: folds\nbb collected $4 from pot\n"
        f"{END} $4 | Rake $0\nBoard [2c 7d Kh]\n",
        (-200, 200, 0, 0),
    ),
    "unseen cards": (
        f"{ALL_IN}*** FLOP *** [2c 7d Kh]\n*** TURN *** {TURN}\n*** RIVER *** {BOARD} [9s]\n"
        "*** SHOW DOWN ***\nbtn: shows [As Ad]\nbb: mucks hand\nbtn collected $198 from pot\n"
        f"{END} $201 | Rake $3\nBoard [2c 7d Kh 2d 9s]\n",
        (-100, -10000, 0, 9800),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_chips_of_a_text_add_up_or_it_is_refused(name):
    rest, payoffs = CASES[name]
    with pytest.raises(NotPlayedError):
        read_pokerstars(HEAD + rest)
    hand = read_wide_pokerstars(HEAD + rest)
    assert (hand.players, hand.payoffs, hand.rake) == (NAMES, payoffs, -sum(payoffs))
    assert hand.table.blinds == (100, 200, 0, 0)
    assert hand.time == "2024-03-01T17:00:00.000Z"
    before, found, after = (HEAD + rest).rpartition(" collected $")
    with pytest.raises(RecordError, match=r"less .* rake"):
        read_wide_pokerstars(f"{before}{found}1{after}")


def test_a_big_blind_that_is_not_whole_is_called_whole():
    text = (
        f"{HEAD.replace('bb ($100', 'bb ($1.20')}sb: posts small blind $1\n"
        f"bb: posts big blind $1.20 and is all-in\n{CARDS}cut: calls $2\nbtn: folds\n"
        "sb: calls $1\n*** FLOP *** [7c 3s 8c]\nsb: checks\ncut: checks\n"
        "*** TURN *** [7c 3s 8c] [Jh]\nsb: checks\ncut: checks\n"
        "*** RIVER *** [7c 3s 8c Jh] [Jd]\nsb: checks\ncut: checks\n*** SHOW DOWN ***\n"
        "sb: shows [Kd Kh]\ncut: shows [9d 9h]\nsb collected $1.60 from side pot\n"
        f"bb: shows [2d 2h]\nsb collected $3.60 from main pot\n{END} $5.20 Main pot $3.60. "
        "Side pot $1.60. | Rake $0\n"
    )
    with pytest.raises(NotPlayedError, match="calls of a whole blind"):
        read_pokerstars(text)
    assert read_wide_pokerstars(text).payoffs == (320, -120, -200, 0)
    with pytest.raises(RecordError, match="a call is 200 here, not 150"):
        read_wide_pokerstars(text.replace("cut: calls $2", "cut: calls $1.50"))


def test_nobody_posts_what_is_not_there():
    late = CASES["late post"][0]
    with pytest.raises(RecordError, match="cut posts more than the stack"):
        read_wide_pokerstars(HEAD.replace("cut ($100", "cut ($1") + late)
    with pytest.raises(RecordError, match="'posts a bond' is not a post that is known here"):
        read_wide_pokerstars(f"{HEAD}cut: posts a bond\n{late}")


OPEN = "'p3 cbr 30', 'p1 f', 'p2 f'"
MUCKED = (
    "'p3 cbr 40', 'p1 f', 'p2 cc', 'd db 2c7dKh', 'p2 cc', 'p3 cc', 'd db 2d', 'p2 cc', 'p3 cc',"
    " 'd db 9s', 'p2 cc', 'p3 cc', 'p2 sm KsQs', 'p3 sm ????'"
)


def phh(antes, blinds, actions, stated=""):
    return (
        f"variant = 'NT'\nantes = [{antes}]\nblinds_or_straddles = [{blinds}]\nmin_bet = 10\n"
        "starting_stacks = [1000, 1000, 1000]\nactions = ['d dh p1 ????', 'd dh p2 ????', "
        f"'d dh p3 ????', {actions}]\n{stated}\n"
    )


@pytest.mark.parametrize(
    ("text", "payoffs"),
    [
        (phh("2, 2, 2", "5, 10, 0", OPEN), (-7, -12, 19)),
        (phh("2, 2, 2", "5, 10, 0", OPEN, "winnings = [0, 0, 31]"), (-7, -12, 19)),
        (phh("2, 2, 2", "5, 10, 0", OPEN, "winnings = [0, 0, 30]"), (-7, -12, 18)),
        (phh("2, 2, 2", "5, 10, 0", OPEN, "winnings = [0, 0, 0]"), (-7, -12, 19)),
        (phh("0, 2, 0", "5, 10, 0", OPEN), (-5, -12, 17)),
        (phh("0, 0, 0", "5, 10, 20", "'p1 cbr 50', 'p2 f', 'p3 f'"), (30, -10, -20)),
        (phh("0, 0, 0", "5, 10, 10", "'p3 cc', 'p1 cbr 50', 'p2 f', 'p3 f'"), (20, -10, -10)),
        (
            phh("0, 0, 0", "5, 10, 0", "'p3 cc', 'p1 cc', 'p2 f', 'd db 2c7dKh', 'p1 f'"),
            (-10, -10, 20),
        ),
        (phh("0, 0, 0", "5, 10, 0", MUCKED, "winnings = [0, 83, 0]"), (-5, 43, -40)),
        (phh("0, 0, 0", "5, 10, 0", MUCKED), None),
        (phh("0, 0, 0", "5, 10, 0", MUCKED, "winnings = [0, 0, 0]"), None),
    ],
)
def test_phh(text, payoffs):
    with pytest.raises(NotPlayedError) as caught:
        read_phh(text)
    assert isinstance(caught.value, HiddenCardsError) == ("sm ????" in text)
    if payoffs is None:
        with pytest.raises(RecordError, match="should state the result"):
            read_wide_phh(text)
        return
    hand = read_wide_phh(text)
    assert isinstance(hand, WideHand)
    assert hand.payoffs == payoffs
    assert hand.table.blinds == (5, 10, 0)


def test_stacks_that_are_not_known():
    text = phh("0, 0, 0", "5, 10, 0", "'p3 cbr 40', 'p1 f', 'p2 cc', 'd db 2c7dKh'")
    with pytest.raises(RecordError, match="the stacks are not known"):
        read_phh(text.replace("1000, 1000, 1000", "inf, inf, inf"))
