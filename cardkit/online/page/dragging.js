// Cards can be dragged, by mouse, pen or finger, to where they are to go.

const FAR = 8;

// `drop(from, to)` is called with the elements that have handles, `arrange(from, to, isAfter)` with two cards of one
// pile; what is no drag stays a click.
export function letDrag(place, drop, arrange) {
  let held = null;

  place.addEventListener("pointerdown", (event) => {
    const card = event.target.closest("button.card");
    if (card && event.button === 0) held = { card, x: event.clientX, y: event.clientY, flier: null };
  });

  addEventListener("pointermove", (event) => {
    if (!held) return;
    const across = event.clientX - held.x;
    const down = event.clientY - held.y;
    if (!held.flier) {
      if (Math.hypot(across, down) < FAR) return;
      held.flier = lifted(held.card);
    }
    held.flier.style.transform = `translate(${across}px, ${down}px) rotate(2deg)`;
  });

  const end = (event) => {
    if (!held) return;
    const { card, flier } = held;
    held = null;
    if (!flier) return;
    flier.remove();
    card.classList.remove("held");
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    const under = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY);
    if (!under || !place.contains(under)) return;
    const to = under.closest(".card, [data-pile], [data-seat]");
    if (to?.closest("[data-pile]") !== card.closest("[data-pile]") || !to) return drop(card, to);
    const box = to.getBoundingClientRect();
    if (to.matches(".card") && to !== card) arrange(card, to, event.clientX > box.left + box.width / 2);
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

const swallow = (event) => event.stopPropagation();

function lifted(card) {
  const picture = card.querySelector("img");
  const box = picture.getBoundingClientRect();
  const flier = picture.cloneNode();
  flier.className = "flier";
  Object.assign(flier.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  document.body.append(flier);
  card.classList.add("held");
  return flier;
}
