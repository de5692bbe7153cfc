// The links of a table: the key of each person's seat, and that of spectators, to be sent to friends.

import { make } from "./dom.js";
import { keepTable, tables } from "./settings.js";

const linkOf = (table, key) => `${location.origin}/t/${table}#key=${key}`;

// Go to a table that was laid just now, to this seat or the first that is a person's, and keep the links for the others.
export function enter({ table, links, watch }, game, seat = 0) {
  const url = new URL(links[seat] ?? links.find((link) => link) ?? watch);
  keepTable(table, { key: new URLSearchParams(url.hash.slice(1)).get("key"), game, links, watch });
  location.href = url.pathname + url.hash;
}

function copy(event, link) {
  const button = event.target;
  navigator.clipboard.writeText(link).then(
    () => (button.textContent = "Copied"),
    () => (button.textContent = "Select it and copy"),
  );
}

const drawLink = (name, link, ...more) =>
  make(
    "div",
    { class: "link" },
    make(
      "label",
      {},
      make("span", {}, name),
      make("input", { readonly: true, value: link ?? "", placeholder: "known to whoever has it" }),
    ),
    ...more,
  );

const copyButton = (name, link) => {
  const button = make("button", { type: "button", "aria-label": `Copy the link for ${name}` }, "Copy link");
  button.onclick = (event) => copy(event, link);
  return button;
};

// What the host sees of links; `renew` asks the table for a new key of a seat.
export function drawLinks(place, table, chairs, seat, renew) {
  const known = tables()[table] ?? {};
  const links = known.links ?? [];
  const rows = chairs.flatMap((chair, number) => {
    if (chair.player !== "human" || number === seat) return [];
    const link = links[number];
    const again = make("button", { type: "button", "aria-label": `New link for ${chair.name}` }, "New link");
    again.onclick = async () => {
      const answer = await renew(number);
      if (!answer.key) return;
      keepTable(table, { links: Object.assign([...links], { [number]: linkOf(table, answer.key) }) });
      drawLinks(place, table, chairs, seat, renew);
    };
    return [drawLink(`${chair.name}, seat ${number + 1}`, link, link && copyButton(chair.name, link), again)];
  });
  if (known.watch) rows.push(drawLink("Spectators", known.watch, copyButton("spectators", known.watch)));
  place.replaceChildren(...(rows.length ? rows : [make("p", {}, "No other people sit here.")]));
}
