// Six sounds, made by the browser itself: a deal, a card, cards that are gathered, your turn, won, lost. Off unless set.

import { settings } from "./settings.js";

// Each is some tones: how high, when, how long, how loud; without a height it is a rustle.
const SOUNDS = {
  deal: [0, 60, 120, 180].map((at) => [0, at, 40, 0.12]),
  card: [[0, 0, 60, 0.2]],
  gather: [
    [0, 0, 160, 0.14],
    [0, 90, 160, 0.1],
  ],
  turn: [
    [660, 0, 110, 0.1],
    [880, 110, 160, 0.1],
  ],
  won: [523, 659, 784, 1047].map((height, number) => [height, number * 110, 220, 0.1]),
  lost: [392, 330, 262].map((height, number) => [height, number * 140, 240, 0.08]),
};
let audio = null;

// What is to be heard of a message: of its moves, of a turn that begins, of the end.
export function soundsOf({ events, view, seat, result, isScene }, wasAsked) {
  const found = [];
  const cards = events.moves.reduce((sum, { size }) => sum + size, 0);
  const sources = new Set(events.moves.map(({ source }) => source));
  if (cards) found.push(cards > 8 && sources.size === 1 ? "deal" : sources.size > 1 ? "gather" : "card");
  if (result && seat >= 0) found.push(result.winners.includes(seat) ? "won" : "lost");
  else if (!isScene && !wasAsked && view?.asked.includes(seat)) found.push("turn");
  return found;
}

export function sound(names) {
  if (!settings.sound || !names.length) return;
  audio ??= new AudioContext();
  let begin = audio.currentTime;
  for (const name of names) {
    for (const [height, at, long, loud] of SOUNDS[name]) tone(height, begin + at / 1000, long / 1000, loud);
    begin += 0.25;
  }
}

function tone(height, at, long, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  const source = height ? audio.createOscillator() : audio.createBufferSource();
  if (height) source.frequency.value = height;
  else source.buffer = rustle(long);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + long);
}

function rustle(long) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  return buffer;
}
