// @ts-check
/**
 * Reads bundles of map overlays over HTTP in byte ranges: tiles for MapLibre, clusters as supercluster returns them.
 *
 * ES modules without dependencies and without a build step, for browsers, workers and Node.js from 18 on. The page
 * ReadingOnTheWeb explains their use, the page BundleFormat what they read.
 *
 * @module overlay-bundle
 */
export {BundleChangedError, BundleError} from './errors.js';
export {ByteReader} from './bytes.js';
export {TileDirectory, tileID} from './pmtiles.js';
export {decodeVectorTile} from './vector-tile.js';
export {BundleLayer} from './layer.js';
export {Bundle, openBundle} from './bundle.js';
export {OverlayProtocol, addProtocol, mapName} from './maplibre.js';
