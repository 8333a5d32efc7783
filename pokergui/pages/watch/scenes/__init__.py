"""Functions that turn engines and stores into what is shown: pure, without Qt."""
