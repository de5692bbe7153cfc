// Piles of cards: stacks, fans, rows, grids and hands. What can be clicked is a button with its handles in data-….

import { further, handlesOf, isNothing } from "./choosing.js";
import { $, make } from "./dom.js";
import { HIDDEN, picture, said, SIGNS } from "./names.js";

const MOST_IN_STACK = 3;
const tricks = new Set();
// The piles in which each card was laid by another seat so far.

// Piles beside each other; those that are cells of a grid lie in its rows, and those of one place in one column.
export function drawPiles(piles, table) {
  const isCell = (pile) => pile.looks === "grid";
  const isColumn = (pile) => !isCell(pile) && pile.owner === null && pile.place !== null;
  const cells = piles.filter(isCell);
  const columns = byPlace(piles.filter(isColumn));
  const usual = byPlace(cells).length > 4 ? Math.ceil(byPlace(cells).length / 2) : byPlace(cells).length;
  const widths = [...new Set(cells.map(({ columns }) => columns ?? usual))];
  return make(
    "div",
    { class: "piles" },
    ...widths.map((width) =>
      drawGrid(
        cells.filter(({ columns }) => (columns ?? usual) === width),
        width,
        table,
      ),
    ),
    ...piles.filter((pile) => !isCell(pile) && !isColumn(pile)).map((pile) => drawPile(pile, table)),
    columns.length > 0 &&
      make(
        "div",
        { class: "columns", "data-key": "columns" },
        ...columns.map((column) => make("div", { class: "column" }, ...column.map((pile) => drawPile(pile, table)))),
      ),
  );
}

const byPlace = (piles) => {
  const places = [...new Set(piles.map(({ place }) => place))].sort((one, other) => one - other);
  return places.map((place) => piles.filter((pile) => pile.place === place));
};

// Of several piles in one cell, the one that has cards is seen.
function drawGrid(cells, columns, table) {
  const shown = byPlace(cells).map((piles) => piles.find(({ size }) => size) ?? piles[0]);
  const attributes = {
    class: "cells",
    style: { "--columns": columns },
    "data-key": `grid ${columns}`,
    "data-roving": true,
  };
  return make("div", attributes, ...shown.map((pile) => drawPile(pile, table)));
}

// A pile with its title and how many cards it has; `table` is all that the page knows.
function drawPile(pile, table) {
  const isStack = pile.looks === "stack" && pile.place === null;
  const cards = pile.cards.length ? pile.cards : Array(pile.size).fill(HIDDEN);
  if (pile.by?.length) tricks.add(pile.name);
  const isTrick = pile.by ? tricks.has(pile.name) : !pile.size && tricks.has(pile.name);
  const from = isStack ? Math.max(0, cards.length - MOST_IN_STACK) : 0;
  const same = {};
  const drawn = cards.slice(from).map((card, step) => {
    const index = from + step;
    same[card] = (same[card] ?? 0) + 1;
    const isCovered = isStack && index < cards.length - 1;
    const one = drawCard(card, { index, nth: same[card], isCovered }, pile, table);
    return isTrick ? laidBy(one, pile, index, table) : one;
  });
  const row = make(
    "div",
    {
      class: "cards",
      "data-pile": pile.name,
      "data-roving": pile.looks !== "grid",
      role: "group",
      "aria-label": `${pile.title}, ${counted(pile.size)}`,
      style: { "--size": Math.max(1, drawn.length), "--across": across(Math.max(1, drawn.length)) },
    },
    ...(drawn.length ? drawn : [emptyPlace(pile, table)]),
  );
  const caption = make(
    "figcaption",
    { "aria-hidden": "true" },
    make("span", {}, shortly(pile, table)),
    pile.size === 1 || pile.noted ? null : make("b", {}, String(pile.size)),
  );
  const looks = [
    isTrick ? "trick" : pile.looks,
    pile.marks.length && "marked",
    pile.noted && "noted",
    pile.name.includes(" ") && "placed",
  ];
  return make("figure", { class: `pile ${looks.filter(Boolean).join(" ")}`, "data-key": pile.name }, row, caption);
}

// The title of a pile without its owner, who stands over it, and with the sign of a suit.
function shortly({ title, owner }, { seat, chairs }) {
  const name = chairs[owner]?.name;
  const whose = owner === seat ? [/^your /, / by you$/] : [`${name}'s `, ` by ${name}`];
  return whose.reduce((said, word) => said.replace(word, ""), title).replace(/^.* ([SHDC])$/, (_, suit) => SIGNS[suit]);
}

const STRIP = 30;
// How many cards of a hand lie in a row, so that each is seen by a strip that can be touched, and rows are alike.
export function across(size, room = roomOf($("table")), card = roomOf(document.querySelector(".mine .hand .card"))) {
  const most = Math.max(1, Math.floor((room - MARGIN - card) / STRIP) + 1);
  return room ? Math.ceil(size / Math.ceil(size / most)) : size;
}

const MARGIN = 40;
const roomOf = (element) => element?.clientWidth ?? 0;

// A card of a trick lies towards the seat that laid it; the one that led is marked, and the one that takes it so far.
function laidBy(card, pile, index, { seat, chairs }) {
  const by = pile.by[index];
  const takes = pile.takes === index && pile.size > 1;
  const turn = (2 * Math.PI * (by - Math.max(0, seat))) / chairs.length;
  card.style.setProperty("--x", (-Math.sin(turn)).toFixed(3));
  card.style.setProperty("--y", Math.cos(turn).toFixed(3));
  card.classList.toggle("lead", index === 0);
  card.classList.toggle("takes", takes);
  const who = by === seat ? "you" : chairs[by].name;
  const laid = `${card.getAttribute("aria-label")}, ${index ? "laid" : "led"} by ${who}`;
  card.setAttribute("aria-label", takes ? `${laid}, takes the trick so far` : laid);
  return card;
}

const counted = (size) => (size === 1 ? "1 card" : `${size} cards`);

function drawCard(card, { index, nth, isCovered }, pile, table) {
  const isHidden = card === HIDDEN;
  const mark = pile.marks[pile.places?.[index] ?? index];
  const place = placeOf(index, pile, table);
  const owner = isHidden ? (pile.owner ?? undefined) : undefined;
  return usable(
    { key: `${pile.name} ${card} ${nth}`, card: isHidden ? undefined : card, place, pile: pile.name, seat: owner },
    table,
    {
      name: mark ? `${said(card)}, told: ${mark}` : said(card),
      isCovered,
      inside: make("img", { src: picture(card), alt: "", draggable: "false" }),
      mark: mark ? make("span", { class: "mark", "aria-hidden": "true" }, mark) : null,
    },
  );
}

// The place that a click means: that of a pile among its like, if it is not somebody else's; else that of a card in
// a row, or in a hidden hand, if the places that are legal are those of so many cards.
function placeOf(index, pile, { seat, view }) {
  if (pile.place !== null) return pile.owner === null || pile.owner === seat ? pile.place : undefined;
  const isRow = pile.owner === null && pile.looks === "row";
  const places = new Set(view.legal.flatMap((action) => action.places));
  const isHidden = pile.looks === "backs" && places.size === pile.size;
  return isRow || isHidden ? (pile.places?.[index] ?? index) : undefined;
}

const emptyPlace = (pile, table) =>
  usable({ key: `${pile.name} empty`, pile: pile.name, place: placeOf(0, pile, table) }, table, {
    name: "no card",
    kind: " empty",
  });

// Something that may have a use: a button where it has one now, or where it is an own card and it can be said why not.
function usable(handles, { view, chosen, seat }, { name, isCovered, inside = null, mark = null, kind = "" }) {
  const isMine = view.piles.some((pile) => pile.name === handles.pile && pile.owner === seat && pile.looks === "hand");
  const can = !isCovered && further(view, chosen, handlesOf(handles)) !== undefined;
  const isPicked = chosen.picks.some((pick) => pick.key === handles.key);
  const isButton = can || isPicked || (isMine && handles.card && view.legal.length + view.forms.length > 0);
  const state = isPicked ? " picked" : can ? " can" : isButton && isNothing(chosen) ? " cannot" : "";
  const data = Object.entries(handles).map(([key, value]) => [`data-${key}`, value]);
  return make(
    isButton ? "button" : "span",
    {
      class: `card${kind}${state}`,
      ...Object.fromEntries(data),
      ...(isButton ? { type: "button", "aria-pressed": isPicked ? "true" : null } : { role: "img" }),
      "aria-hidden": isCovered ? "true" : null,
      "aria-label": isCovered ? null : can && !isPicked ? `${name}, can be used` : name,
    },
    inside,
    mark,
  );
}
