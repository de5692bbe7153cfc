// What happened and what people said, the newest below.

import { make } from "./dom.js";
import { faced } from "./names.js";

const MOST = 500;

// Whether a line is one of a table, whose columns stand under each other.
const isAligned = (text) => /\S {2,}\S|^ {2,}/.test(text);

export function note(log, text, kind = "") {
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  log.append(make("p", { class: isAligned(text) ? `${kind} aligned` : kind }, faced(text)));
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  if (isAtEnd) log.scrollTop = log.scrollHeight;
}

// Forget what happened, which is told anew; what people said stays.
export function forget(log) {
  for (const line of [...log.children]) if (!line.classList.contains("talk")) line.remove();
}
