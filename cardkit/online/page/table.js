// The page of a table: it draws whatever it is told, and sends back the notation of an action. It knows no game.

import { clicked, dragged, handlesOf, nothing, settled } from "./choosing.js";
import { arrived } from "./clocks.js";
import { drawDoing, written } from "./doing.js";
import { $, make, morphChildren } from "./dom.js";
import { letDrag } from "./dragging.js";
import { fly, positions } from "./flying.js";
import { remember, rove } from "./keys.js";
import { note, noteTalk } from "./log.js";
import { drawRecord, letBrowse } from "./record.js";
import { drawTable } from "./seats.js";
import { keepName, keepTable, myName, set, settings, tables } from "./settings.js";
import { drawLinks } from "./sharing.js";
import { drawWaiting } from "./waiting.js";
import { Wire } from "./wire.js";

const [, kind, name] = location.pathname.split("/");
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? tables()[name]?.key ?? "";
let wire = null;
let hello = {};
let table = null;

const tell = (text) => {
  $("state").textContent = text;
  $("state").hidden = !text;
};

function hear(message) {
  if (message.type === "hello") welcome(message);
  else if (message.type === "view") arrive(message);
  else if (message.type === "refused") tell(message.reason);
}

function welcome(message) {
  hello = message;
  $("title").textContent = message.game;
  $("rules-text").textContent = message.rules;
  if (kind === "t" && key) keepTable(name, { key, game: message.game });
}

// A whole view, and what is new since the last one.
function arrive(message) {
  const before = positions();
  const heard = message.fresh ? 0 : table?.talk.length ?? 0;
  const { presence, clocks, legal, forms, ...rest } = message;
  const view = message.view && { ...message.view, legal, forms };
  table = { ...rest, view, chairs: presence.chairs, watchers: presence.watchers, clocks: arrived(clocks), chosen: nothing, hello };
  if (message.fresh) $("log").replaceChildren();
  for (const line of message.events?.lines ?? []) note($("log"), line);
  noteTalk($("log"), message.talk, heard);
  $("why").textContent = "";
  draw();
  if (!message.fresh) fly(message.events?.moves ?? [], before);
}

function draw() {
  remember();
  const { view, phase, can, watchers } = table;
  $("beside").hidden = kind === "r";
  $("waiting").hidden = phase !== "waiting";
  $("room").hidden = !view;
  $("share-button").hidden = !hello.is_host || kind === "r";
  $("watchers").hidden = !watchers;
  $("watchers").textContent = watchers === 1 ? "1 person watches." : `${watchers} people watch.`;
  if (phase === "waiting") drawWaiting($("waiting"), table, { start: () => wire.send({ do: "start" }), links });
  if (view) {
    drawTable($("table"), table);
    drawDoing({ prompt: $("prompt"), actions: $("actions"), texts: $("texts") }, table);
  }
  if (kind === "r") drawRecord(table);
  drawTools(can);
  const isMine = view?.asked.includes(table.seat) && phase === "playing";
  document.title = `${isMine ? "● " : ""}${hello.game} – cardkit`;
  rove();
}

function drawTools(can) {
  for (const button of document.querySelectorAll("[data-do]")) button.hidden = !can[button.dataset.do];
  $("typed").hidden = !table.view || (!table.view.asked.includes(table.seat) && kind === "t");
  const machines = can.stand_in.map((seat) =>
    make("button", { type: "button", "data-key": `stand-in ${seat}`, "data-stand-in": seat }, `Let a machine play for ${table.chairs[seat].name}`));
  morphChildren($("stand-ins"), machines);
}

function choose(chosen) {
  const action = settled(table.view, chosen);
  if (action) act(action.text);
  else {
    table.chosen = chosen;
    draw();
  }
}

async function act(text) {
  table.chosen = nothing;
  $("why").textContent = "";
  draw();
  told(await wire.ask({ do: "act", action: text, at: table.number }));
}

const told = (answer) => {
  const text = answer.reason ?? answer.text ?? "";
  $("why").textContent = text;
  if (answer.type !== "refused" && answer.action) $("why").textContent = `Hint: ${answer.say ?? answer.action}`;
};

async function why(card) {
  const answer = await wire.ask({ do: "why", action: card });
  $("why").textContent = answer.reason ?? answer.text ?? "";
}

const handles = (element) => handlesOf({ seat: element.closest("[data-seat]")?.dataset.seat, pile: element.closest("[data-pile]")?.dataset.pile, ...element.dataset });

function click(element) {
  const chosen = clicked(table.view, table.chosen, handlesOf(element.dataset));
  if (chosen) choose(chosen);
  else if (element.dataset.card) why(element.dataset.card);
}

function drop(card, to) {
  const chosen = dragged(table.view, handlesOf(card.dataset), to ? handles(to) : []);
  if (chosen) choose(chosen);
  else if (card.dataset.card) why(card.dataset.card);
}

const links = (place) =>
  drawLinks(place, name, table.chairs, table.seat, (seat) => wire.ask({ do: "renew", seat }));

function listen() {
  $("table").addEventListener("click", (event) => {
    const element = event.target.closest("button[data-key]");
    if (element) click(element);
  });
  $("actions").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.act) act(button.dataset.act);
    else if (button?.dataset.cancel) choose(nothing);
  });
  $("actions").addEventListener("submit", (event) => {
    event.preventDefault();
    act(written(event.target));
  });
  $("actions").addEventListener("input", ({ target }) => {
    if (target.type !== "range" && target.type !== "number") return;
    for (const other of target.parentElement.querySelectorAll("input")) if (other !== target) other.value = target.value;
  });
  $("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const box = event.target.elements.text;
    if (box.value.trim()) act(box.value.trim());
    box.value = "";
  });
  $("talk").addEventListener("submit", (event) => {
    event.preventDefault();
    const box = event.target.elements.text;
    if (box.value.trim()) wire.send({ do: "talk", text: box.value.trim() });
    box.value = "";
  });
  $("tools").addEventListener("click", async ({ target }) => {
    if (target.dataset.standIn) wire.send({ do: "stand-in", seat: Number(target.dataset.standIn) });
    if (target.dataset.do) told(await wire.ask({ do: target.dataset.do }));
  });
  document.addEventListener("click", ({ target }) => {
    if (!target.dataset?.open) return;
    if (target.dataset.open === "share") links($("links"));
    $(target.dataset.open).showModal();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && table && !document.querySelector("dialog[open]")) choose(nothing);
  });
  letDrag($("table"), drop);
}

function listenToSettings() {
  for (const control of $("settings").querySelectorAll("[name]")) {
    const isBox = control.type === "checkbox";
    if (isBox) control.checked = settings[control.name];
    else control.value = settings[control.name];
    control.addEventListener("change", () => {
      set(control.name, isBox ? control.checked : control.value);
      if (table) draw();
    });
  }
}

function connect() {
  $("join").hidden = true;
  wire = new Wire(`/ws/${name}`, { key, name: myName() }, hear, tell);
}

function begin() {
  listen();
  listenToSettings();
  if (kind === "r") letBrowse((message) => wire.ask(message), tell);
  if (!name) tell("Tables are laid by whoever runs this server: come by the link that you were sent.");
  else if (kind === "r" || myName()) connect();
  else {
    $("join").hidden = false;
    $("join").addEventListener("submit", (event) => {
      event.preventDefault();
      keepName(event.target.elements.name.value.trim());
      connect();
    });
  }
}

begin();
