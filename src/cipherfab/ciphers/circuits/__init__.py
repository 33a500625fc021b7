"""Published circuits of S-boxes and linear layers, as data, and what reads them."""
