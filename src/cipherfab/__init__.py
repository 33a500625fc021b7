"""cipherfab writes, proves and measures hardware for lightweight authenticated encryption."""

__version__ = "0.1.0"
