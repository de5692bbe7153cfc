// What is meant by what was clicked: no game is known here, only what the table says may be clicked for an action.
//
// What lies on the table has handles: a card, or else its rank, its place, its pile, the seat it belongs to. Those that
// were clicked so far are `chosen`; each further one leaves fewer actions.

import { rankOf } from "./names.js";

export const nothing = { picks: [] };
export const isNothing = (chosen) => chosen.picks.length === 0 && Object.keys(chosen).length === 1;

// The handles of an element, the most telling first.
export function handlesOf({ key, card, place, pile, seat }) {
  const handles = [];
  if (card) handles.push({ pick: { key, card } }, { rank: rankOf(card) });
  if (place !== undefined) handles.push({ place: Number(place), ...(pile && { of: pile }) });
  if (pile) handles.push({ pile });
  if (seat !== undefined) handles.push({ seat: Number(seat) });
  return handles;
}

const has = (list, value) => value === undefined || list.includes(value);
const inPile = (action, pile) => pile === undefined || !action.piles.length || action.piles.includes(pile);

const times = (list, value) => list.filter((other) => other === value).length;

// Whether an action has these cards, or cards in whose place they may be laid.
function holds({ cards, alike }, picks) {
  if (!Object.keys(alike).length) return picks.every(({ card }) => cards.includes(card));
  const [own, others] = [cards.map((card) => alike[card]), picks.map(({ card }) => alike[card])];
  return others.every((kind) => kind !== undefined && times(others, kind) <= times(own, kind));
}

// An action in its notation, with the cards that were clicked in the place of those that are alike.
export const worded = ({ text, cards, alike }, { picks }) =>
  Object.keys(alike).length && picks.length === cards.length
    ? text.replace(cards.join(" "), picks.map(({ card }) => card).join(" "))
    : text;

// The legal actions that what was chosen leaves.
export const meant = ({ legal }, chosen) =>
  legal.filter(
    (action) =>
      holds(action, chosen.picks) &&
      (chosen.rank === undefined || (!action.cards.length && action.ranks.includes(chosen.rank))) &&
      has(action.places, chosen.place) &&
      inPile(action, chosen.of) &&
      has(action.piles, chosen.pile) &&
      has(action.seats, chosen.seat),
  );

// The forms that it fits.
export const fitting = ({ forms }, chosen) => forms.filter((form) => fits(form.parts, chosen));

function fits(parts, { picks, rank, place, pile, seat }) {
  const cards = parts.find((part) => part.kind === "cards");
  const named = [rank, place, pile, seat].filter((value) => value !== undefined).map(String);
  return (
    (picks.length === 0 ||
      (cards && picks.length <= cards.most && picks.every(({ card }) => cards.of.includes(card)))) &&
    named.every((value) => parts.some((part) => part.kind === "choice" && part.of.includes(value)))
  );
}

// Whether anything can be done that begins so.
const leads = (view, chosen) => meant(view, chosen).length > 0 || fitting(view, chosen).length > 0;
const adding = ({ picks, ...chosen }, { pick, ...handle }) => ({
  ...chosen,
  ...handle,
  picks: pick ? [...picks, pick] : picks,
});

// Whether what has these handles leads to an action.
export const reaches = (action, handles) =>
  handles.some((handle) => meant({ legal: [action] }, adding(nothing, handle)).length > 0);

// What is chosen once something with these handles is added; undefined where that leads nowhere.
export const further = (view, chosen, handles) =>
  handles.map((handle) => adding(chosen, handle)).find((more) => leads(view, more));

// What is left of what was chosen, where the table has changed.
export function kept(view, chosen) {
  const picks = chosen.picks.filter((pick) => leads(view, { picks: [pick] }));
  const left = { ...chosen, picks };
  return leads(view, left) ? left : leads(view, { picks }) ? { picks } : nothing;
}

// What is chosen after a click: less, more, something else, or undefined where nothing can be done with it.
export function clicked(view, chosen, handles) {
  const key = handles[0]?.pick?.key;
  if (key && chosen.picks.some((pick) => pick.key === key)) {
    return { ...chosen, picks: chosen.picks.filter((pick) => pick.key !== key) };
  }
  const later = key && chosen.picks.length > 1 && { ...chosen, picks: chosen.picks.slice(1) };
  return further(view, chosen, handles) ?? (later && further(view, later, handles)) ?? further(view, nothing, handles);
}

// What is chosen after something was dragged to a place: where the place says nothing, the thing alone.
export function dragged(view, from, to) {
  const taken = further(view, nothing, from);
  return taken && (further(view, taken, to) ?? taken);
}

// The one action that what was clicked leaves, if it names no card that was not clicked.
export function settled(view, chosen) {
  if (isNothing(chosen)) return undefined;
  const [action, ...others] = meant(view, chosen);
  const isClear = action && !others.length && !fitting(view, chosen).length;
  return isClear && action.cards.length <= Math.max(1, chosen.picks.length) ? action : undefined;
}
