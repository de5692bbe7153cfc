// What this browser keeps: how cards look, the person's name, and the keys of tables.

const read = (name, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
};
const write = (name, value) => localStorage.setItem(name, JSON.stringify(value));

const narrow = matchMedia("(max-width: 40rem)").matches;
const isTouched = matchMedia("(pointer: coarse)").matches;
const usual = { four: false, large: narrow, still: false, sound: false, call: false, lift: isTouched, order: "game", theme: "auto" };
export const settings = { ...usual, ...read("settings", {}) };

export function set(name, value) {
  settings[name] = value;
  write("settings", settings);
  dress();
}

export const isStill = () => settings.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
const dress = () => (document.documentElement.dataset.theme = settings.theme);

export const myName = () => read("name", "");
export const keepName = (name) => write("name", name);

// Tables whose keys this browser has: {table: {key, game, links}}, the newest last.
export const tables = () => read("tables", {});
export const keepTable = (table, what) => {
  const { [table]: known, ...others } = tables();
  write("tables", Object.fromEntries(Object.entries({ ...others, [table]: { ...known, ...what } }).slice(-100)));
};
export const forgetTable = (table) => {
  const { [table]: gone, ...others } = tables();
  write("tables", others);
};

// How the own hand was put in order at a table.
export const handAt = (table) => (read("hand", {}).table === table ? read("hand", {}).cards : []);
export const keepHand = (table, cards) => write("hand", { table, cards });

dress();
