// Cards that moved are seen to move: a picture flies from where the pile was to where it lies now.

import { make } from "./dom.js";
import { picture } from "./names.js";
import { isStill } from "./settings.js";

const LONG = 320;
const APART = 70;
const MOST = 12;

const rowOf = (name) => document.querySelector(`.cards[data-pile="${CSS.escape(name)}"]`);

// Where the piles are on the screen; taken before the table is drawn anew.
export function positions() {
  const found = new Map();
  for (const row of document.querySelectorAll(".cards[data-pile]"))
    found.set(row.dataset.pile, boxOf(row, row.lastElementChild));
  return found;
}

const boxOf = (row, card) => (card?.querySelector("img") ?? card ?? row).getBoundingClientRect();

export function fly(moves, before) {
  if (isStill() || document.hidden) return;
  moves.slice(-MOST).forEach((move, number) => flyOne(move, before.get(move.source), number * APART));
}

function flyOne({ cards, source, target }, from, delay) {
  const row = rowOf(target);
  if (!row || !from || source === target) return;
  const card = cards.at(-1);
  const landing = [...row.children].find((one) => card && one.dataset.card === card) ?? row.lastElementChild;
  const to = boxOf(row, landing);
  if (!to.width || !from.width) return;
  const flier = make("img", {
    class: "flier",
    src: picture(card),
    alt: "",
    "aria-hidden": "true",
    style: { left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px` },
  });
  document.body.append(flier);
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const flight = flier.animate([{ transform: start }, { transform: "none" }], {
    duration: LONG,
    delay,
    easing: "ease-in-out",
    fill: "backwards",
  });
  landing?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: LONG + delay });
  flight.finished.then(
    () => flier.remove(),
    () => flier.remove(),
  );
}
