// Controls for the options of a game, made from the JSON schema of its fields.

import { make } from "./dom.js";

// The control for each option; `defaults` are those of the chosen rule set.
export function drawFields(schema, defaults) {
  const controls = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    drawField(name, resolved(field, schema), defaults[name] ?? field.default),
  );
  return controls.length ? controls : [make("p", {}, "This game has none.")];
}

const resolved = (field, { $defs = {} }) => ({ ...(field.$ref ? $defs[field.$ref.split("/").at(-1)] : {}), ...field });

const kinds = (field) => (field.anyOf ?? [field]).filter((one) => one.type !== "null");
const isNumber = (field) => field.type === "integer" || field.type === "number";
const choicesOf = (field) => field.enum ?? (field.const === undefined ? null : [field.const]);

function drawField(name, field, value) {
  const about = make("small", { id: `about-${name}` }, field.description ?? "");
  const control = controlFor(field, value);
  control.setAttribute("data-option", name);
  control.setAttribute("aria-describedby", about.id);
  const label = name.replaceAll("_", " ");
  const isBox = control.type === "checkbox";
  return make(
    "div",
    { class: "field" },
    make("label", {}, ...(isBox ? [control, ` ${label}`] : [`${label} `, control])),
    about,
  );
}

// Values of a control are written in JSON, or are text, or either where a number will do as well as a word.
function controlFor(field, value) {
  const all = kinds(field);
  const [first] = all;
  if (all.length === 1 && first.type === "boolean") return make("input", { type: "checkbox", checked: value === true });
  const choices = all.every(choicesOf) && all.flatMap(choicesOf);
  if (choices)
    return make(
      "select",
      { "data-type": "json" },
      ...choices.map((one) => make("option", { value: JSON.stringify(one), selected: one === value }, String(one))),
    );
  if (all.length === 1 && isNumber(first)) return numberFor(first, value);
  const type = all.some(isNumber) ? "either" : "text";
  return make("input", { "data-type": type, value: Array.isArray(value) ? value.join(" ") : (value ?? "") });
}

function numberFor(field, value) {
  const isWhole = field.type === "integer";
  return make("input", {
    type: "number",
    "data-type": "json",
    min: field.minimum ?? (field.exclusiveMinimum === undefined ? null : field.exclusiveMinimum + (isWhole ? 1 : 0)),
    max: field.maximum ?? (field.exclusiveMaximum === undefined ? null : field.exclusiveMaximum - (isWhole ? 1 : 0)),
    step: isWhole ? 1 : "any",
    value,
  });
}

// The options that were set otherwise than they were.
export function optionsIn(place) {
  const changed = [...place.querySelectorAll("[data-option]")].filter(isChanged);
  return Object.fromEntries(changed.map((control) => [control.dataset.option, valueOf(control)]));
}

function isChanged(control) {
  if (control.type === "checkbox") return control.checked !== control.defaultChecked;
  if (control.tagName === "SELECT") return !control.selectedOptions[0].defaultSelected;
  return control.value !== control.defaultValue;
}

function valueOf({ type, checked, value, dataset }) {
  if (type === "checkbox") return checked;
  if (value === "") return null;
  if (dataset.type === "json") return JSON.parse(value);
  return dataset.type === "either" && !Number.isNaN(Number(value)) ? Number(value) : value;
}
