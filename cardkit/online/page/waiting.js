// Before the cards are dealt: who is there already, and the links for those who aren't.

import { make, morphChildren } from "./dom.js";

export function drawWaiting(place, { chairs, seat, can, hello }, { start, links }) {
  const rows = chairs.map((chair, number) => make("li", { class: isThere(chair) ? "there" : "" }, chair.name, make("small", {}, stateOf(chair, number === seat))));
  const hasLinks = place.querySelector(".links") !== null;
  morphChildren(place, [
    make("h2", {}, "Waiting for players"),
    make("ol", { class: "chairs" }, ...rows),
    ...(hello.is_host ? [make("div", { class: "links", "data-key": "links" }, ...(hasLinks ? [...place.querySelector(".links").cloneNode(true).childNodes] : []))] : []),
    can.start && make("button", { type: "button", class: "main", "data-key": "start" }, "Start now, machines on the empty seats"),
  ].filter(Boolean));
  if (hello.is_host && !hasLinks) links(place.querySelector(".links"));
  const button = place.querySelector("[data-key=start]");
  if (button) button.onclick = start;
}

const isThere = (chair) => chair.player !== "human" || chair.there;
const stateOf = (chair, isMine) => (isMine ? " you" : chair.player !== "human" ? " a machine" : chair.there ? " is here" : " isn't here yet");
