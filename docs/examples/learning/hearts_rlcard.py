"""Learn a hand of Hearts against players by chance with RLCard's DQNAgent, and write the network to a file."""

import numpy as np
import torch
from rlcard.agents import DQNAgent

from cardkit.rl import gym_env

HANDS = 1_200
torch.set_num_threads(1)
torch.manual_seed(1)
np.random.seed(1)
env = gym_env("hearts", against="random", seats=4, episode="hand")
agent = DQNAgent(
    num_actions=int(env.action_space.n),
    state_shape=list(env.observation_space.shape),
    mlp_layers=[128, 128],
    epsilon_decay_steps=10_000,
    train_every=4,
    save_path=None,
)


def state(seen, info):
    """What an agent of RLCard is shown."""
    legal = np.flatnonzero(info["action_mask"]).tolist()
    return {"obs": seen, "legal_actions": dict.fromkeys(legal), "raw_legal_actions": legal}


won = []
for hand in range(HANDS):
    now, is_over, reward = state(*env.reset(seed=1 if hand == 0 else None)), False, 0.0
    while not is_over:
        action = agent.step(now)
        seen, reward, ended, stopped, info = env.step(action)
        after, is_over = state(seen, info), ended or stopped
        agent.feed((now, action, reward, after, is_over))
        now = after
    won.append(reward)
    if len(won) % 200 == 0:
        print(f"\n{len(won)} hands: {np.mean(won[-200:]):.2f} points a hand", flush=True)

network = agent.q_estimator.qnet.eval()
sample = torch.zeros(1, *env.observation_space.shape)
torch.onnx.export(network, (sample,), "hearts_rlcard.onnx", input_names=["observation"], external_data=False)
