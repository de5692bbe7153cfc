// What a person does on the page of a table, by mouse, finger or keyboard, and whom it is told.

import { allowCalls, canCall } from "./calling.js";
import { $ } from "./dom.js";
import { written } from "./doing.js";
import { letDrag } from "./dragging.js";
import { set, settings } from "./settings.js";

// What is typed in a form of one line; whoever takes it empties the box, and fills it again where it is refused.
function onText(form, take) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const box = form.elements.text;
    const text = box.value.trim();
    if (text) take(text, box);
  });
}

export function listen({ click, drop, arrange, act, cancel, say, send, ask, share, rename, goOn, tellOwn }) {
  $("table").addEventListener("click", ({ target }) => {
    if (goOn()) return;
    const element = target.closest("button[data-key]");
    if (element) click(element);
  });
  letDrag($("table"), drop, arrange);
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
    else if (target.dataset.word) tellOwn(target.dataset.word);
  });
  $("asked").addEventListener("click", ({ target }) => {
    if (target.dataset.agree !== undefined) send({ do: "agree", yes: target.dataset.agree === "yes" });
  });
  $("rename").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = event.target.elements.me.value.trim();
    if (text) rename(text);
  });
  $("start").addEventListener("click", () => send({ do: "start" }));
  onText($("typed"), act);
  onText($("talk"), (text, box) => say({ do: "talk", text }, text, box));
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.target.matches?.("input, select, summary")) return;
    if (["Escape", "Enter", " "].includes(event.key) && goOn()) event.preventDefault();
    else if (event.key === "Escape") cancel();
  });
  document.addEventListener("click", ({ target }) => {
    const name = target.dataset?.open;
    if (name === "share") share();
    if (name) $(name).showModal();
  });
}

export function listenToSettings(changed) {
  $("settings").querySelector("[name=call]").disabled = !canCall;
  for (const control of $("settings").querySelectorAll("[name]:not([name=me])")) {
    const isBox = control.type === "checkbox";
    if (isBox) control.checked = settings[control.name];
    else control.value = settings[control.name];
    control.addEventListener("change", async () => {
      if (control.name === "call" && control.checked) control.checked = await allowCalls();
      set(control.name, isBox ? control.checked : control.value);
      changed();
    });
  }
}
