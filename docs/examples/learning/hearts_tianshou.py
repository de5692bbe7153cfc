"""Learn a hand of Hearts against players by chance with Tianshou's DQN, and write the network to a file."""

import gymnasium
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
        seen, *told, _ = self.env.step(action)
        return {"obs": seen, "mask": self.env.action_masks()}, *told, {}


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
learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=500)
training, testing = DummyVectorEnv([made] * 8), DummyVectorEnv([made] * 8)
result = learner.run_training(
    OffPolicyTrainerParams(
        training_collector=Collector(learner, training, VectorReplayBuffer(20_000, 8), exploration_noise=True),
        test_collector=Collector(learner, testing),
        max_epochs=2,
        epoch_num_steps=4_000,
        collection_step_num_env_steps=8,
        test_step_num_episodes=96,
        batch_size=64,
        update_step_num_gradient_steps_per_sample=1 / 8,
    )
)
print(f"{result.best_reward:.2f} points a hand more or fewer than others")
sample = torch.zeros(1, size)
torch.onnx.export(
    network.layers.eval(), (sample,), "hearts_tianshou.onnx", input_names=["observation"], external_data=False
)
