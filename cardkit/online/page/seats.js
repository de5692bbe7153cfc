// The table as one seat sees it: the others round it, the middle, and the own seat below.

import { further, handlesOf } from "./choosing.js";
import { clockOf } from "./clocks.js";
import { make, morphChildren } from "./dom.js";
import { faced, listed, sentence } from "./names.js";
import { drawPiles } from "./piles.js";
import { isStill } from "./settings.js";

export function drawTable(place, table) {
  const { seat, chairs } = table;
  const seats = chairs.map((_, number) => number);
  const others = seat < 0 ? seats : seats.slice(seat + 1).concat(seats.slice(0, seat));
  morphChildren(place, [
    make(
      "div",
      { class: "others", "data-others": Math.min(others.length, 8) },
      ...Object.entries(sidesOf(others)).map(([side, there]) =>
        make("div", { class: `side ${side}` }, ...there.map((other) => drawSeat(other, table))),
      ),
    ),
    drawMiddle(table),
    ...(seat < 0 ? [] : [drawSeat(seat, table)]),
  ]);
}

// On which side of the table the others sit, from the own left hand on: the left from below, the top, the right from above.
export function sidesOf(others) {
  const beside = others.length < 3 ? 0 : others.length < 6 ? 1 : 2;
  const top = others.length - beside;
  return {
    left: others.slice(0, beside).reverse(),
    top: others.slice(beside, top),
    right: others.slice(top),
  };
}

function drawMiddle(table) {
  const { view, scores } = table;
  const piles = view.piles.filter((pile) => pile.owner === null);
  const elsewhere = new Set([...view.at_seats.map(([name]) => name), ...(scores ? ["scores"] : [])]);
  const fields = view.fields.filter(([name]) => !elsewhere.has(name));
  return make(
    "section",
    { class: "middle", "aria-label": "middle of the table" },
    drawPiles(piles, table),
    fields.length > 0 &&
      make(
        "dl",
        { class: "fields" },
        ...fields.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, faced(value))]),
      ),
  );
}

function drawSeat(number, table) {
  const { view, seat, chairs, clocks, scores } = table;
  const chair = chairs[number];
  const isMine = number === seat;
  const isAsked = view.asked.includes(number);
  const isWinner = table.result?.winners?.includes(number);
  const piles = view.piles.filter(
    (pile) => pile.owner === number && (pile.size || pile.looks === "grid" || (isMine && pile.looks === "hand")),
  );
  const title = make(
    "h2",
    {},
    drawName(number, table),
    isMine && make("span", { class: "mark" }, "you"),
    isWinner && make("span", { class: "mark" }, make("b", {}, "★ won")),
    markOf(chair) !== "" && make("span", { class: `mark${chair.machine ? " machine" : ""}` }, markOf(chair)),
    chair.won ? make("span", { class: "mark" }, `${chair.won} won`) : null,
    scores ? make("span", { class: "score", title: "score" }, String(scores[number])) : null,
    clocks ? clockOf(clocks[number]) : null,
    ...drawFacts(number, table),
  );
  return make(
    "section",
    {
      class: `seat${isMine ? " mine" : ""}${isAsked ? " asked" : ""}${isPresent(chair) ? "" : " gone"}${isWinner ? " winner" : ""}${isWinner && !isStill() ? " glad" : ""}`,
      "data-key": `seat ${number}`,
      "data-seat": number,
      "aria-label": `${isMine ? "your seat" : chair.name}${isAsked ? ", to act" : ""}`,
    },
    title,
    drawPiles(piles, table),
  );
}

// What is told of a seat: its chips, its tricks, that it deals.
function drawFacts(number, { view, scores }) {
  const facts = view.at_seats.filter(([name, each]) => each[number] !== null && !(scores && name === "scores"));
  return facts.map(([name, each]) =>
    make("span", { class: "mark" }, each[number] ? `${name} ` : name, each[number] && make("b", {}, faced(each[number]))),
  );
}

function drawName(number, { view, chosen, chairs }) {
  const can = further(view, chosen, handlesOf({ seat: number })) !== undefined;
  const name = chairs[number].name;
  if (!can) return make("span", { class: "name" }, name);
  return make(
    "button",
    {
      type: "button",
      class: "name can",
      "data-key": "name",
      "data-seat": number,
      "aria-label": `${name}, can be chosen`,
    },
    name,
  );
}

const isPresent = (chair) => chair.player !== "human" || chair.there || chair.machine;

function markOf(chair) {
  if (chair.player !== "human") return "machine";
  if (chair.machine) return "a machine stands in";
  return chair.there ? "" : "away";
}

// What has to be done where nothing else can be: pass 3 cards.
export function wantedOf({ legal, forms: [form, ...more] }) {
  const part = form?.parts.find(({ kind }) => kind === "cards");
  if (legal.length || more.length || !part) return undefined;
  const { least, most } = part;
  const many = least === most ? least : `${least} to ${most}`;
  return `${sentence(form.verb)} ${many} card${most > 1 ? "s" : ""}`;
}

// Whose turn it is, in a sentence.
export function turnOf({ view, seat, chairs, result }) {
  if (result) return result.text ?? "The game is over.";
  const others = view.asked.filter((number) => number !== seat).map((number) => chairs[number].name);
  if (!view.asked.includes(seat))
    return others.length ? `${listed(others)} ${others.length > 1 ? "are" : "is"} to act.` : "";
  const wanted = wantedOf(view);
  if (wanted && others.length) return `${wanted}, as ${listed(others)} ${others.length > 1 ? "do" : "does"}.`;
  if (others.length) return `It is up to you, and to ${listed(others)}.`;
  if (wanted) return `${wanted}.`;
  return view.cards_of === null ? "Your turn." : `You play for ${chairs[view.cards_of].name}.`;
}
