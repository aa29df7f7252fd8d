// @ts-check
// A layer of a bundle, with supercluster's methods.
import {BundleError, badArgument} from './errors.js';
import {Members, pointOf} from './members.js';
import {Budget, checkedCount, checkedID} from './options.js';
import {degrees, isFolder, readTile, useTile, worldHeight} from './tiles.js';
import {decodeVectorTile} from './vector-tile.js';
import {eachOf} from './requests.js';

/**
 * @typedef {import('./snapshot.js').Snapshot} Snapshot
 * @typedef {import('./vector-tile.js').Address} Address @typedef {import('./vector-tile.js').Feature} Feature
 *
 * @typedef {{signal?: AbortSignal}} Abortable
 * @typedef {number | string | bigint} ClusterID the `cluster_id` of a cluster; strings and BigInts with exactly that number are also accepted
 * @typedef {[number, number, number, number]} BBox west, south, east, north in degrees; west > east across the antimeridian
 *
 * @typedef {{west: number, width: number, south: number, north: number}} Box a box whose longitudes wrap; the whole world is 360 degrees wide
 */

/** The latitude of the map's edge; positions beyond it are moved to it. */
const EDGE = 85.0511;
/** The rounding error that wrapped longitudes may have, which is less than their last decimal. */
const ROUNDING = 1e-9;

/** @param {number} value @param {number} turn */
const wrapped = (value, turn) => (value % turn + turn) % turn;

/** @param {number} latitude */
const clamped = (latitude) => Math.min(Math.max(latitude, -EDGE), EDGE);

/** @param {BBox} bbox @returns {Box} as all readers do: longitudes wrap, latitudes are clamped, and borders belong to it */
function boxOf([west, south, east, north]) {
  const width = east - west >= 360 ? 360 : wrapped(east - west, 360);
  return {west, width, south: clamped(south), north: clamped(north)};
}

/** @param {import('./vector-tile.js').Position} position @param {Box} box */
const isWithin = ([longitude, latitude], {west, width, south, north}) => clamped(latitude) >= south && clamped(latitude) <= north
  && wrapped(longitude - west + ROUNDING, 360) <= width + 2 * ROUNDING;

/** @param {Box} box @param {number} z @param {number} extent @param {number} limit @returns {Address[]} the tiles that it touches */
function tilesTouched({west, width, south, north}, z, extent, limit) {
  const side = 2 ** z;
  // A marker may lie on the border of its tile, rounded to a unit.
  const unit = 1 / (side * extent);
  const row = (/** @type {number} */ share) => Math.min(Math.max(Math.floor(share * side), 0), side - 1);
  const [top, bottom] = [row(worldHeight(north) - unit), row(worldHeight(south) + unit)];
  const [first, last] = [west / 360 + 0.5 - unit, (west + width) / 360 + 0.5 + unit].map((share) => Math.floor(share * side));
  const columns = Math.min(last - first + 1, side);
  const count = columns * (bottom - top + 1);
  if (count > limit) {
    throw new BundleError('too-many-tiles', `the box contains more than ${limit} tiles at zoom ${z}; use a smaller box or a lower zoom`);
  }
  return Array.from({length: count}, (_, index) => (
    {z, x: wrapped(first + index % columns, side), y: top + Math.floor(index / columns)}));
}

/** A layer of a bundle, with supercluster's methods. Each method returns a promise. */
export class BundleLayer {
  #snapshot;

  /** @param {() => Snapshot} snapshot the bundle as it is now @param {string} id */
  constructor(snapshot, id) {
    this.#snapshot = snapshot;
    this.id = id;
    snapshot().layer(id);
  }

  /** The layer's entry in the manifest. */
  get manifest() {
    return this.#snapshot().layer(this.id);
  }

  /**
   * Returns the features of a tile in units of `extent`, as supercluster and geojson-vt do, or null if there are none.
   * @param {number} z @param {number} x @param {number} y @param {Abortable} options
   * @returns {Promise<{features: import('./vector-tile.js').TileFeature[], extent: number} | null>}
   */
  async getTile(z, x, y, {signal} = {}) {
    return readTile({snapshot: this.#snapshot(), layer: this.id, signal}, {z, x, y}, (bytes, fail) => {
      const [{features, extent} = {features: [], extent: 0}] = decodeVectorTile(bytes, fail, this.id);
      return features.length === 0 ? null : {features, extent};
    });
  }

  /**
   * Returns the clusters and single points in a box at a zoom, sorted by id. Positions are those in the tiles. Above the layer's
   * maximum zoom, the features are those of the maximum zoom; below its minimum zoom, there are none.
   * @param {BBox} bbox @param {number} zoom @param {Abortable} options @returns {Promise<Feature[]>}
   */
  async getClusters(bbox, zoom, {signal} = {}) {
    if (!Array.isArray(bbox) || bbox.length !== 4 || ![...bbox, zoom].every(Number.isFinite) || bbox[1] > bbox[3]) {
      throw badArgument('the box must be four numbers (west, south, east, north), its south not above its north, and the zoom a number');
    }
    const snapshot = this.#snapshot();
    const {minzoom, maxzoom} = this.#clusters(snapshot);
    const z = Math.min(Math.max(Math.floor(zoom), 0), maxzoom);
    if (z < minzoom) return [];
    const box = boxOf(bbox);
    const addresses = tilesTouched(box, z, snapshot.manifest.tiles.extent, snapshot.limits.queryTiles);
    const {queryBytes, requests} = snapshot.limits;
    const reads = {snapshot, layer: this.id, signal, budget: new Budget(queryBytes, snapshot.tileFiles(this.id, z)[0]?.path)};
    return snapshot.consistently(async () => {
      /** @type {Map<number | undefined, Feature>} */
      const found = new Map();
      // Neighbors in an archive share a request.
      await eachOf(addresses, isFolder(snapshot) ? requests : addresses.length, (address) => useTile(reads, address, (bytes, fail) => {
        for (const feature of markers(this.id, address, bytes, fail)) {
          if (!found.has(feature.id) && isWithin(feature.geometry.coordinates, box)) found.set(feature.id, feature);
        }
        return null;
      }));
      return [...found.values()].sort((one, other) => Number(one.id) - Number(other.id));
    });
  }

  /**
   * Returns the clusters and points that a cluster splits into at its expansion zoom. Clusters have no aggregates here.
   * @param {ClusterID} clusterId @param {Abortable} options @returns {Promise<Feature[]>}
   */
  async getChildren(clusterId, {signal} = {}) {
    return this.#ofCluster(clusterId, signal, (members, cluster) => members.children(cluster));
  }

  /**
   * Returns some points of a cluster, always in the same order. As in supercluster, a limit that is missing, 0 or NaN means 10,
   * and such an offset means 0; Infinity returns all points. Negative numbers and fractions are errors.
   * @param {ClusterID} clusterId @param {number | null} [limit] @param {number | null} [offset]
   * @param {Abortable} options @returns {Promise<Feature[]>}
   */
  async getLeaves(clusterId, limit, offset, {signal} = {}) {
    const [most, start] = [checkedCount(limit, 10, 'limit'), checkedCount(offset, 0, 'offset')];
    return this.#ofCluster(clusterId, signal, (members, cluster) => members.page(cluster, start, most));
  }

  /**
   * Returns the first zoom at which a cluster is split.
   * @param {ClusterID} clusterId @param {Abortable} options @returns {Promise<number>}
   */
  async getClusterExpansionZoom(clusterId, {signal} = {}) {
    return this.#ofCluster(clusterId, signal, async (_, {zoom}) => zoom + 1);
  }

  /**
   * @template T @param {ClusterID} clusterId @param {AbortSignal | undefined} signal
   * @param {(members: Members, cluster: import('./members.js').Cluster) => Promise<T>} work @returns {Promise<T>}
   */
  async #ofCluster(clusterId, signal, work) {
    const snapshot = this.#snapshot();
    this.#clusters(snapshot);
    const id = checkedID(clusterId);
    return snapshot.consistently(async () => {
      const members = await Members.open(snapshot, this.id, signal);
      return work(members, await members.cluster(id));
    });
  }

  /** @param {Snapshot} snapshot */
  #clusters(snapshot) {
    const layer = snapshot.layer(this.id);
    if (layer.kind === 'cluster') return layer;
    throw new BundleError('not-clusters', `the layer ${JSON.stringify(this.id)} has the kind ${layer.kind}, so it has no clusters`);
  }
}

/**
 * Returns the markers of a tile, in degrees.
 * @param {string} layer @param {Address} address @param {Uint8Array} bytes @param {import('./errors.js').Failure} fail
 */
function markers(layer, address, bytes, fail) {
  const side = 2 ** address.z;
  const [{features, extent} = {features: [], extent: 0}] = decodeVectorTile(bytes, fail, layer);
  return features.map(({type, geometry, tags, id}) => {
    if (type !== 1) throw fail('a feature in a cluster layer is not a point');
    const [x, y] = geometry[0];
    return pointOf(id, degrees(((address.x + x / extent) / side + 1) % 1, (address.y + y / extent) / side), tags);
  });
}
