// The page of a table: it draws whatever it is told, and sends back the notation of an action. It knows no game.

import { call } from "./calling.js";
import { clicked, dragged, handlesOf, isNothing, kept, nothing, settled, worded } from "./choosing.js";
import { arrived } from "./clocks.js";
import { drawAsked, drawDoing } from "./doing.js";
import { $, make, morphChildren } from "./dom.js";
import { fly, positions } from "./flying.js";
import { arranged, inOrder } from "./hands.js";
import { remember, rove } from "./keys.js";
import { listen, listenToSettings } from "./listening.js";
import { forget, note } from "./log.js";
import { faced, know, optionSaid, sentence } from "./names.js";
import { drawRecord, letBrowse } from "./record.js";
import { Showing } from "./scenes.js";
import { drawTable, turnOf } from "./seats.js";
import { handAt, keepHand, keepName, keepTable, myName, set, settings, tables } from "./settings.js";
import { drawLinks } from "./sharing.js";
import { sound, soundsOf } from "./sounds.js";
import { drawWaiting } from "./waiting.js";
import { Wire } from "./wire.js";

const [, kind, name] = location.pathname.split("/");
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? tables()[name]?.key ?? "";
let wire = null;
let hello = {};
let table = null;
// What was sent last, with what was chosen and typed for it: they come back where it is refused.
let sent = {};
let number = 0;
const showing = new Showing(show);

const tell = (text) => {
  $("state").textContent = text;
  $("state").hidden = !text;
};

function hear(message) {
  if (message.type === "hello") welcome(message);
  else if (message.type === "view") showing.take(message);
  else if (message.type === "refused") refused(message);
}

function refused({ id, reason, practice }) {
  if (id !== null && id === sent.id && table) {
    if (sent.box && !sent.box.value) sent.box.value = sent.text;
    table.chosen = kept(table.view, sent.chosen);
    draw();
  }
  if (!table) tell(reason);
  else if (practice && confirm(`${reason}\nTake it back all the same?`)) wire.send({ do: "undo", practice: true });
  else $("why").textContent = faced(reason);
}

function welcome(message) {
  hello = message;
  know(message.deck);
  $("log").replaceChildren();
  $("title").textContent = message.title;
  $("rules-text").replaceChildren(
    ...message.rules.split(/\n\s*\n/).map((paragraph) => make("p", {}, paragraph)),
    drawOptions(message.options),
  );
  const rules = message.rule_set ? [`${message.rule_set} rules`] : [];
  $("options").textContent = [...rules, ...Object.entries(message.unusual).map(optionSaid)].join(", ");
  $("options").hidden = !$("options").textContent;
  if (kind === "t" && key) keepTable(name, { key, game: message.title });
}

const drawOptions = (options) =>
  make("section", {}, make("h3", {}, "As it is played here"), make("ul", {}, ...items(Object.entries(options))));
const items = (options) => options.map((option) => make("li", {}, optionSaid(option)));

// A whole view, and what is new since the last one; or a scene that lies between.
function show(message) {
  const before = positions();
  const wasAsked = table?.view?.asked.includes(table.seat);
  const { presence, clocks, legal, forms, ...rest } = message;
  const view = message.view && { ...message.view, legal, forms };
  const isNew = message.fresh || message.events.lines.length > 0 || message.events.moves.length > 0;
  const was = message.fresh || !view || !table ? nothing : table.chosen;
  const chosen = message.isScene || was === nothing ? was : kept(view, was);
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
  for (const { who, text } of message.talk) note($("log"), who ? `${who}: ${text}` : text, who ? "talk" : "talk company");
  if (isNew) $("why").textContent = "";
  draw();
  if (!message.fresh) {
    fly(message.events.moves, before);
    const heard = soundsOf(message, wasAsked);
    sound(heard);
    if (heard.includes("turn")) call(hello.title, turnOf(table));
  }
}

// The table as it is drawn, with the own hand in the order of its person.
function laidOut() {
  const own = handAt(name);
  const order = (pile) => (pile.owner === table.seat ? inOrder(pile, { order: settings.order, own }, hello) : pile);
  return table.view && { ...table, view: { ...table.view, piles: table.view.piles.map(order) } };
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
    drawTable($("table"), laidOut());
    drawDoing({ prompt: $("prompt"), actions: $("actions"), texts: $("texts") }, table);
  }
  drawLatest();
  $("room").dataset.number = table.number;
  $("room").dataset.phase = table.isScene ? "scene" : phase;
  if (kind === "r") drawRecord(table);
  drawTools(can);
  const isMine = view?.asked.includes(table.seat) && phase === "playing";
  document.title = `${isMine ? "● " : ""}${hello.title} – cardkit`;
  rove();
}

// What happened last, where the log is out of sight.
const narrow = matchMedia("(max-width: 52rem), (max-height: 30rem)");
function drawLatest() {
  const last = narrow.matches ? [...$("log").querySelectorAll("p:not(.aligned)")].slice(-3) : [];
  $("latest").replaceChildren(...last.map((line) => make("li", {}, line.textContent)));
}

function drawTools(can) {
  for (const button of document.querySelectorAll("[data-do]")) button.hidden = !can[button.dataset.do];
  $("typed").hidden = !table.view?.asked.includes(table.seat);
  const [first] = table.view?.legal ?? [];
  $("typed").elements.text.placeholder = first ? `or type: ${first.say}` : "or type it";
  const { last = "", counted = [], piles = [] } = table.view ?? {};
  const has = {
    last: showing.last || last,
    score: counted.length,
    sort: piles.some(({ owner, looks, cards }) => owner === table.seat && looks === "hand" && cards.length),
    cards: true,
  };
  for (const button of document.querySelectorAll("[data-word]")) button.hidden = !has[button.dataset.word];
  $("doing").hidden = kind === "r" && !table.result;
  const machines = can.stand_in.map((seat) =>
    make(
      "button",
      { type: "button", "data-key": `stand-in ${seat}`, "data-stand-in": seat },
      seat === table.seat ? "Play yourself again" : `Let a machine play for ${table.chairs[seat].name}`,
    ),
  );
  morphChildren($("stand-ins"), machines);
  drawAsked($("asked"), table);
}

function choose(chosen) {
  const action = settled(table.view, chosen);
  if (action) act(worded(action, chosen));
  else {
    table.chosen = chosen;
    draw();
  }
}

// The button that a typed command is, if one is shown; without its colon where no action begins so.
function commandOf(text) {
  const word = text.replace(/^:/, "").toLowerCase();
  const isAction = [...table.view.legal.map(({ say }) => say), ...table.view.forms.map(({ verb }) => verb)].some((said) =>
    said.toLowerCase().startsWith(word),
  );
  const buttons = [...document.querySelectorAll("[data-do], [data-word]")];
  const named = buttons.find(({ dataset, hidden }) => !hidden && word === (dataset.do ?? dataset.word));
  return text.startsWith(":") || !isAction ? named : undefined;
}

const dashed = (text) => text.trim().toLowerCase().replaceAll(" ", "-");

// Do something; what loses the game is asked once more. `box` is where it was typed.
function act(text, box) {
  const command = box && commandOf(text);
  if (command) {
    box.value = "";
    return command.click();
  }
  const typed = dashed(text);
  const losing = table.view?.legal.find((action) => action.loses && dashed(action.text).startsWith(typed));
  if (losing && !confirm(`${sentence(losing.say)}? That ends the game.`)) return;
  $("why").textContent = "";
  say({ do: "act", action: text, typed: Boolean(box), at: table.number }, text, box);
  table.chosen = nothing;
  draw();
}

// Send something of which nothing is lost where it is refused.
function say(message, text, box) {
  sent = { id: --number, chosen: table?.chosen ?? nothing, text, box };
  if (box) box.value = "";
  wire.send({ ...message, id: sent.id });
}

// What comes back to the one who asked: a hint with its reasons, or what a card can do, or why it can't.
function told({ reason, ways = [], say: advised, reasons = [] }) {
  const hint = advised && [`Hint: ${advised}`, ...reasons].join(". ");
  $("why").textContent = faced(reason || hint || (ways.length ? `You can ${ways.join(" or ")}.` : ""));
}

async function ask(what) {
  if (what.do === "hint") $("why").textContent = "A machine thinks about it …";
  told(await wire.ask(what));
}
const why = (card) => ask({ do: "why", action: card });

const handles = (element) =>
  handlesOf({
    seat: element.closest("[data-seat]")?.dataset.seat,
    pile: element.closest("[data-pile]")?.dataset.pile,
    ...element.dataset,
  });

function click(element) {
  const { view, chosen: before } = table;
  const { key: what, card } = element.dataset;
  const lifted = settled(view, before);
  if (lifted && before.picks.at(-1)?.key === what) return act(lifted.text);
  const chosen = clicked(view, before, handlesOf(element.dataset));
  if (chosen && settings.lift && card && isNothing(before)) lift(chosen);
  else if (chosen) choose(chosen);
  else if (element.dataset.card) why(element.dataset.card);
}

// What a first tap chooses; the second one does it.
function lift(chosen) {
  table.chosen = chosen;
  draw();
}

// What a button shows that asks nothing of the table.
function tellOwn(word) {
  const { last, counted } = table.view;
  const tell = (text) => ($("why").textContent = faced(text));
  if (word === "last") {
    showing.again();
    tell(last);
  }
  if (word === "score") tell(`${counted.map(sentence).join(". ")}.`);
  if (word === "sort") {
    set("order", settings.order === "rank" ? "suit" : "rank");
    $("settings").querySelector("[name=order]").value = settings.order;
    keepHand(name, []);
    tell(`Your hand is sorted by ${settings.order}.`);
    draw();
  }
}

// A card of the own hand was dragged to another place in it.
function arrange(card, to, isAfter) {
  const hand = laidOut().view.piles.find((pile) => pile.name === card.closest("[data-pile]").dataset.pile);
  if (hand?.looks !== "hand" || hand.owner !== table.seat) return;
  const all = [...card.parentElement.children];
  keepHand(name, arranged(hand.cards, all.indexOf(card), all.indexOf(to), isAfter));
  draw();
}

function drop(card, to) {
  const chosen = dragged(table.view, handlesOf(card.dataset), to ? handles(to) : []);
  if (chosen) choose(chosen);
  else if (card.dataset.card) why(card.dataset.card);
}

const links = (place) => drawLinks(place, name, table, wire);

function connect() {
  $("join").hidden = true;
  wire = new Wire(`/ws/${name}`, { key, name: myName() }, hear, tell);
}

function begin() {
  listen({
    click,
    drop,
    arrange,
    act,
    goOn: () => showing.isHeld && (showing.goOn(), true),
    tellOwn,
    cancel: () => table && choose(nothing),
    say,
    send: (message) => wire.send(message),
    ask,
    share: () => links($("links")),
    rename: (text) => {
      keepName(text);
      wire.send({ do: "rename", name: text });
    },
  });
  listenToSettings(() => table && draw());
  addEventListener("resize", () => table && draw());
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
