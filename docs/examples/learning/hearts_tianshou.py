"""Learn a hand of Hearts against players by chance with Tianshou's DQN, and write the network to a file."""

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams

from cardkit.rl import gym_env


class Masked(gymnasium.Wrapper):
    """What Tianshou's policies look at: what is seen, and what is legal; infos have to be alike in each step."""

    def reset(self, **asked):
        seen, _ = self.env.reset(**asked)
        return {"obs": seen, "mask": self.env.action_masks()}, {}

    def step(self, action):
        seen, reward, *told, _ = self.env.step(action)
        return {"obs": seen, "mask": self.env.action_masks()}, reward / 10, *told, {}


def made():
    """An environment."""
    return Masked(gym_env("hearts", against="random", seats=4, episode="hand"))


torch.set_num_threads(1)
torch.manual_seed(1)
env = gym_env("hearts", against="random", seats=4, episode="hand")
size, actions = env.observation_space.shape[0], int(env.action_space.n)


class Network(torch.nn.Module):
    """A value for each action."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(size, 128), torch.nn.ReLU(), torch.nn.Linear(128, actions))

    def forward(self, obs, state=None, info=None):
        return self.layers(torch.as_tensor(obs, dtype=torch.float32)), state


network = Network()
policy = DiscreteQLearningPolicy(model=network, action_space=env.action_space, eps_training=0.1, eps_inference=0.0)
optim = AdamOptimizerFactory(lr=1e-3)
# So many steps ahead a hand is over: each action is told how it ended, which is learned faster than step by step.
learner = DQN(policy=policy, optim=optim, gamma=1.0, n_step_return_horizon=30)
training, testing = DummyVectorEnv([made] * 8), DummyVectorEnv([made] * 8)
asked = OffPolicyTrainerParams(
    training_collector=Collector(learner, training, VectorReplayBuffer(20_000, 8), exploration_noise=True),
    max_epochs=1,
    epoch_num_steps=3_000,
    collection_step_num_env_steps=8,
    batch_size=64,
    update_step_num_gradient_steps_per_sample=1 / 2,
    show_progress=False,
)
for number in range(10):
    learner.run_training(asked)
    played = Collector(learner, testing).collect(n_episode=100, reset_before_collect=True)
    print(f"{(number + 1) * 3_000:,} steps: {10 * np.mean(played.returns):+.2f} points a hand", flush=True)
sample = torch.zeros(1, size)
torch.onnx.export(
    network.layers.eval(), (sample,), "hearts_tianshou.onnx", input_names=["observation"], external_data=False
)
