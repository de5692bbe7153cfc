// The bar over the page of a record: go to any action, watch it go on, see it with a seat's eyes, play on from there.

import { $, make } from "./dom.js";
import { enter } from "./sharing.js";

const PAUSE = 900;
let running = null;
let players = [];

export function drawRecord({ number, last, seat, chairs }) {
  $("record").hidden = false;
  players = chairs.map(({ player }) => player);
  const slider = $("number");
  slider.max = last;
  slider.value = number;
  $("where").textContent = `${number} of ${last}`;
  $("back").disabled = number === 0;
  $("forth").disabled = number === last;
  const eyes = $("eyes");
  if (!eyes.options.length)
    eyes.append(
      make("option", { value: -1 }, "spectators"),
      ...chairs.map((chair, one) => make("option", { value: one }, chair.name)),
    );
  eyes.value = seat;
  if (number === last) stop();
}

function stop() {
  clearInterval(running);
  running = null;
  $("run").textContent = "Play";
}

// `ask` sends a message and gives the answer; `tell` says what went wrong.
export function letBrowse(ask, tell) {
  const slider = $("number");
  const go = async (number) => {
    const answer = await ask({ do: "at", number, seat: Number($("eyes").value) });
    if (answer.reason) tell(answer.reason);
  };
  const step = (by) => go(Math.min(Number(slider.max), Math.max(0, Number(slider.value) + by)));
  $("back").onclick = () => step(-1);
  $("forth").onclick = () => step(1);
  slider.oninput = () => go(Number(slider.value));
  $("eyes").onchange = () => go(Number(slider.value));
  $("run").onclick = () => {
    if (running) return stop();
    running = setInterval(() => step(1), PAUSE);
    $("run").textContent = "Pause";
    if (Number(slider.value) === Number(slider.max)) go(0);
  };
  $("record").onsubmit = (event) => event.preventDefault();
  $("fork").onclick = async () => {
    const mine = Math.max(0, Number($("eyes").value));
    const answer = await ask({ do: "fork", seats: players.map((player, seat) => (seat === mine ? "human" : player)) });
    if (answer.reason) tell(answer.reason);
    else enter(answer, $("title").textContent, mine);
  };
}
