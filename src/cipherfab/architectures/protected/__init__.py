"""A primitive with shares against probing, or with rounds done twice against faults."""
