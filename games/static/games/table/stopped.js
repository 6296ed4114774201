/* Shows why the server has closed the connection for good, and a link to go on. */

import { make } from "./elements.js";

const REASONS = { 4401: "stopped_signed_out", 4403: "stopped_not_allowed", 4404: "stopped_no_table" };

/** Fills the notice. `failure` is the server's own reason, often empty. */
export function showStopped(root, notice, words, code, failure) {
  const { lobby, login } = root.dataset;
  const [address, label] = code === 4401 ? [login, words.sign_in] : [lobby, words.to_the_tables];
  root.classList.add("live--stopped");
  notice.replaceChildren(
    make("span", {}, failure || words[REASONS[code]]),
    make("a", { class: "button button--primary", href: address }, label),
  );
}
