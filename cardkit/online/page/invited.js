// An invitation: what is played, as it is set, and who is there; whoever takes a free seat is given its key.

import { $, make } from "./dom.js";
import { described, optionSaid } from "./names.js";
import { keepName, keepTable, myName, tables } from "./settings.js";

const invitation = decodeURIComponent(location.pathname.split("/")[2]);
const form = $("sit");
const tell = (text) => ($("error").textContent = text);
const seatLink = (table, key) => `/t/${table}#key=${key}`;

// A seat that this browser has at the table already.
function drawMine() {
  const found = Object.entries(tables()).find(([, one]) => one.invitation?.endsWith(`/j/${invitation}`) && one.key);
  if (!found) return;
  const [table, { key }] = found;
  $("mine").replaceChildren("You have a seat there: ", make("a", { href: seatLink(table, key) }, "go back to it"), ".");
  $("mine").hidden = false;
}

const STATES = { person: "has come", machine: "a machine", free: "free" };

function draw({ game, about, rules, rules_about, options, clock, chairs }) {
  $("game").textContent = rules ? `${game}, rules “${rules}”` : game;
  $("about").textContent = described(about, game);
  $("rules-about").textContent = rules_about;
  const set = [...Object.entries(options).map(optionSaid), ...(clock ? [`clock ${clock}`] : [])];
  $("options").replaceChildren(...set.map((text) => make("li", {}, text)));
  const before = form.elements.seat?.value;
  const first = chairs.findIndex((chair) => chair.is === "free");
  const chosen = chairs[before]?.is === "free" ? Number(before) : first;
  const rows = chairs.map(({ name, is }, seat) => {
    const choice = is === "free" && make("input", { type: "radio", name: "seat", value: seat, checked: seat === chosen });
    const who = [is === "free" ? `Seat ${seat + 1}` : name, make("small", {}, ` ${STATES[is]}`)];
    return make("li", {}, choice ? make("label", { class: "choice" }, choice, " ", ...who) : make("span", {}, ...who));
  });
  $("chairs").replaceChildren(...rows);
}

async function look() {
  const answer = await fetch(`/invitations/${encodeURIComponent(invitation)}`);
  const found = await answer.json();
  form.hidden = !answer.ok;
  if (!answer.ok) return tell(found.error);
  draw(found);
  form.onsubmit = (event) => {
    event.preventDefault();
    sit(found);
  };
}

function sit({ table, game }) {
  const name = form.elements.name.value.trim();
  const seat = Number(form.elements.seat.value);
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${table}`);
  const end = (text) => {
    socket.onclose = null;
    tell(text);
    look().catch(lost);
  };
  tell("");
  keepName(name);
  socket.onopen = () => socket.send(JSON.stringify({ do: "sit", protocol: 2, invitation, seat, name }));
  socket.onclose = lost;
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    if (said.type === "refused") end(said.reason);
    if (said.type !== "hello") return;
    keepTable(table, { key: said.key, game, invitation: location.origin + location.pathname });
    location.replace(seatLink(table, said.key));
  };
}

const lost = () => tell("The server can't be reached; load the page again.");

form.elements.name.value = myName();
drawMine();
look().catch(lost);
