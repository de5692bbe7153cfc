"""Learn a hand of Hearts against players by chance with MaskablePPO of sb3-contrib, and write the network to a file."""

import argparse

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from cardkit.rl import gym_env

parser = argparse.ArgumentParser(description="Learn a hand of Hearts.")
parser.add_argument("--steps", type=int, default=60_000)
most = parser.parse_args().steps
torch.set_num_threads(1)
env = gym_env("hearts", against="random", seats=4, episode="hand")
model = MaskablePPO("MlpPolicy", env, gamma=1.0, seed=1)
of = model.policy
network = torch.nn.Sequential(of.pi_features_extractor, of.mlp_extractor.policy_net, of.action_net).eval()
sample = torch.zeros(1, *env.observation_space.shape)
while model.num_timesteps < most:
    model.learn(2_048, reset_num_timesteps=False)
    ends = [hand["r"] for hand in model.ep_info_buffer]
    print(f"{model.num_timesteps:,} steps: {np.mean(ends):+.2f} points a hand", flush=True)
    if model.num_timesteps % 10_240 == 0 or model.num_timesteps >= most:  # What is stopped then has learned something.
        torch.onnx.export(network, (sample,), "hearts.onnx", input_names=["observation"], external_data=False)
