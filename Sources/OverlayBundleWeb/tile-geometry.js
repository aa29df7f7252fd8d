// @ts-check
/**
 * The geometries of vector tiles, decoded from their commands: MVT 2.1, section 4.3.
 *
 * @module tile-geometry
 */

/**
 * @typedef {import('./errors.js').Failure} Failure
 * @typedef {import('./vector-tile.js').Position} Position
 */

/** The geometry of a feature, decoded from its commands. */
export class TileGeometry {
  /** @param {Failure} fail */
  constructor(fail) {
    this.fail = fail;
    /** @type {Position[][]} */
    this.parts = [];
    /** The command that is being read, and the number of its remaining positions. */
    this.command = 0;
    this.left = 0;
    this.moves = 0;
    /** @type {number | undefined} */
    this.pendingX = undefined;
    this.x = 0;
    this.y = 0;
  }

  /**
   * Reads the next number of a command.
   * @param {number} number
   */
  read(number) {
    if (number >= 2 ** 32) throw this.fail('a number in a geometry has more than 32 bits');
    if (this.left > 0) this.#move(number);
    else this.#begin(number % 8, Math.floor(number / 8));
  }

  /** @param {number} command @param {number} count */
  #begin(command, count) {
    if (command === 7) {
      this.#close(count);
      return;
    }
    if (command !== 1 && command !== 2) throw this.fail(`a geometry contains the unknown command ${command}`);
    if (count === 0) throw this.fail('a command has no positions');
    if (command === 2 && this.parts.length === 0) throw this.fail('a geometry begins with a line instead of a position');
    if (command === 1) this.moves += 1;
    [this.command, this.left] = [command, count];
  }

  /** @param {number} number */
  #move(number) {
    const difference = number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    if (this.pendingX === undefined) {
      this.pendingX = difference;
      return;
    }
    this.x += this.pendingX;
    this.y += difference;
    this.pendingX = undefined;
    this.left -= 1;
    if (this.x !== (this.x | 0) || this.y !== (this.y | 0)) throw this.fail('a position has more than 32 bits');
    if (this.command === 1) this.parts.push([]);
    this.parts[this.parts.length - 1].push([this.x, this.y]);
  }

  /** @param {number} count */
  #close(count) {
    const ring = this.parts[this.parts.length - 1];
    if (count !== 1 || ring === undefined) throw this.fail('a geometry closes a ring that does not exist');
    ring.push([ring[0][0], ring[0][1]]);
  }

  /** @param {1 | 2 | 3} type */
  geometry(type) {
    if (this.left > 0) throw this.fail('a geometry ends within a command');
    if (this.parts.length === 0) throw this.fail('a feature has no geometry');
    if (type !== 1) return this.parts;
    if (this.moves > 1 || this.parts.some((part) => part.length !== 1)) throw this.fail('a point geometry contains a line');
    return this.parts.map((part) => part[0]);
  }
}

/**
 * Throws an error if a line or a polygon breaks a rule of MVT 2.1, section 4.3.
 * @param {1 | 2 | 3} type @param {any} geometry @param {number} version the version of the layer; version 1 allows rings of any winding order
 * @param {Failure} fail
 */
export function checkGeometry(type, geometry, version, fail) {
  if (type === 1) return;
  for (const [index, part] of /** @type {Position[][]} */ (geometry).entries()) {
    if (part.length < (type === 3 ? 4 : 2)) throw fail('a line or ring has too few positions');
    const isStill = part.some(([x, y], at) => at > 0 && x === part[at - 1][0] && y === part[at - 1][1]);
    if (isStill) throw fail('a line or ring has the same position twice in a row');
    if (type === 2) continue;
    if (!isClosed(part)) throw fail('a ring is not closed');
    const area = doubledArea(part);
    if (area === 0) throw fail('a ring has no area');
    if (index === 0 && area < 0 && version === 2) throw fail('the first ring of a polygon has the winding order of a hole');
  }
}

/** @param {Position[]} ring */
function isClosed(ring) {
  const [[firstX, firstY], [lastX, lastY]] = [ring[0], ring[ring.length - 1]];
  return firstX === lastX && firstY === lastY;
}

/**
 * Returns twice the area of a closed ring, which is positive for outer rings in vector tiles.
 * @param {Position[]} ring
 */
function doubledArea(ring) {
  const [left, top] = ring[0] ?? [0, 0];
  let doubled = 0;
  for (let at = 1; at < ring.length; at += 1) {
    doubled += (ring[at - 1][0] - left) * (ring[at][1] - top) - (ring[at][0] - left) * (ring[at - 1][1] - top);
  }
  return doubled;
}
