// Moving by keyboard: each pile and each row of buttons is one stop for Tab; within it, arrows, Home and End move.

const usable = (group) =>
  [...group.querySelectorAll("button:not([disabled])")].filter((button) => button.closest("[data-roving]") === group);
const groups = () => [...document.querySelectorAll("[data-roving]")].filter((group) => usable(group).length);

let last = null;

function moveTo(button) {
  if (!button) return;
  button.focus();
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function onKey(event) {
  const group = event.target.closest?.("[data-roving]");
  if (!group || event.target.tagName !== "BUTTON" || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = usable(group);
  const here = buttons.indexOf(event.target);
  const all = groups();
  const row = (step) => {
    const next = all[all.indexOf(group) + step];
    return next && (next.querySelector("button[tabindex='0']") ?? usable(next)[0]);
  };
  const target = {
    ArrowRight: () => buttons[here + 1],
    ArrowLeft: () => buttons[here - 1],
    ArrowDown: () => row(1),
    ArrowUp: () => row(-1),
    Home: () => buttons[0],
    End: () => buttons.at(-1),
  }[event.key];
  if (!target) return;
  event.preventDefault();
  moveTo(target());
}

// Remember where the focus is, before the table is drawn anew.
export function remember() {
  const group = document.activeElement?.closest?.("[data-roving]");
  last = group ? { group, index: usable(group).indexOf(document.activeElement) } : null;
}

// One button of each group can be reached by Tab; if the one that had the focus is gone, its neighbour has it now.
export function rove() {
  const isLost = last && (document.activeElement === document.body || document.activeElement === null);
  if (isLost) {
    const rest = document.contains(last.group) ? usable(last.group) : [];
    moveTo(rest[Math.min(last.index, rest.length - 1)] ?? groups().at(-1)?.querySelector("button"));
  }
  for (const group of groups()) {
    const buttons = usable(group);
    const stop =
      buttons.find((button) => button === document.activeElement) ??
      buttons.find((button) => button.classList.contains("can")) ??
      buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }
  last = null;
}

// A key to the hand, to what can be done, to the log: h, d, l.
const PLACES = {
  h: () => document.querySelector(".mine .hand button, .mine button"),
  d: () => document.querySelector("#actions button, #actions input, #tools button:not([hidden])"),
  l: () => document.getElementById("log"),
};

function onLetter(event) {
  const isElsewhere = event.target.closest?.("input, select, textarea, dialog");
  const place = PLACES[event.key];
  if (!place || isElsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
  place()?.focus();
  event.preventDefault();
}

document.addEventListener("keydown", onKey);
document.addEventListener("keydown", onLetter);
document.addEventListener("focusin", (event) => {
  const group = event.target.tagName === "BUTTON" && event.target.closest("[data-roving]");
  if (group) for (const button of usable(group)) button.tabIndex = button === event.target ? 0 : -1;
});
