// @ts-check
/**
 * Reads bundles of map overlays over HTTP in byte ranges: tiles for MapLibre, and clusters in the format of supercluster.
 *
 * ES modules without dependencies or a build step, for browsers, workers and Node.js 18 or later. The page ReadingOnTheWeb
 * explains how to use them, and the page BundleFormat explains what they read.
 *
 * @module overlay-bundle
 */
export {BundleChangedError, BundleError} from './errors.js';
export {decodeVectorTile} from './vector-tile.js';
export {BundleLayer} from './layer.js';
export {Bundle, openBundle} from './bundle.js';
export {OverlayProtocol, addProtocol, mapName} from './maplibre.js';
