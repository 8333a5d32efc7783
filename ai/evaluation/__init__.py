"""Measuring how good strategies are where no exact answer exists."""

from ai.evaluation.lbr import MENUS, LbrResult, check_rounds, local_best_response

__all__ = ["MENUS", "LbrResult", "check_rounds", "local_best_response"]
