// The order in which a person holds their hand: as the game has it, by suit, by rank, or as they have dragged it.

import { partsOf } from "./names.js";

const by = (list, value) => (list.includes(value) ? list.indexOf(value) : list.length);

// A hand in an order; `own` are cards in the order into which they were dragged, before all others.
export function inOrder(pile, { order, own = [] }, { rank_order: ranks, suits }) {
  if (pile.looks !== "hand" || !pile.cards.length || (order === "game" && !own.length)) return pile;
  const keyOf = (card, index) => {
    const [rank, suit] = partsOf(card).map((part, number) => by(number ? suits : ranks, part));
    const sorted = { game: [index], suit: [suit, rank], rank: [rank, suit] }[order] ?? [index];
    return [by(own, card), ...sorted, index];
  };
  const keys = pile.cards.map(keyOf);
  const places = keys.map((_, place) => place).sort((one, other) => compared(keys[one], keys[other]));
  const lying = pile.places ?? pile.cards.map((_, place) => place);
  return { ...pile, cards: places.map((place) => pile.cards[place]), places: places.map((place) => lying[place]) };
}

function compared(one, other) {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : one[place] - other[place];
}

// The cards of a hand after one was dragged beside another.
export function arranged(cards, from, to, isAfter) {
  const others = cards.filter((_, place) => place !== from);
  others.splice(to - (from < to ? 1 : 0) + (isAfter ? 1 : 0), 0, cards[from]);
  return others;
}
