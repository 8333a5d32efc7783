"""Counterfactual regret minimisation: solvers, exact best response, equilibrium engines."""
