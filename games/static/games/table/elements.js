/* Creates and updates DOM elements. Text is always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** Creates an element with attributes and children: make("p", { class: "soft" }, "Good evening"). */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element with attributes and children. */
export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  setAttributes(element, attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets attributes: true without a value; false, null and undefined remove the attribute. */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else {
      const text = value === true ? "" : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/** Creates text for screen readers only. */
export const screenReaderText = (words) => make("span", { class: "aside-words" }, words);

/** Sets text only if it differs, so that screen readers do not repeat it and selections stay. */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Makes the children of `parent` match `keys`, in order. Elements whose key stays are kept, with their focus. */
export function syncChildren(parent, keys, create) {
  const present = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  for (const [key, child] of present) if (!keys.includes(key)) child.remove();
  keys.forEach((key, index) => {
    const child = present.get(key) ?? create(key);
    child.dataset.key = key;
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
  return [...parent.children];
}

/** Replaces the children of an element if `facts` differ from those of the last drawing. */
export function redrawIfChanged(element, facts, build) {
  const text = JSON.stringify(facts);
  if (element.dataset.drawn === text) return;
  element.dataset.drawn = text;
  element.replaceChildren(...[build()].flat());
}

/** Creates the element of an avatar from its SVG text; an empty element for anything unsafe. */
export function avatarElement(text) {
  const source = text.includes("xmlns=") ? text : text.replace("<svg", `<svg xmlns="${SVG}"`);
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (root.localName !== "svg" || root.querySelector("script, foreignObject, parsererror")) return make("span");
  return document.importNode(root, true);
}
