"""Controllers in hardware, one file per mode: they take blocks, drive the primitive and give answers."""
