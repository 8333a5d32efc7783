"""Hand histories of a poker site, played by PokerKit and written without the program's code."""

from dataclasses import dataclass

from pokerkit import Automation, Mode, NoLimitTexasHoldem

HERO = "Hero Smith"
_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_STREETS = ("", "FLOP", "TURN", "RIVER")
_BY_HAND = ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
_BY_HAND += ("HOLE_CARDS_SHOWING_OR_MUCKING",)
_AUTOMATIONS = tuple(one for one in Automation if one.name not in _BY_HAND)


@dataclass(frozen=True)
class Shape:
    """The traits of a file; fewest and most players, the house's share of the called chips.

    ``named`` ones say "Dealt to" the hero; in ``short`` ones stacks are uneven and players go
    all-in.
    """

    name: str
    players: tuple[int, int] = (2, 6)
    symbol: str = ""
    cents: bool = False
    named: bool = True
    rake: float = 0.0
    short: bool = False


SHAPES = (
    Shape("hero named"),
    Shape("hero unnamed", named=False),
    Shape("rake", (3, 6), "$", cents=True, rake=0.05),
    Shape("currency", (2, 6), "€", cents=True),
    Shape("three to nine players", (3, 9), "$", cents=True, rake=0.045),
    Shape("all-in with side pots", (3, 9), short=True, rake=0.03),
)


@dataclass
class SiteHand:
    """One hand with its true figures, in the smallest unit.

    Attributes:
        players: names by position, the small blind first; heads-up the big blind.
        net: chips won by each after the rake.
        stakes: blinds as the site writes them.
        counts: by player: hands with a decision preflop, with chips put in by choice, raised,
            could re-raise, re-raised; then bets and raises and calls postflop, flops seen,
            showdowns, showdowns won.
    """

    text: str
    players: list[str]
    net: list[int]
    rake: int
    stakes: str
    big_blind: int
    counts: list[list[int]]


def site_hand(rng, shape, number, players=None):
    return _Site(rng, shape, number, players or rng.randint(*shape.players)).play()


class _Site:
    def __init__(self, rng, shape, number, players):
        self.rng, self.shape, self.number = rng, shape, number
        small, big = rng.choice(((5, 10), (10, 25), (50, 100), (25, 50)))
        self.small, self.big = small, big
        deepest = 12 if shape.short else 200
        self.stacks = [rng.randint(3 * big, deepest * big) for _ in range(players)]
        names = [HERO, "a: b", "Zoë", "John (1)", "x", "T-bone", "q q", "über", "9lives"][:players]
        rng.shuffle(names)
        self.names = names
        self.state = NoLimitTexasHoldem.create_state(
            *(_AUTOMATIONS, True, 0, (small, big), big, self.stacks, players), mode=Mode.TOURNAMENT
        )
        # PokerKit posts the blinds backwards heads-up: there its player 0 has the big one.
        self.spent = [
            before - now for before, now in zip(self.stacks, self.state.stacks, strict=True)
        ]
        self.lines, self.board, self.counts = [], [], [[0] * 10 for _ in names]
        self.out, self.out_early = [False] * players, [False] * players

    def money(self, amount):
        if not self.shape.cents:
            return f"{self.shape.symbol}{amount}"
        text = f"{amount // 100:,}.{amount % 100:02}"
        return self.shape.symbol + text.removesuffix(".00")

    def play(self):
        state, rng = self.state, self.rng
        cards = rng.sample(_DECK, 2 * len(self.names))
        # PokerKit deals one card at a time around the table.
        holes = ["".join(cards[seat :: len(self.names)]) for seat in range(len(self.names))]
        for seat in range(len(self.names)):
            state.deal_hole(holes[seat])
        while state.status:
            if state.can_burn_card():
                state.burn_card("??")  # PokerKit would draw cards without a seed
            elif state.can_deal_board():
                left = sorted(map(repr, state.get_dealable_cards(state.board_dealing_count)))
                self.deal(rng.sample(left, state.board_dealing_count))
            elif state.can_show_or_muck_hole_cards():
                state.show_or_muck_hole_cards(True)
            else:
                self.act()
        return self.end(holes)

    def deal(self, new):
        self.state.deal_board("".join(new))
        before = f"[{' '.join(self.board)}] " if self.board else ""
        street = _STREETS[max(1, len(self.board) - 1 if self.board else 1)]
        self.lines.append(f"*** {street} *** {before}[{' '.join(new)}]")
        self.board += new

    def act(self):
        state, rng = self.state, self.rng
        seat = state.actor_index
        due = state.checking_or_calling_amount
        early = not self.board
        mine, could = self.counts[seat], state.can_complete_bet_or_raise_to()
        raises = sum(" raises " in line for line in self.lines)
        most = max(state.bets)
        roll = rng.random()
        mine[0] |= early
        mine[3] |= early and raises == 1 and could
        if due and roll < (0.12 if self.shape.short else 0.3):
            state.fold()
            self.out[seat] = True
            self.out_early[seat] = early
            words = "folds"
        elif could and roll > (0.55 if self.shape.short else 0.7):
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            whole = rng.random() < (0.5 if self.shape.short else 0.05)
            to = high if whole else rng.randint(low, min(high, 3 * low))
            self.spent[seat] += to - state.bets[seat]
            words = f"raises {self.money(to - most)} to {self.money(to)}" if most else ""
            words = words or f"bets {self.money(to)}"
            state.complete_bet_or_raise_to(to)
            mine[1] |= early
            mine[2] |= early
            mine[4] |= early and raises == 1
            mine[5] += not early
        else:
            self.spent[seat] += due
            words = f"calls {self.money(due)}" if due else "checks"
            state.check_or_call()
            mine[1] |= early and due > 0
            mine[6] += not early and due > 0
        if self.spent[seat] == self.stacks[seat] and words != "folds":
            words += " and is all-in"
        self.lines.append(f"{self.names[seat]}: {words}")

    def end(self, holes):
        players, shape = len(self.names), self.shape
        showdown = self.out.count(False) > 1
        largest, second = sorted(self.spent)[:-3:-1]
        if largest > second:
            seat = self.spent.index(largest)
            back = f"Uncalled bet ({self.money(largest - second)}) returned to {self.names[seat]}"
            place = max(i for i, line in enumerate(self.lines) if not line.startswith("***"))
            self.lines.insert(place + 1, back)
        got = [pay + spent for pay, spent in zip(self.state.payoffs, self.spent, strict=True)]
        if largest > second:
            got[self.spent.index(largest)] -= largest - second
        pot = sum(got)
        rake = int(pot * shape.rake) if self.board else 0
        taken = [rake * won // pot for won in got]
        taken[got.index(max(got))] += rake - sum(taken)
        net = [pay - part for pay, part in zip(self.state.payoffs, taken, strict=True)]
        if showdown:
            self.lines.append("*** SHOW DOWN ***")
            for seat in range(players):
                if not self.out[seat]:
                    cards = f"[{holes[seat][:2]} {holes[seat][2:]}]"
                    self.lines.append(f"{self.names[seat]}: shows {cards} (something)")
        for seat in range(players):
            left = got[seat] - taken[seat]
            if got[seat] and showdown and left > 3:
                side = left // 3
                self.lines.append(f"{self.names[seat]} collected {self.money(side)} from side pot")
                left -= side
                self.lines.append(f"{self.names[seat]} collected {self.money(left)} from main pot")
            elif left:
                self.lines.append(f"{self.names[seat]} collected {self.money(left)} from pot")
        for seat, mine in enumerate(self.counts):
            mine[7] = bool(self.board) and not self.out_early[seat]
            mine[8] = showdown and not self.out[seat]
            mine[9] = mine[8] and got[seat] > 0
        lines = [*self.head(holes), *self.lines, "*** SUMMARY ***"]
        lines.append(f"Total pot {self.money(pot)} | Rake {self.money(rake)}")
        if self.board:
            lines.append(f"Board [{' '.join(self.board)}]")
        counts = [[int(count) for count in mine] for mine in self.counts]
        stakes = f"{self.money(self.small)}/{self.money(self.big)}"
        text = "\n".join(lines) + "\n\n\n"
        return SiteHand(text, self.names, net, rake, stakes, self.big, counts)

    def head(self, holes):
        names, players = self.names, len(self.names)
        two = players == 2
        unit = {"$": " USD", "€": " EUR"}.get(self.shape.symbol, "")
        stakes = f"{self.money(self.small)}/{self.money(self.big)}{unit}"
        lines = [
            f"PokerStars Hand #{self.number}: Hold'em No Limit ({stakes}) - 2026/05/01 18:30:05 ET",
            f"Table 'Aludra' 9-max Seat #{players} is the button",
        ]
        for seat, name in enumerate(names):
            lines.append(f"Seat {seat + 1}: {name} ({self.money(self.stacks[seat])} in chips)")
        lines.append(f"{names[1 if two else 0]}: posts small blind {self.money(self.small)}")
        lines.append(f"{names[0 if two else 1]}: posts big blind {self.money(self.big)}")
        lines.append("*** HOLE CARDS ***")
        if self.shape.named:
            hole = holes[names.index(HERO)]
            lines.append(f"Dealt to {HERO} [{hole[:2]} {hole[2:]}]")
        return lines
