// @ts-check
/**
 * Reads bundles of map overlays over HTTP in byte ranges: tiles for MapLibre, clusters as supercluster returns them.
 *
 * ES modules without dependencies and without a build step, for browsers, workers and Node.js from 18 on. The page
 * ReadingOnTheWeb explains their use, the page BundleFormat what they read.
 *
 * @module overlay-bundle
 */
export {BundleChangedError, BundleError} from './errors.mjs';
export {ByteReader} from './bytes.mjs';
export {TileDirectory, tileID} from './pmtiles.mjs';
export {decodeVectorTile} from './vector-tile.mjs';
export {BundleLayer} from './layer.mjs';
export {Bundle, openBundle} from './bundle.mjs';
export {OverlayProtocol, addProtocol, mapName} from './maplibre.mjs';
