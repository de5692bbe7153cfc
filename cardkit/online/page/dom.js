// Elements are made and changed here. Whatever games and people say comes in as text, never as markup.

export const $ = (id) => document.getElementById(id);

// An element with its attributes and what is inside; an attribute that is false, null or undefined is left out,
// and `style` is an object, set property by property, as the page may have no inline style.
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style")
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((one) => one !== null && one !== false && one !== undefined));
  return element;
}

// Make `old` be like `fresh` and change no more than that, so that the focus, what is being typed and pictures stay.
// Children that have a data-key are known again by it.
function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType === Node.TEXT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morphChildren(old, [...fresh.childNodes]);
}

const keyOf = (node) => node.nodeName + (node.dataset?.key ?? "");

export function morphChildren(parent, fresh) {
  const known = new Map();
  for (const child of parent.childNodes) {
    if (!known.has(keyOf(child))) known.set(keyOf(child), []);
    known.get(keyOf(child)).push(child);
  }
  let next = parent.firstChild;
  for (const wanted of fresh) {
    const child = known.get(keyOf(wanted))?.shift();
    if (child) morph(child, wanted);
    if (child && child === next) next = child.nextSibling;
    else parent.insertBefore(child ?? wanted, next);
  }
  while (next) {
    const after = next.nextSibling;
    if (!fresh.includes(next)) next.remove();
    next = after;
  }
  for (const left of known.values()) for (const child of left) child.remove();
}
