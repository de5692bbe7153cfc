// The page of a table: it draws whatever it is told, and sends back the notation of an action. It knows no game.

import { clicked, dragged, handlesOf, nothing, settled, worded } from "./choosing.js";
import { arrived } from "./clocks.js";
import { drawDoing } from "./doing.js";
import { $, make, morphChildren } from "./dom.js";
import { fly, positions } from "./flying.js";
import { remember, rove } from "./keys.js";
import { listen, listenToSettings } from "./listening.js";
import { forget, note } from "./log.js";
import { sentence } from "./names.js";
import { drawRecord, letBrowse } from "./record.js";
import { drawTable } from "./seats.js";
import { keepName, keepTable, myName, tables } from "./settings.js";
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
  else if (message.type === "refused") refused(message);
}

function refused({ reason, practice }) {
  if (!table) tell(reason);
  else if (practice && confirm(`${reason}\nTake it back all the same?`)) wire.send({ do: "undo", practice: true });
  else $("why").textContent = reason;
}

function welcome(message) {
  hello = message;
  $("log").replaceChildren();
  $("title").textContent = message.game;
  $("rules-text").replaceChildren(...message.rules.split(/\n\s*\n/).map((paragraph) => make("p", {}, paragraph)));
  if (kind === "t" && key) keepTable(name, { key, game: message.game });
}

// A whole view, and what is new since the last one.
function arrive(message) {
  const before = positions();
  const { presence, clocks, legal, forms, ...rest } = message;
  const view = message.view && { ...message.view, legal, forms };
  const isNew = message.fresh || message.events.lines.length > 0 || message.events.moves.length > 0;
  const chosen = isNew || !table ? nothing : table.chosen;
  table = {
    ...rest,
    view,
    chairs: presence.chairs,
    watchers: presence.watchers,
    clocks: arrived(clocks),
    chosen,
    hello,
  };
  if (message.fresh) forget($("log"));
  for (const line of message.events.lines) note($("log"), line);
  for (const { who, text } of message.talk) note($("log"), `${who}: ${text}`, "talk");
  if (isNew) $("why").textContent = "";
  draw();
  if (!message.fresh) fly(message.events.moves, before);
}

function draw() {
  remember();
  const { view, phase, can, watchers } = table;
  $("beside").hidden = false;
  $("talk").hidden = kind === "r";
  $("waiting").hidden = phase !== "waiting";
  $("room").hidden = !view;
  $("share-button").hidden = !hello.is_host || kind === "r";
  $("watchers").hidden = !watchers;
  $("watchers").textContent = watchers === 1 ? "1 person watches." : `${watchers} people watch.`;
  if (phase === "waiting") drawWaiting(table, links);
  if (view) {
    drawTable($("table"), table);
    drawDoing({ prompt: $("prompt"), actions: $("actions"), texts: $("texts") }, table);
  }
  $("room").dataset.number = table.number;
  $("room").dataset.phase = phase;
  if (kind === "r") drawRecord(table);
  drawTools(can);
  const isMine = view?.asked.includes(table.seat) && phase === "playing";
  document.title = `${isMine ? "● " : ""}${hello.game} – cardkit`;
  rove();
}

function drawTools(can) {
  for (const button of document.querySelectorAll("[data-do]")) button.hidden = !can[button.dataset.do];
  $("typed").hidden = !table.view?.asked.includes(table.seat);
  $("doing").hidden = kind === "r" && !table.result;
  const machines = can.stand_in.map((seat) =>
    make(
      "button",
      { type: "button", "data-key": `stand-in ${seat}`, "data-stand-in": seat },
      `Let a machine play for ${table.chairs[seat].name}`,
    ),
  );
  morphChildren($("stand-ins"), machines);
}

function choose(chosen) {
  const action = settled(table.view, chosen);
  if (action) act(worded(action, chosen));
  else {
    table.chosen = chosen;
    draw();
  }
}

const dashed = (text) => text.trim().toLowerCase().replaceAll(" ", "-");

// Do something; what loses the game is asked once more.
function act(text) {
  const typed = dashed(text);
  const losing = table.view?.legal.find((action) => action.loses && dashed(action.text).startsWith(typed));
  if (losing && !confirm(`${sentence(losing.say)}? That ends the game.`)) return;
  wire.send({ do: "act", action: text, at: table.number });
  $("why").textContent = "";
  choose(nothing);
}

// What comes back to the one who asked: a hint with its reasons, or what a card can do, or why it can't.
function told({ reason, can, action, reasons = [] }) {
  const named = (text) => table.view.legal.find((one) => one.text === text)?.say ?? text;
  const hint = action && [`Hint: ${named(action)}`, ...reasons].join(". ");
  $("why").textContent = reason || hint || (can?.length ? `It can: ${can.map(named).join(", ")}` : "");
}

const ask = async (what) => told(await wire.ask(what));
const why = (card) => ask({ do: "why", action: card });

const handles = (element) =>
  handlesOf({
    seat: element.closest("[data-seat]")?.dataset.seat,
    pile: element.closest("[data-pile]")?.dataset.pile,
    ...element.dataset,
  });

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

const links = (place) => drawLinks(place, name, table.chairs, table.seat, (seat) => wire.ask({ do: "renew", seat }));

function connect() {
  $("join").hidden = true;
  wire = new Wire(`/ws/${name}`, { key, name: myName() }, hear, tell);
}

function begin() {
  listen({
    click,
    drop,
    act,
    cancel: () => table && choose(nothing),
    send: (message) => wire.send(message),
    ask,
    share: () => links($("links")),
  });
  listenToSettings(() => table && draw());
  if (kind === "r") letBrowse((message) => wire.ask(message), tell);
  if (!name) tell("Tables are laid by whoever runs this server: come by the link that you were sent.");
  else if (kind === "r" || myName()) connect();
  else {
    $("join").hidden = false;
    $("join").elements.name.focus();
    $("join").addEventListener("submit", (event) => {
      event.preventDefault();
      keepName(event.target.elements.name.value.trim());
      connect();
    });
  }
}

begin();
