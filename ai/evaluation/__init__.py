"""Measuring how good strategies are where no exact answer exists."""

from ai.evaluation.breakdown import PARTS, Breakdown, Part
from ai.evaluation.lbr import LbrResult, check_rounds, local_best_response
from ai.evaluation.lbr_menu import MENUS, parse_lbr_menu

__all__ = [
    "MENUS",
    "PARTS",
    "Breakdown",
    "LbrResult",
    "Part",
    "check_rounds",
    "local_best_response",
    "parse_lbr_menu",
]
