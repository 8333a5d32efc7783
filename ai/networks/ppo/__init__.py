"""PPO self-play with a large entropy bonus."""
