"""Small games whole: every information set on a sheet."""
