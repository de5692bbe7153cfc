// Clocks by seat: the table tells what is left now and then, and the page counts down between.

import { make } from "./dom.js";

const shown = (seconds) => {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};

export const clockOf = (clock) =>
  clock &&
  make(
    "time",
    { class: `clock${clock.running ? " running" : ""}`, "data-ends": clock.ends, role: "timer" },
    shown(clock.left),
  );

// When each clock runs out, on this browser's own clock.
export const arrived = (clocks) =>
  clocks &&
  clocks.map(
    (clock) => clock && { ...clock, ends: clock.running ? Math.round(performance.now() + 1000 * clock.left) : null },
  );

function tick() {
  for (const clock of document.querySelectorAll(".clock.running")) {
    const left = (Number(clock.dataset.ends) - performance.now()) / 1000;
    clock.textContent = shown(left);
    clock.classList.toggle("short", left < 10);
  }
}

setInterval(tick, 250);
