/* Chance as docs/record.md has it: everything drawn from a seed of 32 bytes, in numbers below 2³². No DOM. */

const WORD = 2 ** 32;
const DIGEST = 32;

/** Bytes from hex digits of either case; null for anything else. */
export function bytesOf(hex) {
  if (typeof hex !== "string" || hex.length % 2 || !/^[0-9a-f]*$/i.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** A function from a text to HMAC-SHA-256(key, text). */
export async function signer(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

/** The stream of a label: every call gives the next four bytes, big-endian, as a number. */
export async function wordsOf(seed, label) {
  const sign = await signer(seed);
  let block = null;
  let counter = 0;
  let place = DIGEST;
  return async () => {
    if (place === DIGEST) {
      block = new DataView((await sign(`${label}:${counter}`)).buffer);
      counter += 1;
      place = 0;
    }
    place += 4;
    return block.getUint32(place - 4);
  };
}

/** A number from 0 up to, not including, the limit; each equally likely. */
export async function below(next, limit) {
  const fair = Math.floor(WORD / limit) * limit;
  let word = await next();
  while (word >= fair) word = await next();
  return word % limit;
}

/** Fisher and Yates, from the last place down, on a fresh stream. */
export async function shuffle(items, seed, label) {
  const shuffled = [...items];
  const next = await wordsOf(seed, label);
  for (let place = shuffled.length - 1; place > 0; place -= 1) {
    const other = await below(next, place + 1);
    [shuffled[place], shuffled[other]] = [shuffled[other], shuffled[place]];
  }
  return shuffled;
}
