/* Random numbers from a seed of 32 bytes, as docs/record.md specifies them. No DOM. */

const WORD_VALUES = 2 ** 32; // how many values a word of the stream can have
const DIGEST_BYTES = 32;

/** Returns the bytes of hex digits of either case; null for anything else. */
export function bytesOf(hex) {
  if (typeof hex !== "string" || hex.length % 2 || !/^[0-9a-f]*$/i.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Returns a function from a text to HMAC-SHA-256(key, text). */
export async function hmacFunction(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

/** Returns the stream of a label: a function that returns the next four bytes, big-endian, as a number. */
export async function randomWords(seed, label) {
  const sign = await hmacFunction(seed);
  let block = null;
  let counter = 0;
  let place = DIGEST_BYTES;
  return async () => {
    if (place === DIGEST_BYTES) {
      block = new DataView((await sign(`${label}:${counter}`)).buffer);
      counter += 1;
      place = 0;
    }
    place += 4;
    return block.getUint32(place - 4);
  };
}

/** Returns a number from 0 up to, not including, the limit; each equally likely. */
export async function randomBelow(next, limit) {
  const fair = Math.floor(WORD_VALUES / limit) * limit;
  let word = await next();
  while (word >= fair) word = await next();
  return word % limit;
}

/** Shuffles by Fisher and Yates, from the last place down, with a stream of its own. */
export async function shuffle(items, seed, label) {
  const shuffled = [...items];
  const next = await randomWords(seed, label);
  for (let place = shuffled.length - 1; place > 0; place -= 1) {
    const other = await randomBelow(next, place + 1);
    [shuffled[place], shuffled[other]] = [shuffled[other], shuffled[place]];
  }
  return shuffled;
}
