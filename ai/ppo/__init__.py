"""Policy gradients in self-play: PPO with a large entropy bonus."""
