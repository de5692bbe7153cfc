"""Learn a hand of Hearts against players by chance with RLCard's DQNAgent, and write the network to a file."""

import numpy as np
import torch
from rlcard.agents import DQNAgent

from cardkit.rl import gym_env

STEPS = 30_000
torch.set_num_threads(1)
torch.manual_seed(1)
np.random.seed(1)
env = gym_env("hearts", against="random", seats=4, episode="hand")
agent = DQNAgent(
    num_actions=int(env.action_space.n),
    state_shape=list(env.observation_space.shape),
    mlp_layers=[128, 128],
    learning_rate=1e-3,
    epsilon_decay_steps=10_000,
    train_every=2,
    save_path=None,
)


def state(seen, info):
    """What an agent of RLCard is shown."""
    legal = np.flatnonzero(info["action_mask"]).tolist()
    return {"obs": seen, "legal_actions": dict.fromkeys(legal), "raw_legal_actions": legal}


steps, ends = 0, []
while steps < STEPS:
    now, moves, is_over, reward = state(*env.reset(seed=None if steps else 1)), [], False, 0.0
    while not is_over:
        action = agent.step(now)
        seen, reward, ended, stopped, info = env.step(action)
        after, is_over = state(seen, info), ended or stopped
        moves.append((now, action, after))
        now, steps = after, steps + 1
    for before, action, after in moves:
        # Each action is told how the hand ended, as if it had been the last, which is learned faster than step by step.
        agent.feed((before, action, reward / 10, after, True))
    ends.append(reward)
    if len(ends) % 100 == 0:
        print(f"\n{steps:,} steps: {np.mean(ends[-100:]):+.2f} points a hand", flush=True)

network = agent.q_estimator.qnet.eval()
sample = torch.zeros(1, *env.observation_space.shape)
torch.onnx.export(network, (sample,), "hearts_rlcard.onnx", input_names=["observation"], external_data=False)
