// The lobby: choose a game and its options, say who sits where, and lay a table.

import { nothing } from "./choosing.js";
import { $, make } from "./dom.js";
import { drawFields, optionsIn } from "./fields.js";
import { showMine } from "./mine.js";
import { described } from "./names.js";
import { drawPiles } from "./piles.js";
import { keepName, myName } from "./settings.js";
import { enter } from "./sharing.js";

const MOST_SEATS = 12;
const form = $("new");
let games = [];

const game = () => games.find((one) => one.name === form.elements.game.value);
const ruleSet = () => game().rules.find((one) => one.name === form.elements.rules.value);
const fill = (select, values, chosen) =>
  select.replaceChildren(...values.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));

const PEOPLE = {
  human: "a person",
  ai: "a machine",
  random: "a machine that plays anything",
  search: "a machine that thinks",
};
const named = (who) => PEOPLE[who] ?? `a machine: ${who.split(":").at(-1)}`;

// How many can play, of numbers that go up.
function howMany(players) {
  const most = players.at(-1);
  if (players.length === 1) return most === 1 ? "1 player" : `${most} players`;
  return most > MOST_SEATS ? `${players[0]} or more players` : `${players[0]} to ${most} players`;
}

// How long a game takes, or a round of it, in numbers that promise no more than is known.
const SPANS = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120];
export function howLong({ minutes, of }) {
  if (!minutes) return "";
  const near = SPANS.reduce((one, other) => (Math.abs(other - minutes) < Math.abs(one - minutes) ? other : one));
  return `about ${near} minute${near > 1 ? "s" : ""}${of && ` a ${of}`}`;
}

// The table of a game in the middle of it, drawn as it is when it is played.
function drawPicture(piles) {
  const seats = Math.max(0, ...piles.map(({ owner }) => owner + 1));
  const chairs = Array.from({ length: seats }, () => ({ name: "" }));
  const table = { seat: 0, chairs, chosen: nothing, view: { piles, legal: [], forms: [] } };
  const lying = piles.filter(({ size, place }) => size || place !== null);
  const part = (name, isThere) => make("div", { class: name }, drawPiles(lying.filter(isThere), table));
  return make(
    "div",
    { class: "picture", "aria-hidden": "true", inert: true },
    part("others", ({ owner }) => owner > 0),
    part("middle", ({ owner }) => owner === null),
    part("mine", ({ owner }) => owner === 0),
  );
}

const drawGame = ({ name, title, about, players, sample }, place) =>
  make(
    "label",
    { class: "game" },
    sample && drawPicture(sample.picture),
    make("input", { type: "radio", name: "game", value: name, checked: place === 0, "aria-label": title }),
    make("strong", {}, title),
    make("small", {}, [howMany(players), sample && howLong(sample)].filter(Boolean).join(", ")),
    make("span", { class: "about" }, described(about, title)),
  );

function chooseGame() {
  const { rules, first, players, usual } = game();
  fill(
    form.elements.rules,
    rules.map(({ name }) => [name, name]),
    first,
  );
  $("rules-label").hidden = rules.length === 0;
  const count = form.elements.players;
  const most = Math.min(Math.max(...players), MOST_SEATS);
  Object.assign(count, { min: Math.min(...players), max: most, value: Math.min(usual, most) });
  $("chairs").replaceChildren();
  chooseSeats();
  chooseRules();
}

function chooseRules() {
  const rules = form.elements.rules.value;
  const own = game().needs_deck.includes(rules) ? [] : [["", "the game's own"]];
  const decks = Object.entries(game().decks).filter(([, takers]) => takers.includes(rules));
  fill(form.elements.deck, [...own, ...decks.map(([name]) => [name, name])], "");
  $("deck-label").hidden = decks.length === 0;
  $("rules-about").textContent = ruleSet()?.about ?? "";
  chooseOptions();
}

function chooseOptions() {
  const usual = game().by_seats[form.elements.players.value] ?? {};
  $("options").replaceChildren(...drawFields(game().options, { ...usual, ...ruleSet()?.options }));
}

function chooseSeats() {
  const { who, opponent } = game();
  const before = [...$("chairs").querySelectorAll("select")].map((select) => select.value);
  const number = Math.min(Math.max(1, Number(form.elements.players.value) || 1), MOST_SEATS);
  const seats = Array.from({ length: number }, (_, seat) => {
    const chosen = who.includes(before[seat]) ? before[seat] : seat === 0 ? "human" : opponent;
    const options = who.map((one) =>
      make("option", { value: one, selected: one === chosen }, seat === 0 && one === "human" ? "you" : named(one)),
    );
    return make(
      "li",
      {},
      make("label", {}, make("span", {}, `Seat ${seat + 1} `), make("select", { name: "seat" }, ...options)),
    );
  });
  $("chairs").replaceChildren(...seats);
}

function wish() {
  const text = (name) => form.elements[name].value.trim() || undefined;
  const number = (name) => (text(name) === undefined ? undefined : Number(text(name)));
  return {
    game: form.elements.game.value,
    rules: text("rules"),
    deck: text("deck"),
    options: optionsIn($("options")),
    seats: [...$("chairs").querySelectorAll("select")].map((select) => select.value),
    clock: text("clock"),
    on_timeout: text("on_timeout"),
    away: number("away"),
    stand_in: text("stand_in"),
    delay: number("delay"),
    seed: number("seed"),
  };
}

async function lay() {
  keepName(form.elements.name.value.trim());
  const asked = wish();
  const answer = await fetch("/tables", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  const made = await answer.json();
  if (!answer.ok) throw new Error(made.error);
  enter(made, game().title);
}

async function begin() {
  form.elements.name.value = myName();
  games = await (await fetch("/games")).json();
  $("gallery").replaceChildren(...games.map(drawGame));
  chooseGame();
  $("gallery").onchange = chooseGame;
  form.elements.rules.onchange = chooseRules;
  form.elements.players.oninput = () => {
    chooseSeats();
    if (Object.keys(game().by_seats).length) chooseOptions();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    $("error").textContent = "";
    lay().catch((error) => ($("error").textContent = error.message));
  };
  await showMine($("mine"), $("going"), $("over"));
}

begin().catch(() => ($("error").textContent = "The server can't be reached; load the page again."));
