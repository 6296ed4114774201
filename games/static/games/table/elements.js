/* Small hands for the DOM: make an element, keep a list in step with its keys. Text is always text, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An element with properties and children: make("p", { class: "soft" }, "Good evening"). */
export function make(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same in a drawing. */
export function draw(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function furnish(element, attributes, children) {
  setAttributes(element, attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** True is an attribute without a value; false, null and undefined are none at all. */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else {
      const text = value === true ? "" : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/** Words for the ear only. */
export const aside = (words) => make("span", { class: "aside-words" }, words);

/** Changes text only where it differs, so that screen readers and selections are left in peace. */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Makes the children of `parent` match `keys`, in order. What stays is the same element as before, focus included. */
export function keep(parent, keys, create) {
  const present = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  for (const [key, child] of present) if (!keys.includes(key)) child.remove();
  keys.forEach((key, index) => {
    const child = present.get(key) ?? create(key);
    child.dataset.key = key;
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
  return [...parent.children];
}

/** Redraws only when what it is drawn from has changed. */
export function redraw(element, facts, build) {
  const text = JSON.stringify(facts);
  if (element.dataset.drawn === text) return;
  element.dataset.drawn = text;
  element.replaceChildren(...[build()].flat());
}

/** Arms come as a drawing in text; anything but a drawing is left out. */
export function arms(text) {
  const source = text.includes("xmlns=") ? text : text.replace("<svg", `<svg xmlns="${SVG}"`);
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (root.localName !== "svg" || root.querySelector("script, foreignObject, parsererror")) return make("span");
  return document.importNode(root, true);
}
