// @ts-check
/**
 * The shapes of circles on the map, as rows from their north to their south.
 *
 * @module circle-rows
 */
import {worldHeight} from './reader/tiles.js';

/**
 * @typedef {{longitude: number, latitude: number, meters: number, mapPoints: number}} Circle
 * @typedef {[number, number]} Row its y on the map, and half of its width
 */

/** The steps from the north of a circle to its south. */
const STEPS = 36;
const MAP_POINTS = 2 ** 28;
const RADIANS = Math.PI / 180;
/** The latitude of the northern edge of the map. */
const EDGE = Math.atan(Math.sinh(Math.PI)) / RADIANS;
/** WGS84: the radius of the equator in meters, the flattening, and the radius to a pole. */
const EQUATOR = 6378137;
const FLATTENING = 1 / 298.257223563;
const POLAR = EQUATOR * (1 - FLATTENING);
/** Beyond this length geodesics of one coordinate cross, so no circle is larger. */
const MOST_METERS = POLAR * Math.PI;
/** How far a side of a circle may be from a straight line, on a map of width 1, and how often azimuths are halved for it. */
const STRAIGHT = 1e-5;
const MOST_HALVES = 20;
/** No degree of a meridian is shorter. */
const LEAST_DEGREE = 110_574;

/**
 * A coordinate on the map: 0 to 1 from the north-west corner.
 * @param {number} longitude @param {number} latitude
 */
export const mercator = (longitude, latitude) => [longitude / 360 + 0.5, worldHeight(latitude)];

/**
 * The end of a geodesic: its turn from the beginning's meridian, and its latitude, in degrees.
 *
 * Source: T. Vincenty, Direct and inverse solutions of geodesics on the ellipsoid, Survey Review 23 (1975).
 * @param {number} latitude @param {number} azimuth in radians from north @param {number} meters
 */
function destination(latitude, azimuth, meters) {
  const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
  const reduced = Math.atan2((1 - FLATTENING) * Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS));
  const [sinU, cosU] = [Math.sin(reduced), Math.cos(reduced)];
  const start = Math.atan2(sinU, cosU * cosine);
  const sinEquator = cosU * sine;
  const square = 1 - sinEquator ** 2;
  const u = square * (EQUATOR ** 2 - POLAR ** 2) / POLAR ** 2;
  const a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)));
  const b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)));
  let [arc, middle] = [meters / (POLAR * a), 0];
  for (let step = 0; step < 8; step += 1) {
    middle = Math.cos(2 * start + arc);
    const [sinArc, cosArc] = [Math.sin(arc), Math.cos(arc)];
    arc = meters / (POLAR * a) + b * sinArc * (middle + b / 4 * (cosArc * (2 * middle ** 2 - 1)
      - b / 6 * middle * (4 * sinArc ** 2 - 3) * (4 * middle ** 2 - 3)));
  }
  const [sinArc, cosArc] = [Math.sin(arc), Math.cos(arc)];
  const north = Math.atan2(sinU * cosArc + cosU * sinArc * cosine,
    (1 - FLATTENING) * Math.hypot(sinEquator, sinU * sinArc - cosU * cosArc * cosine));
  const turn = Math.atan2(sinArc * sine, cosU * cosArc - sinU * sinArc * cosine);
  const c = FLATTENING / 16 * square * (4 + FLATTENING * (4 - 3 * square));
  const off = (1 - c) * FLATTENING * sinEquator * (arc + c * sinArc * (middle + c * cosArc * (2 * middle ** 2 - 1)));
  return {turn: (turn - off) / RADIANS, latitude: north / RADIANS};
}

/**
 * The rows of a circle from its center: a disc on the map for the models mapkit and pixels, and the coordinates at that distance for
 * geodesic, which must not come to the edge of the map.
 * @param {Circle} circle @param {string} model @returns {Row[]}
 */
export function disc({latitude, meters, mapPoints}, model) {
  return Array.from({length: STEPS + 1}, (_, index) => {
    const azimuth = Math.PI * index / STEPS;
    if (model !== 'geodesic') return [-mapPoints / MAP_POINTS * Math.cos(azimuth), mapPoints / MAP_POINTS * Math.sin(azimuth)];
    const end = destination(latitude, azimuth, meters);
    return [worldHeight(end.latitude) - worldHeight(latitude), end.turn / 360];
  });
}

/**
 * Whether a geodesic circle comes to the edge of the map, so that what is drawn of it has another shape at each scale.
 * @param {Circle} circle @param {number} scale the largest
 */
export const reachesEdge = ({latitude, meters}, scale) => Math.abs(latitude) + meters * scale / LEAST_DEGREE >= EDGE;

/**
 * A geodesic circle that may hold a pole, or both: rows from the north to the south, each with its y on the map and how far the
 * circle reaches from its center to the west and the east there, at most half of the map. The map ends at its edges.
 *
 * At each latitude a circle is one stretch around its center's meridian. The latitude of its boundary falls as the azimuth turns
 * from north to south. Beyond the boundary's ends, which lie on a meridian, is a pole, or nothing.
 * @param {Circle} circle @param {number} scale @returns {Row[]}
 */
export function rows({latitude, meters}, scale) {
  const radius = Math.min(meters * scale, MOST_METERS);
  const clamped = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, 0), most);
  /** @param {number} azimuth @returns {Row} */
  const row = (azimuth) => {
    const end = destination(latitude, azimuth, radius);
    return [clamped(worldHeight(end.latitude), 1), clamped(end.turn / 360, 0.5)];
  };
  /**
   * The rows between two azimuths, as many as are needed for straight sides.
   * @type {(low: number, high: number, first: Row, last: Row, depth?: number) => Row[]}
   */
  const between = (low, high, first, last, depth = 0) => {
    const azimuth = (low + high) / 2;
    const middle = row(azimuth);
    if (depth === MOST_HALVES || distance(middle, first, last) < STRAIGHT) return [];
    return [...between(low, azimuth, first, middle, depth + 1), middle, ...between(azimuth, high, middle, last, depth + 1)];
  };
  const azimuths = Array.from({length: 17}, (_, index) => (Math.PI * index) / 16);
  const boundary = azimuths.map(row);
  const found = boundary.flatMap((one, index) => (index === 0 ? [one] : [...between(azimuths[index - 1], azimuths[index], boundary[index - 1], one), one]));
  const beyond = (/** @type {number} */ y, /** @type {Row} */ [, reach]) => (reach > 0 ? [/** @type {Row} */ ([y, reach])] : []);
  return [...beyond(0, found[0]), ...found, ...beyond(1, found[found.length - 1])];
}

/**
 * How far a row's end is from the straight line between those of two others.
 * @param {Row} row @param {Row} first @param {Row} last
 */
function distance([y, reach], first, last) {
  const [down, out] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(down, out);
  return length === 0 ? 0 : Math.abs((y - first[0]) * out - (reach - first[1]) * down) / length;
}

/**
 * The triangles of rows, as numbers of vertices in their order: two of each row, the western one first.
 * @param {number} count of rows @param {number} first
 */
export function strip(count, first) {
  return Array.from({length: Math.max(count - 1, 0)}, (_, index) => first + 2 * index)
    .flatMap((west) => [west, west + 1, west + 2, west + 1, west + 3, west + 2]);
}
