// Before the cards are dealt: who is there already, and the links for those who aren't.

import { $, make, morphChildren } from "./dom.js";

export function drawWaiting({ chairs, seat, can, hello }, links) {
  const rows = chairs.map((chair, number) =>
    make(
      "li",
      { class: isThere(chair) ? "there" : "" },
      chair.name,
      make("small", {}, ` ${stateOf(chair, number === seat)}`),
    ),
  );
  morphChildren($("arrivals"), rows);
  $("start").hidden = !can.start;
  const there = JSON.stringify(chairs.map((chair) => [chair.name, chair.player, chair.there]));
  if (hello.is_host && $("first-links").dataset.there !== there) links($("first-links"));
  $("first-links").dataset.there = there;
}

const isThere = (chair) => chair.player !== "human" || chair.there;

function stateOf(chair, isMine) {
  if (isMine) return "you";
  if (chair.player !== "human") return "a machine";
  return chair.there ? "is here" : "isn't here yet";
}
