"""From an emitted design to gates: platforms, recipes, synthesis, static timing, place and route. Knows no cipher."""
