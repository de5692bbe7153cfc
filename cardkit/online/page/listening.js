// What a person does on the page of a table, by mouse, finger or keyboard, and whom it is told.

import { $ } from "./dom.js";
import { written } from "./doing.js";
import { letDrag } from "./dragging.js";
import { set, settings } from "./settings.js";

// What is typed in a form of one line; it is empty afterwards.
function onText(form, take) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const box = form.elements.text;
    const text = box.value.trim();
    box.value = "";
    if (text) take(text);
  });
}

export function listen({ click, drop, act, cancel, send, ask, share }) {
  $("table").addEventListener("click", ({ target }) => {
    const element = target.closest("button[data-key]");
    if (element) click(element);
  });
  letDrag($("table"), drop);
  $("actions").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.act) act(button.dataset.act);
    else if (button?.dataset.cancel) cancel();
  });
  $("actions").addEventListener("submit", (event) => {
    event.preventDefault();
    act(written(event.target));
  });
  $("actions").addEventListener("input", ({ target }) => {
    const isOfPair = target.type === "range" || target.type === "number";
    for (const other of isOfPair ? target.parentElement.querySelectorAll("input") : [])
      if (other !== target) other.value = target.value;
  });
  $("tools").addEventListener("click", ({ target }) => {
    if (target.dataset.standIn) send({ do: "stand-in", seat: Number(target.dataset.standIn) });
    if (target.dataset.do === "hint") ask({ do: "hint" });
    else if (target.dataset.do) send({ do: target.dataset.do });
  });
  $("start").addEventListener("click", () => send({ do: "start" }));
  onText($("typed"), act);
  onText($("talk"), (text) => send({ do: "talk", text }));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) cancel();
  });
  document.addEventListener("click", ({ target }) => {
    const name = target.dataset?.open;
    if (name === "share") share();
    if (name) $(name).showModal();
  });
}

export function listenToSettings(changed) {
  for (const control of $("settings").querySelectorAll("[name]")) {
    const isBox = control.type === "checkbox";
    if (isBox) control.checked = settings[control.name];
    else control.value = settings[control.name];
    control.addEventListener("change", () => {
      set(control.name, isBox ? control.checked : control.value);
      changed();
    });
  }
}
