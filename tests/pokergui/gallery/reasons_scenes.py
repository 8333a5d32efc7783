import random
from functools import cache, partial

from ai.opponent.agent import LITERAL, NAME, OpponentModelAgent
from ai.opponent.prior import StrengthAgent, prior_of
from engine.cards import parse_cards
from engine.game import Game, get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.player import SeatView
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.pages.play.scenes.learned import Decided, reasons_scene
from pokergui.pages.play.viewmodel import ReasonsScene
from pokergui.window.window import MainWindow
from tests.naive.pokerkit_hands import random_action

NOLIMIT, LEDUC = get_game("holdem-nolimit@100"), get_game("leduc")
HANDS = {
    NOLIMIT: (
        ("AhQd", "9s9c"),
        (
            ("r300", ""),
            ("r300c/", "Kh7d2c"),
            ("r300c/cr700c/", "Kh7d2c9h"),
            ("r300c/cr700c/cc/cr1600", "Kh7d2c9h3h"),
        ),
    ),
    LEDUC: (("Ks", "As"), (("", ""), ("rrc/", "Kh"), ("rrc/cr", "Kh"))),
}
"""By game the cards of reader and player, and the reader's decisions as line and board."""


@cache
def reader(name: str, game: Game) -> OpponentModelAgent:
    prior = prior_of(game) if game == LEDUC else StrengthAgent()
    agent = OpponentModelAgent(name, game, prior)
    for seed in range(40):
        rng, hand = random.Random(seed), HandState.deal(game, shuffled_deck(game, rng_state(seed)))
        while not hand.finished:
            hand.apply(random_action(rng, hand))
        agent.observe(hand.record_for(0))
    return agent


@cache
def decisions(name: str, game: Game) -> tuple[Decided, ...]:
    (own, other), places = HANDS[game]
    found = []
    for line, board in places:
        spot = spot_of(game, line, parse_cards(board))
        reasons = reader(name, game).reasons(SeatView(spot, spot.to_act, parse_cards(own)))
        best = int(reasons.answer.probabilities[0].argmax())
        found.append(Decided(reasons, reasons.answer.actions[best], parse_cards(other)))
    return tuple(found)


def reasons(name: str, game: Game, at: int) -> ReasonsScene:
    return reasons_scene("Reader", "Hand 412", decisions(name, game), at)


STATES = {
    "river": partial(reasons, NAME, NOLIMIT, 3),
    "preflop": partial(reasons, NAME, NOLIMIT, 0),
    "flop": partial(reasons, NAME, NOLIMIT, 1),
    "literal": partial(reasons, LITERAL, NOLIMIT, 3),
    "leduc": partial(reasons, NAME, LEDUC, 2),
    "none": partial(reasons_scene, "", "", (), 0),
}


def show(window: MainWindow, name: str) -> None:
    window.show_page("play")
    sheet = window.play.learned
    sheet.set_reasons(STATES[name]())
    sheet.show_part("reasons")
    window.play.show_sheet(sheet, True)
