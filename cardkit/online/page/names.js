// Cards, as they are drawn and as they are said.

import { settings } from "./settings.js";

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
export const HIDDEN = "??";

export const partsOf = (card) => (card.includes(" ") ? card.split(" ") : [card.slice(0, -1), card.slice(-1)]);
export const rankOf = (card) => partsOf(card)[0];

export function said(card) {
  if (!card || card === HIDDEN) return "hidden card";
  const [rank, suit] = partsOf(card);
  return `${RANKS[rank] ?? rank} of ${SUITS[suit] ?? suit}`;
}

export function picture(card) {
  if (!card || card === HIDDEN) return "/card/back.svg";
  const query = [settings.four && "four", settings.large && "large"].filter(Boolean).join("&");
  return `/card/${encodeURIComponent(card)}.svg${query && "?" + query}`;
}

// A text with its cards as they are drawn: 10♥ for TH, where the deck has it.
export const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
let deck = new Set();
export const know = (cards) => (deck = new Set(cards));
export const faced = (text) =>
  text.replace(/(?<!\w)(\d+|[TJQKA])([SHDC])(?!\w)/g, (card, rank, suit) =>
    deck.has(card) ? `${rank === "T" ? "10" : rank}${SIGNS[suit]}` : card,
  );

export const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// An option of a game, as people say it.
export const optionSaid = ([option, value]) =>
  value === true || value === false
    ? `${value ? "" : "no "}${option.replaceAll("_", " ")}`
    : `${option.replaceAll("_", " ")} ${Array.isArray(value) ? value.join(" ") : (value ?? "none")}`;

// What a game is, without its name, which stands over it.
const lettersOf = (text) => text.toLowerCase().replace(/\W/g, "");
export function described(about, title) {
  const [head, ...rest] = about.split(": ");
  return rest.length && lettersOf(head) === lettersOf(title) ? sentence(rest.join(": ")) : about;
}
