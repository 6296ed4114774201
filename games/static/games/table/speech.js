/* Fills the gaps of sentences from games/web/words.py. No DOM. */

export const CHARACTERS = { A: "Aldo", E: "Enzo", P: "Pietra", U: "Ugo" };
export const GUILDS = ["Nobles", "Artists", "Traders", "Workmen", "Knights", "Assassins"];

/** Returns a sentence with its gaps filled: "Ada to play." from "{name} to play." */
export function say(words, key, values = {}) {
  const sentence = words[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

/** Returns the singular or plural: `key_one` or `key_other`. */
export function sayCount(words, key, count, values = {}) {
  return say(words, count === 1 ? `${key}_one` : `${key}_other`, { count, ...values });
}

/** Returns a number with a plus or a true minus sign. */
export function signed(points) {
  if (points < 0) return `−${-points}`;
  return points > 0 ? `+${points}` : "0";
}

export const plain = (points) => (points < 0 ? `−${-points}` : String(points));

export const characterOf = (card) => CHARACTERS[card[0]];
export const valueOf = (card) => Number(card.slice(1));

export const guildName = (words, guild) => words[`guild_${guild.toLowerCase()}`] ?? guild;

const SPECIAL = { 1: "joker", 2: "plus_two", 3: "minus_two", 13: "pot_de_vin" };

/** Returns the face of a card, by `hello.cards`: "Traders", "Nobles twice", "joker". */
export function faceOf(words, card, cards) {
  const special = SPECIAL[valueOf(card)];
  if (special) return words[special];
  const [guild, symbols] = cards?.[card] ?? [null, 0];
  if (!guild) return "";
  return symbols > 1 ? say(words, "guild_twice", { guild: guildName(words, guild) }) : guildName(words, guild);
}

/** The short name of a card: "Enzo 7". */
export const shortName = (card) => `${characterOf(card)} ${valueOf(card)}`;

/** The full name of a card: "Enzo 7, Traders". */
export function cardName(words, card, cards) {
  const face = faceOf(words, card, cards);
  return `${shortName(card)}${face ? `, ${face}` : ""}`;
}

/** "Ada, Bruno and Clara". */
export function listOf(words, names) {
  if (names.length < 2) return names.join("");
  return say(words, "and", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
}
