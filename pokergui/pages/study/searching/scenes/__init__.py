"""From engines and stores to what is shown: pure, without Qt."""
