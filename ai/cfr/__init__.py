"""Counterfactual regret minimisation: solvers, exact best response, equilibria as engines."""
