"""Where data come from: the engine's simulations, or a folder of tables."""
