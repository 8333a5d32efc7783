"""Local best response: a lower bound of exploitability in large games."""

from ai.lbr.breakdown import PARTS, Breakdown, WinningsPart
from ai.lbr.menu import MENUS, parse_lbr_menu
from ai.lbr.response import LbrResult, check_rounds, local_best_response

__all__ = [
    "MENUS",
    "PARTS",
    "Breakdown",
    "LbrResult",
    "WinningsPart",
    "check_rounds",
    "local_best_response",
    "parse_lbr_menu",
]
