// What somebody can do: the prompt, a button for each action that is left, controls for forms, a box for the notation.

import { fitting, handlesOf, isNothing, meant, reaches } from "./choosing.js";
import { make, morphChildren } from "./dom.js";
import { faced, said, sentence } from "./names.js";
import { turnOf, wantedOf } from "./seats.js";

const MANY = 200;

export function drawDoing({ prompt, actions, texts }, table) {
  const { view, chosen, seat } = table;
  const hasChosen = !isNothing(chosen);
  const isOpen = hasChosen && view.asked.includes(seat) && !wantedOf(view);
  prompt.textContent = isOpen ? "Choose what to do with it." : turnOf(table);
  const left = meant(view, chosen);
  const forms = fitting(view, chosen);
  const reached = onTable();
  const plain = hasChosen ? left : left.filter((action) => !reached.some((handles) => reaches(action, handles)));
  const more = plain.length < left.length;
  morphChildren(actions, [
    ...plain.slice(0, MANY).map(drawAction),
    ...forms.map((form) => drawForm(form, table)),
    ...(hasChosen ? [make("button", { type: "button", "data-key": "cancel", "data-cancel": true }, "Cancel")] : []),
    ...(more ? [drawAll(left)] : []),
  ]);
  morphChildren(
    texts,
    view.legal.slice(0, MANY).map((action) => make("option", { value: action.say })),
  );
}


// What somebody would like to take back, for those who have to agree.
export function drawAsked(place, { asks, chairs }) {
  place.hidden = !asks;
  if (!asks) return place.replaceChildren();
  morphChildren(place, [
    make("p", {}, `${chairs[asks.seat].name} would like ${asks.machine ? "a machine to play for you." : "to take back:"}`),
    make("ul", {}, ...asks.lines.slice(-6).map((line) => make("li", {}, faced(line)))),
    make("button", { type: "button", class: "main", "data-agree": "yes" }, "Agree"),
    make("button", { type: "button", "data-agree": "" }, "No"),
  ]);
}

const drawAction = (action) =>
  make(
    "button",
    { type: "button", class: "action", "data-key": `do ${action.text}`, "data-act": action.text },
    sentence(faced(action.say)),
  );

const drawAll = (left) =>
  make(
    "details",
    { "data-key": "all" },
    make("summary", {}, left.length === 1 ? "The one thing you can do" : `All ${left.length} things you can do`),
    make("div", { class: "all" }, ...left.slice(0, MANY).map(drawAction)),
  );

// The handles of all on the table that can be clicked; what a whole pile stands for has a button as well.
const onTable = () =>
  [...document.querySelectorAll("#table button.can")].map(({ dataset }) => handlesOf({ ...dataset, pile: undefined }));

// A form: an action with parts that are still open.
function drawForm(form, table) {
  const parts = form.parts.map((part) => drawPart(part, table, `${form.text} ${part.name}`));
  const picks = form.parts.find((part) => part.kind === "cards");
  const isReady = !picks || !isOnTable(picks, table.view) || table.chosen.picks.length >= picks.least;
  return make(
    "form",
    { class: "form", "data-key": `form ${form.text}`, "data-verb": form.verb, "aria-label": form.text },
    ...parts,
    make("button", { type: "submit", class: "action", disabled: !isReady }, sentence(form.verb || "do it")),
  );
}

const isOnTable = (part, { piles }) => {
  const visible = new Set(piles.flatMap((pile) => pile.cards));
  return part.of.every((card) => visible.has(card));
};

const drawPart = (part, table, key) =>
  ({ number: drawNumber, choice: drawChoice, cards: drawCards })[part.kind](part, table, key);

function drawNumber({ name, least, most, step }, table, key) {
  const bounds = { min: least, max: most, step, value: least, "data-part": name };
  return make(
    "label",
    { class: "part", "data-key": key },
    `${name} (${least} to ${most}) `,
    make("input", { ...bounds, type: "range", "data-with": true, "aria-label": `${name}, slider` }),
    make("input", { ...bounds, type: "number", required: true, inputmode: "numeric" }),
  );
}

function drawChoice({ name, of, say }, { chosen }, key) {
  const known = [chosen.rank, chosen.place, chosen.pile, chosen.seat]
    .filter((value) => value !== undefined)
    .map(String);
  return make(
    "label",
    { class: "part", "data-key": key },
    `${name} `,
    make(
      "select",
      { "data-part": name },
      ...of.map((value, index) => make("option", { value, selected: known.includes(value) }, say[index])),
    ),
  );
}

// Cards that lie on the table are picked there; others are named here.
function drawCards(part, { view, chosen }, key) {
  const { name, of, least, most } = part;
  const range = least === most ? `${least}` : `${least} to ${most}`;
  if (isOnTable(part, view)) {
    const picked = chosen.picks.map(({ card }) => card);
    const told = `${name}: ${picked.length} of ${range} picked`;
    return make("span", { class: "part", "data-key": key, "data-part": name, "data-value": picked.join(" ") }, told);
  }
  const boxes = of.map((card) => make("label", {}, make("input", { type: "checkbox", value: card }), said(card)));
  return make(
    "fieldset",
    { class: "part", "data-key": key, "data-part": name },
    make("legend", {}, `${name}: ${range}`),
    ...boxes,
  );
}

// The notation of a form that is filled in.
export function written(form) {
  const parts = [...form.querySelectorAll("[data-part]:not([data-with])")];
  return [form.dataset.verb, ...parts.map(valueOf)].filter(Boolean).join(" ");
}

function valueOf(part) {
  if (part.dataset.value !== undefined) return part.dataset.value;
  if (part.tagName !== "FIELDSET") return part.value;
  return [...part.querySelectorAll(":checked")].map((box) => box.value).join(" ");
}
