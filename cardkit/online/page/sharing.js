// The links of a table, to be sent to friends: the invitation, the key of each person's seat, and that of spectators.

import { make } from "./dom.js";
import { keepTable, tables } from "./settings.js";

// Go to a table that was laid just now, to this seat or the first that is a person's, and keep the links for the others.
export function enter({ table, links, watch, invitation }, game, seat = 0) {
  const url = new URL(links[seat] ?? links.find((link) => link) ?? watch);
  keepTable(table, { key: new URLSearchParams(url.hash.slice(1)).get("key"), game, links, watch, invitation });
  location.href = url.pathname + url.hash;
}

// Copy a link, also where the browser lets pages copy nothing, as on plain HTTP in a network at home.
async function copy(event, link) {
  const button = event.target;
  const box = button.closest(".link").querySelector("input");
  const isCopied = (await navigator.clipboard?.writeText(link).then(Boolean.bind(null, true), () => false)) || selected(box);
  button.textContent = isCopied ? "Copied" : "It is selected: copy it";
}

function selected(box) {
  box.focus();
  box.select();
  return document.execCommand("copy");
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

const asking = (text, label, take) => {
  const button = make("button", { type: "button", "aria-label": label }, text);
  button.onclick = take;
  return button;
};

const shareButton = (name, link) =>
  navigator.share
    ? asking("Share", `Share the link for ${name}`, () => navigator.share({ title: "cardkit", url: link }).catch(() => {}))
    : null;

// The invitation, which can be said, copied, shared, and read by a camera.
function drawInvitation(link) {
  const said = link.replace(/^https?:\/\//, "");
  const about = `Whoever opens it takes a free seat. It can be said aloud: ${said}`;
  return make(
    "section",
    { class: "invitation" },
    drawLink("Invitation", link, copyButton("the free seats", link), shareButton("the free seats", link)),
    make("p", {}, about),
    make("img", { src: `${new URL(link).pathname}/code.svg`, alt: "the invitation as a QR code", width: 148, height: 148 }),
  );
}

// What the server knows of the links, for the host; those of seats that are taken are for who took them.
async function fetched(name) {
  const answer = await fetch("/links", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ table: name, key: tables()[name]?.key ?? "" }),
  }).catch(() => null);
  if (!answer?.ok) return;
  const { links, watch, invitation } = await answer.json();
  keepTable(name, { links, watch, invitation });
}

// What the host sees of links; `wire` asks the table for a new key of a seat, for a machine's seat, or for a machine.
export async function drawLinks(place, name, table, wire) {
  await fetched(name);
  const { chairs, seat } = table;
  const known = tables()[name] ?? {};
  const links = known.links ?? [];
  const keyed = async (number, message, question) => {
    if (question && !confirm(question)) return;
    const answer = await wire.ask({ ...message, seat: number });
    if (!answer.key) return;
    await drawLinks(place, name, table, wire);
  };
  const rows = chairs.flatMap((chair, number) => {
    if (number === seat) return [];
    const [link, who] = [links[number], `${chair.name}, seat ${number + 1}`];
    if (chair.player !== "human" && !link) {
      const open = () => keyed(number, { do: "open" });
      return [make("p", {}, `${who} `, asking("Let a person sit here", `Let a person sit for ${chair.name}`, open))];
    }
    const question = `Only the new link will lead to this seat${chair.there ? `, and ${chair.name} has to leave` : ""}. Go on?`;
    const renew = () => keyed(number, { do: "renew" }, question);
    const again = asking("New link", `New link for ${chair.name}`, renew);
    const replace = ({ target }) => {
      wire.send({ do: "stand-in", seat: number });
      target.textContent = `${chair.name} is asked`;
    };
    const isPlaying = table.phase === "playing" && chair.there && !chair.machine;
    const machine = isPlaying && asking("Let a machine play", `Ask ${chair.name} to let a machine play`, replace);
    return [drawLink(who, link, link && copyButton(chair.name, link), link && shareButton(chair.name, link), again, machine)];
  });
  if (known.watch) rows.push(drawLink("Spectators", known.watch, copyButton("spectators", known.watch)));
  const isOpen = chairs.some((chair, number) => number !== seat && chair.player === "human" && links[number]);
  if (known.invitation && isOpen) rows.unshift(drawInvitation(known.invitation));
  place.replaceChildren(...(rows.length ? rows : [make("p", {}, "No other people sit here.")]));
}
