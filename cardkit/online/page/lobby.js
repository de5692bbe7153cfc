// The lobby: choose a game and its options, say who sits where, and lay a table.

import { $, make } from "./dom.js";
import { drawFields, optionsIn } from "./fields.js";
import { showMine } from "./mine.js";
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

function chooseGame() {
  const { about, rules, first, decks, players } = game();
  $("about").textContent = about;
  fill(
    form.elements.rules,
    rules.map(({ name }) => [name, name]),
    first,
  );
  $("rules-label").hidden = rules.length === 0;
  $("deck-label").hidden = decks.length === 0;
  const count = form.elements.players;
  const most = Math.min(Math.max(...players), MOST_SEATS);
  Object.assign(count, { min: Math.min(...players), max: most, value: players.find((number) => number >= 2) ?? most });
  chooseRules();
  chooseSeats();
}

function chooseRules() {
  const { decks, needs_deck: needing } = game();
  const own = needing.includes(form.elements.rules.value) ? [] : [["", "the game's own"]];
  fill(form.elements.deck, [...own, ...decks.map((name) => [name, name])], "");
  $("rules-about").textContent = ruleSet()?.about ?? "";
  $("options").replaceChildren(...drawFields(game().options, ruleSet()?.options ?? {}));
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
  fill(
    form.elements.game,
    games.map(({ name, title }) => [name, title]),
    games[0]?.name,
  );
  chooseGame();
  form.elements.game.onchange = chooseGame;
  form.elements.rules.onchange = chooseRules;
  form.elements.players.oninput = chooseSeats;
  form.onsubmit = (event) => {
    event.preventDefault();
    $("error").textContent = "";
    lay().catch((error) => ($("error").textContent = error.message));
  };
  await showMine($("mine"), $("going"), $("over"));
}

begin().catch(() => ($("error").textContent = "The server can't be reached; load the page again."));
