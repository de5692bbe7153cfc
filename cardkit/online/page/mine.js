// The tables whose keys this browser has: those that go on, and those that are over.

import { make } from "./dom.js";
import { forgetTable, tables } from "./settings.js";

const PHASES = { waiting: "waits for players", playing: "goes on", over: "over" };

export async function showMine(place, going, over) {
  const known = Object.entries(tables()).reverse();
  if (!known.length) return;
  const asked = known.map(([table, { key }]) => ({ table, key }));
  const answer = await fetch("/mine", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ tables: asked }),
  });
  if (!answer.ok) return;
  const states = await answer.json();
  for (const [table] of known) if (!states.some((state) => state.table === table)) forgetTable(table);
  const isOver = (state) => state.phase === "over";
  going.replaceChildren(
    ...listOf(
      "Going on",
      states.filter((state) => !isOver(state)),
    ),
  );
  over.replaceChildren(...listOf("Finished", states.filter(isOver)));
  place.hidden = states.length === 0;
}

const listOf = (title, states) =>
  states.length ? [make("h3", {}, title), make("ul", { class: "tables" }, ...states.map(drawState))] : [];

function drawState({ table, game, phase, names, seat, result }) {
  const link = `/t/${table}#key=${tables()[table].key}`;
  const others = names.filter((_, number) => number !== seat).join(", ");
  const how = result?.text ?? PHASES[phase] ?? phase;
  return make("li", {}, make("a", { href: link }, game), others ? ` with ${others}` : "", make("small", {}, ` ${how}`));
}
