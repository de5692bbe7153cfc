"""Learn Crazy 8s against the machine `ai` by PPO as CleanRL writes it, in 16 games side by side."""

import numpy as np
import torch
from torch import nn

from cardkit.rl import vector_env

LANES, STEPS, ROUNDS, GAMMA, LAMBDA = 16, 128, 40, 1.0, 0.95
env = vector_env("crazy8s", LANES, against="ai")
size, actions = env.single_observation_space.shape[0], int(env.single_action_space.n)
torch.manual_seed(1)
torch.set_num_threads(1)
actor = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, actions))
critic = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=5e-4)


def choices(seen: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
    """How likely each legal action is chosen; where the game is over, anything counts for nothing."""
    masks = torch.where(masks.any(1, keepdim=True), masks, torch.ones_like(masks))
    return torch.distributions.Categorical(logits=torch.where(masks, actor(seen), -1e8), validate_args=False)


seen, infos = env.reset(seed=1)
over = np.zeros(LANES, bool)
for number in range(ROUNDS):
    rows, ends = [], []
    for _ in range(STEPS):
        looked = torch.as_tensor(seen, dtype=torch.float32)
        masks = torch.as_tensor(infos["action_mask"], dtype=torch.bool)
        with torch.no_grad():
            chance = choices(looked, masks)
            chosen = chance.sample()
            value = critic(looked)[:, 0]
        was_over = over
        seen, rewards, ended, stopped, infos = env.step(chosen.numpy())
        over = ended | stopped
        ends += rewards[over].tolist()
        told = (torch.as_tensor(one, dtype=torch.float32) for one in (rewards, over, ~was_over))
        rows.append((looked, masks, chosen, chance.log_prob(chosen), value, *told))
    looked, masks, chosen, likely, values, rewards, overs, counts = map(torch.stack, zip(*rows, strict=True))
    with torch.no_grad():
        following, gain = critic(torch.as_tensor(seen, dtype=torch.float32))[:, 0], torch.zeros(LANES)
        gains = torch.zeros_like(values)
        for step in reversed(range(STEPS)):
            surprise = rewards[step] + GAMMA * following * (1 - overs[step]) - values[step]
            gains[step] = gain = surprise + GAMMA * LAMBDA * (1 - overs[step]) * gain
            following = values[step]
    kept = counts.flatten().bool()
    flat = [one.flatten(0, 1)[kept] for one in (looked, masks, chosen, likely, gains, gains + values)]
    for _ in range(4):
        for part in torch.randperm(int(kept.sum())).split(512):
            looked_at, legal, action, before, better, worth = (one[part] for one in flat)
            chance = choices(looked_at, legal)
            ratio = (chance.log_prob(action) - before).exp()
            better = (better - better.mean()) / (better.std() + 1e-8)
            gained = torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
            missed = (critic(looked_at)[:, 0] - worth).square().mean()
            optimizer.zero_grad()
            (missed / 2 - gained - 0.01 * chance.entropy().mean()).backward()
            optimizer.step()
    print(f"{(number + 1) * STEPS * LANES:,} steps: {np.mean(ends):+.2f} a game", flush=True)

torch.onnx.export(
    actor.eval(), (torch.zeros(1, size),), "crazy8s.onnx", input_names=["observation"], external_data=False
)
