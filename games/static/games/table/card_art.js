/* SVG paths of the cards: the four patterns, and the faces of the neutral cards on the emblems' grid of 24. */

const WIDTH = 100;
const HEIGHT = 140;

/** The pattern of a character over a whole card, as one path. */
export const PATTERNS = { A: diagonals(9), E: chevrons(10), P: dots(10), U: diagonals(13) + diagonals(13, true) };

function diagonals(step, falling = false) {
  let path = "";
  for (let at = step / 2; at < WIDTH + HEIGHT; at += step) {
    path += falling ? `M${at - HEIGHT} 0L${at} ${HEIGHT}` : `M${at} 0L${at - HEIGHT} ${HEIGHT}`;
  }
  return path;
}

function chevrons(step) {
  let path = "";
  for (let y = -4; y < HEIGHT + step; y += step) {
    path += `M0 ${y}`;
    for (let x = 10, up = true; x <= WIDTH; x += 10, up = !up) path += `L${x} ${up ? y - 6 : y}`;
  }
  return path;
}

function dots(step) {
  let path = "";
  for (let row = 0; row * step * 0.87 < HEIGHT; row += 1) {
    for (let x = row % 2 ? step / 2 : 0; x <= WIDTH; x += step) path += `M${x} ${(row * step * 0.87).toFixed(1)}h.01`;
  }
  return path;
}

const MASK =
  "M3 8c3-2 6-2 9 0 3-2 6-2 9 0 .5 6-2.5 9.500-5.500 9.500-1.500 0-2.500-1-3.500-2-1 1-2 2-3.500 2C5.500 17.500 2.500 14 3 8Z";
const ASKING = "M10.200 6.200c-.4-4.600 4.600-4.800 4.300-1.800-.2 1.500-2.300 1.600-2.300 3.600";
const EYES =
  "M6 11.500c.9-1.300 2.600-1.300 3.500.2-1 1-2.700 1-3.500-.2Z M18 11.500c-.9-1.300-2.600-1.300-3.500.2 1 1 2.700 1 3.500-.2Z";
// An open palm from below, with what lies on it; and a palm from above that closes over it.
const PALM_UP =
  "M2 15.500h3l2.500-1.500h5c1.500 0 1.500 2 0 2H9.500 M13.500 15.500l5-2.500c1.700-.8 2.700 1.200 1.200 2.200L13 19.500H5l-3 0";
const PALM_DOWN =
  "M2 8.500h3L7.500 10h5c1.500 0 1.500-2 0-2H9.500 M13.500 8.500l5 2.500c1.700.8 2.700-1.200 1.200-2.200L13 4.500H5l-3 0";
const COIN_ABOVE = "M12.500 3.500l3 3-3 3-3-3Z M17.500 3v4 M19.500 5h-4";
const COIN_BELOW = "M12.500 14l3 3-3 3-3-3Z M20 17h-4";
const BOTTLE =
  "M10 2.500h4 M10.500 2.500v5.500c-2 1.200-3 2.500-3 4.500v8c0 .6.400 1 1 1h7c.6 0 1-.4 1-1v-8c0-2-1-3.300-3-4.500V2.500";
const SEAL = "M12 12.200a2.900 2.900 0 1 0 0 5.800a2.900 2.900 0 1 0 0-5.800Z M12 18v2.300";

/** By value: the stroked path and the filled path. */
export const FACES = {
  1: { lines: `${MASK} ${ASKING}`, filled: EYES },
  2: { lines: PALM_UP, filled: COIN_ABOVE },
  3: { lines: PALM_DOWN, filled: COIN_BELOW },
  13: { lines: BOTTLE, filled: SEAL },
};
