/// The differences between two bundles, as values: neither container nor layout nor compression matters.
package struct BundleDiff: Sendable, Hashable, Codable {
  /// The things that only one bundle has, or that differ.
  package struct Counts: Sendable, Hashable, Codable {
    /// Only in the second.
    package var added = 0
    /// Only in the first.
    package var removed = 0
    /// In both, and different.
    package var changed = 0

    /// Whether nothing differs.
    package var isEmpty: Bool { added == 0 && removed == 0 && changed == 0 }
  }

  /// One of the two bundles.
  package struct Side: Sendable, Hashable, Codable {
    /// The SHA-256 of its manifest.
    package var sha256: String
    /// `pmtiles`, `mbtiles` or `directory`.
    package var container: String
    /// `per-zoom`, `single` or `per-layer`.
    package var layout: String
    /// The size of all its files except the manifest, in bytes.
    package var bytes: Int
    /// Addressed tiles.
    package var tiles: Int
    /// The number of files and folders in the bundle's folder that its manifest does not list. They are not compared.
    package var unlisted: Int
    /// The paths of the first 100 of them below the folder, ascending.
    package var firstUnlisted: [String]
  }

  /// The differences at a zoom.
  package struct Zoom: Sendable, Hashable, Codable {
    /// The zoom.
    package var zoom: Int
    /// Tiles whose contents differ.
    package var tiles = Counts()
    /// The stored bytes of these tiles in the first bundle.
    package var bytesBefore = 0
    /// The stored bytes of these tiles in the second bundle.
    package var bytesAfter = 0
    /// The layers that differ, by name.
    package var layers: [Layer] = []
  }

  /// The differences in a layer at a zoom.
  package struct Layer: Sendable, Hashable, Codable {
    /// The layer.
    package var layer: String
    /// Overlays, matched by id: clusters, single points, circles and shapes.
    package var overlays = Counts()
    /// Those of them that are clusters; one that is a cluster in either bundle counts.
    package var clusters = Counts()
    /// Changed overlays whose properties differ.
    package var properties = 0
    /// Changed overlays that are points at other positions, or in other tiles.
    package var positions = 0
    /// Changed overlays whose lines or polygons differ, or lie in other tiles.
    package var geometries = 0
    /// Points that came to the overlays of a cluster layer.
    package var pointsIn = 0
    /// Points that left them; the layer grew by `pointsIn` minus this.
    package var pointsOut = 0
  }

  /// The differences in the members of a cluster layer.
  package struct Members: Sendable, Hashable, Codable {
    /// The layer.
    package var layer: String
    /// Its points, matched by id.
    package var points = Counts()
    /// Its clusters of all zooms, matched by id; changed if position, number of points or children differ.
    package var clusters = Counts()
  }

  /// The first bundle.
  package var before: Side
  /// The second bundle.
  package var after: Side
  /// The differing statements of the manifests about the contents: "name", "layers.quakes.fields" ...
  package var manifest: [String] = []
  /// The zooms that differ, ascending.
  package var zooms: [Zoom] = []
  /// The cluster layers whose members differ, by name.
  package var members: [Members] = []
  /// Whether nothing differs.
  package var isSame = true
}
