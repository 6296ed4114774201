/* A page that lives: <div data-live="/ws/…/" data-version="7"> is or holds parts, <div data-part="standings" hx-get="…"
   hx-trigger="changed">, which are fetched again when the socket says that they have changed. Without `data-version`
   they have not been fetched at all yet. Elements with the same address share a socket. docs/protocol.md has the rest. */

import { noteServerTime } from "./countdown.js";
import { openPageSocket } from "./page_socket.js";

// Everyone who looks on fetches at a moment of their own within this time, unless `data-spread` says another one.
const SPREAD_MS = 1500;
// Without a socket, what has not been fetched yet does not wait for ever.
const FIRST_FETCH_MS = 3000;
const RETRY_MS = 2000;
const RETRY_LATEST_MS = 60000;
const TYPING =
  "select, textarea, [contenteditable], input:not([type=button], [type=submit], [type=checkbox], [type=radio])";
const EVERYTHING = null;

const pages = new Map(); // by address
const postponed = new Set(); // parts that somebody is working in
const failures = new WeakMap(); // by part: how often in a row it could not be fetched

class LivePage {
  constructor(path) {
    this.path = path;
    this.version = Math.min(...this.roots().map((root) => Number(root.dataset.version ?? -1)));
    this.stale = new Set(); // names of parts
    this.timer = null;
    openPageSocket(path, (message) => this.hear(message));
    if (this.version < 0) setTimeout(() => this.version < 0 && this.mark(EVERYTHING), FIRST_FETCH_MS);
  }

  roots() {
    return [...document.querySelectorAll("[data-live]")].filter((root) => root.dataset.live === this.path);
  }

  parts() {
    return [...document.querySelectorAll("[data-part]")].filter((part) => pageOf(part) === this);
  }

  hear(message) {
    if (message.now) noteServerTime(message.now);
    if (!(message.version > this.version)) return;
    // Whoever has missed something before fetches everything; so does whoever comes back.
    const isComplete = message.type === "changed" && message.since <= this.version;
    const isFirst = this.version < 0;
    this.version = message.version;
    this.mark(isComplete ? message.parts : EVERYTHING, isFirst ? 0 : this.spread());
  }

  spread() {
    return Math.random() * Number(this.roots()[0]?.dataset.spread ?? SPREAD_MS);
  }

  mark(names, wait = 0) {
    for (const name of names ?? this.parts().flatMap(namesOf)) this.stale.add(name);
    this.timer ??= setTimeout(() => this.refresh(), wait);
  }

  refresh() {
    const stale = this.stale;
    [this.stale, this.timer] = [new Set(), null];
    for (const part of this.parts()) if (namesOf(part).some((name) => stale.has(name))) fetchPart(part);
  }
}

function namesOf(part) {
  return part.dataset.part.split(/\s+/);
}

function fetchPart(part) {
  if (isInUse(part)) postponed.add(part);
  else part.dispatchEvent(new CustomEvent("changed"));
}

/** Somebody who is choosing, typing or being asked something is not interrupted. */
function isInUse(part) {
  const active = document.activeElement;
  return (part.contains(active) && active.matches(TYPING)) || part.querySelector("dialog[open]") !== null;
}

function fetchPostponed() {
  for (const part of postponed) {
    if (part.isConnected && isInUse(part)) continue;
    postponed.delete(part);
    part.dispatchEvent(new CustomEvent("changed"));
  }
}

function pageOf(part) {
  return part.dataset?.part === undefined ? undefined : pages.get(part.closest("[data-live]")?.dataset.live);
}

function retryLater(part) {
  const wait = Math.min(RETRY_LATEST_MS, RETRY_MS * 2 ** (failures.get(part) ?? 0));
  failures.set(part, (failures.get(part) ?? 0) + 1);
  setTimeout(() => part.isConnected && fetchPart(part), wait * (0.5 + Math.random()));
}

// Which version is asked for: the answer may come from a cache that is shared by all who look on.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const version = pageOf(detail.elt)?.version ?? -1;
  if (detail.verb === "get" && version >= 0) detail.parameters.version = version;
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!pageOf(detail.elt)) return;
  const { status } = detail.xhr;
  if (detail.successful) failures.delete(detail.elt);
  else if (status === 0 || status === 429 || status >= 500) retryLater(detail.elt);
});

// Only then the next element has the focus.
document.addEventListener("focusout", () => setTimeout(fetchPostponed));
document.addEventListener("close", () => fetchPostponed(), true);

function open() {
  for (const { dataset } of document.querySelectorAll("[data-live]")) {
    if (!pages.has(dataset.live)) pages.set(dataset.live, new LivePage(dataset.live));
  }
}

open();
document.addEventListener("htmx:load", open);
