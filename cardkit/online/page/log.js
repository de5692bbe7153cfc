// What happened and what people said, the newest below.

import { make } from "./dom.js";

const MOST = 500;

export function note(log, text, kind = "") {
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  log.append(make("p", { class: kind }, text));
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  if (isAtEnd) log.scrollTop = log.scrollHeight;
}

// `view.talk` is all that was said lately; `heard` of it is in the log already.
export function noteTalk(log, talk, heard) {
  for (const { who, text } of talk.slice(heard)) note(log, `${who}: ${text}`, "talk");
}
