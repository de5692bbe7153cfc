// Controls for the options of a game, made from the JSON schema of its fields.

import { make } from "./dom.js";

// The control for each option; `defaults` are those of the chosen rule set.
export function drawFields(schema, defaults) {
  const controls = Object.entries(schema.properties ?? {}).map(([name, field]) => drawField(name, resolved(field, schema), defaults[name] ?? field.default));
  return controls.length ? controls : [make("p", {}, "This game has none.")];
}

const resolved = (field, { $defs = {} }) => ({ ...(field.$ref ? $defs[field.$ref.split("/").at(-1)] : {}), ...field });

const kinds = (field) => (field.anyOf ?? [field]).filter((one) => one.type !== "null");
const isNumber = (field) => field.type === "integer" || field.type === "number";
const choicesOf = (field) => field.enum ?? (field.const === undefined ? null : [field.const]);

function drawField(name, field, value) {
  const about = make("small", { id: `about-${name}` }, field.description ?? "");
  const control = controlFor(field, value);
  for (const [attribute, text] of [["data-option", name], ["data-was", JSON.stringify(value ?? null)], ["aria-describedby", about.id]]) {
    control.setAttribute(attribute, text);
  }
  const label = name.replaceAll("_", " ");
  const isBox = control.type === "checkbox";
  return make("div", { class: "field" }, make("label", {}, ...(isBox ? [control, ` ${label}`] : [`${label} `, control])), about);
}

function controlFor(field, value) {
  const all = kinds(field);
  const [first] = all;
  if (all.length === 1 && first.type === "boolean") return make("input", { type: "checkbox", "data-type": "json", checked: value === true });
  const choices = all.every(choicesOf) && all.flatMap(choicesOf);
  if (choices) return make("select", { "data-type": "json" }, ...choices.map((one) => make("option", { value: JSON.stringify(one), selected: one === value }, String(one))));
  if (all.length === 1 && isNumber(first)) return numberFor(first, value);
  const isText = typeof value === "string" || value == null || all.some(choicesOf);
  return make("input", { "data-type": isText ? "text" : "json", value: value == null ? "" : isText ? String(value) : JSON.stringify(value) });
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

// The options that were set otherwise than they are by default.
export function optionsIn(place) {
  const found = [...place.querySelectorAll("[data-option]")].map((control) => [control.dataset.option, valueOf(control), control.dataset.was]);
  return Object.fromEntries(found.filter(([, value, was]) => JSON.stringify(value) !== was));
}

function valueOf(control) {
  if (control.type === "checkbox") return control.checked;
  if (control.value === "") return null;
  try {
    const value = JSON.parse(control.value);
    return control.dataset.type === "json" || typeof value === "number" ? value : control.value;
  } catch {
    return control.value;
  }
}
