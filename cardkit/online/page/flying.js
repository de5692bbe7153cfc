// Cards that moved are seen to move: a picture flies from where that very card lay to where it lies now.

import { make } from "./dom.js";
import { HIDDEN, picture } from "./names.js";
import { isStill } from "./settings.js";

const LONG = 320;
const APART = 45;
const MOST = 24;

const boxOf = (card) => (card.querySelector("img") ?? card).getBoundingClientRect();

// Where the cards of each pile are on the screen; taken before the table is drawn anew.
export function positions() {
  const found = new Map();
  for (const row of document.querySelectorAll(".cards[data-pile]")) {
    const lying = [...row.children].map((card) => ({ card: card.dataset.card ?? HIDDEN, box: boxOf(card) }));
    found.set(row.dataset.pile, lying);
  }
  return found;
}

// The ways of single cards: where each began, and where it ended, however often it was moved between.
export function ways(moves) {
  const found = [];
  for (const { cards, size, source, target } of moves) {
    for (const card of cards.length ? cards : Array(size).fill(HIDDEN)) {
      const before = card !== HIDDEN && found.find((way) => way.card === card && way.target === source);
      if (before) before.target = target;
      else found.push({ card, source, target });
    }
  }
  return found.filter(({ source, target }) => source !== target);
}

// Where a card lay: that very one, or the top one of its pile; each place is left once.
function left(lying = [], card) {
  const place = lying.findLastIndex((one) => one.card === card);
  if (place >= 0) return lying.splice(place, 1)[0].box;
  return lying.at(-1)?.box;
}

export function fly(moves, before) {
  if (isStill() || document.hidden) return;
  const taken = new Set();
  const all = ways(moves).slice(-MOST);
  const apart = Math.min(APART, 500 / Math.max(1, all.length));
  all.forEach(({ card, source, target }, number) => {
    const from = left(before.get(source), card);
    const row = document.querySelector(`.cards[data-pile="${CSS.escape(target)}"]`);
    const free = row ? [...row.children].filter((one) => !taken.has(one)) : [];
    const landing = free.findLast((one) => (one.dataset.card ?? HIDDEN) === card) ?? free.at(-1);
    if (!landing || !from) return;
    taken.add(landing);
    flyOne(card, from, landing, number * apart);
  });
}

function flyOne(card, from, landing, delay) {
  const to = boxOf(landing);
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
  landing.animate([{ opacity: 0 }, { opacity: 0 }], { duration: LONG + delay });
  flight.finished.then(
    () => flier.remove(),
    () => flier.remove(),
  );
}
