"""Hand-made pictures of a table with both hands open."""

from __future__ import annotations

from dataclasses import replace

from pokergui.viewmodel import ActionShare, Note, PotScene, ResultScene, SeatScene, TableScene
from tests.pokergui.gallery.scenes import bet, board, cards, pot

TOP = SeatScene(
    name="Granite",
    action="to act",
    stack="18,800",
    stack_note="188.0 bb",
    cards=cards("Ac Kd"),
    to_act=True,
    dealer=True,
    hand=Note("Pair of aces", "king kicker"),
    shares=(
        ActionShare("call", "55%", 0.55, "call"),
        ActionShare("raise 1,900", "29%", 0.29, "middle"),
        ActionShare("all-in", "16%", 0.16, "allin"),
    ),
)
BOTTOM = SeatScene(
    name="Tidewater",
    action="bets 620",
    stack="18,180",
    stack_note="181.8 bb",
    cards=cards("Qh 9h"),
    hand=Note("Queen high", "flush draw, gutshot"),
    shares=(
        ActionShare("check", "38%", 0.38, "call"),
        ActionShare("310", "11%", 0.11, "small"),
        ActionShare("620", "46%", 0.46, "middle"),
        ActionShare("1,240", "5%", 0.05, "large"),
    ),
)
OPEN_TABLE = TableScene(
    seats=(BOTTOM, TOP),
    bets=(bet(620), bet(0)),
    board=board("Ad Jh 8h 4c"),
    pot=pot(1780, 2400, "1,780 + bet 620"),
    title="Hand 8,421",
    subtitle="duplicate pair 4,211, first seat",
    tag="Open hands",
    status="Board Ad Jh 8h 4c, pot 2,400, Granite is to act",
)
OPEN_RESULT = replace(
    OPEN_TABLE,
    seats=(
        replace(BOTTOM, cards=cards("Qh 9h"), hand=Note("Queen high"), action=""),
        replace(
            TOP, cards=cards("Ac Kd", "Ac"), to_act=False, action="takes 2,400", hand=Note("Pair")
        ),
    ),
    bets=(bet(0), bet(0)),
    board=board("Ad Jh 8h 4c 2s", best="Ad Jh 8h"),
    pot=PotScene(),
    result=ResultScene("Granite wins 1,820 (18.2 bb)", "pair of aces against queen high", "even"),
)
OPEN_LEDUC = TableScene(
    seats=(
        replace(
            BOTTOM, cards=cards("Ks"), stack="−3", stack_note="this hand", hand=Note("King high")
        ),
        replace(TOP, cards=cards("Qh"), stack="−1", stack_note="this hand", hand=Note()),
    ),
    bets=(bet(2), bet(0)),
    board=board("Jh", 1),
    pot=pot(2, 4, "2 + bet 2"),
    title="Hand 12",
    subtitle="Ante 1, bets 2 and 4",
    tag="Open hands",
)
OPEN = {"hand": OPEN_TABLE, "result": OPEN_RESULT, "leduc": OPEN_LEDUC}
