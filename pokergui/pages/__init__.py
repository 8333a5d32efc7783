"""The pages of the window, one package each."""
