// @ts-check
// The geometries of vector tiles, decoded from their commands: MVT 2.1, section 4.3.

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./vector-tile.js').Position} Position
 */

/**
 * Decodes a geometry from its commands.
 * @param {1 | 2 | 3} type @param {readonly number[]} numbers the commands with their parameters
 * @param {number} version the version of the layer; version 1 allows rings of any winding order @param {Failure} fail
 */
export function tileGeometry(type, numbers, version, fail) {
  /** @type {Position[][]} */
  const parts = [];
  let [x, y, moves, next] = [0, 0, 0, 0];
  const difference = () => {
    if (next >= numbers.length) throw fail('a geometry ends within a command');
    const number = numbers[next++];
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  };
  if (numbers.some((number) => number >= 2 ** 32)) throw fail('a number in a geometry has more than 32 bits');
  while (next < numbers.length) {
    const [command, count] = [numbers[next] % 8, Math.floor(numbers[next] / 8)];
    next += 1;
    if (command === 7) {
      const ring = parts[parts.length - 1];
      if (count !== 1 || ring === undefined) throw fail('a geometry closes a ring that does not exist');
      ring.push([ring[0][0], ring[0][1]]);
      continue;
    }
    if (command !== 1 && command !== 2) throw fail(`a geometry contains the unknown command ${command}`);
    if (count === 0) throw fail('a command has no positions');
    if (command === 2 && parts.length === 0) throw fail('a geometry begins with a line instead of a position');
    if (command === 1) moves += 1;
    for (let left = count; left > 0; left -= 1) {
      x += difference();
      y += difference();
      if (x !== (x | 0) || y !== (y | 0)) throw fail('a position has more than 32 bits');
      if (command === 1) parts.push([]);
      parts[parts.length - 1].push([x, y]);
    }
  }
  if (parts.length === 0) throw fail('a feature has no geometry');
  if (type === 1) {
    if (moves > 1 || parts.some((part) => part.length !== 1)) throw fail('a point geometry contains a line');
    return parts.map((part) => part[0]);
  }
  for (const part of parts) {
    if (part.length < (type === 3 ? 4 : 2)) throw fail('a line or ring has too few positions');
    const isStill = part.some(([x, y], at) => at > 0 && x === part[at - 1][0] && y === part[at - 1][1]);
    if (isStill) throw fail('a line or ring has the same position twice in a row');
    if (type === 3) checkRing(part, part === parts[0] && version === 2, fail);
  }
  return parts;
}

/** @param {Position[]} ring @param {boolean} isOuter @param {Failure} fail */
function checkRing(ring, isOuter, fail) {
  const [[left, top], [right, bottom]] = [ring[0], ring[ring.length - 1]];
  if (left !== right || top !== bottom) throw fail('a ring is not closed');
  // Twice the area, which is positive for outer rings.
  let area = 0;
  for (let at = 1; at < ring.length; at += 1) {
    area += (ring[at - 1][0] - left) * (ring[at][1] - top) - (ring[at][0] - left) * (ring[at - 1][1] - top);
  }
  if (area === 0) throw fail('a ring has no area');
  if (isOuter && area < 0) throw fail('the first ring of a polygon has the winding order of a hole');
}
