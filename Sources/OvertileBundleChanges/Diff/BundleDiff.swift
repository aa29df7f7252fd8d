/// What differs between two bundles, as values: neither container nor layout nor compression matters.
public struct BundleDiff: Sendable, Hashable, Codable {
  /// Things that one bundle has and the other has not, or has differently.
  public struct Counts: Sendable, Hashable, Codable {
    /// Only in the second.
    public var added = 0
    /// Only in the first.
    public var removed = 0
    /// In both, and different.
    public var changed = 0

    /// Whether nothing differs.
    public var isEmpty: Bool { added == 0 && removed == 0 && changed == 0 }

    /// Makes counts of nothing.
    public init() {}
  }

  /// One of the two bundles.
  public struct Side: Sendable, Hashable, Codable {
    /// The SHA-256 of its manifest.
    public var sha256: String
    /// `pmtiles`, `mbtiles` or `directory`.
    public var container: String
    /// `per-zoom` or `single`.
    public var layout: String
    /// The size of all its files but the manifest, in bytes.
    public var bytes: Int
    /// Addressed tiles.
    public var tiles: Int
    /// How many files and folders stand in the bundle's folder that its manifest does not list. They are not compared.
    public var unlisted: Int
    /// The paths of the first 100 of them below the folder, ascending.
    public var firstUnlisted: [String]

    /// The most paths of `firstUnlisted`.
    static let mostUnlisted = 100
  }

  /// What differs at a zoom.
  public struct Zoom: Sendable, Hashable, Codable {
    /// The zoom.
    public var zoom: Int
    /// Tiles whose contents differ.
    public var tiles = Counts()
    /// The stored bytes of these tiles in the first bundle.
    public var bytesBefore = 0
    /// The stored bytes of these tiles in the second bundle.
    public var bytesAfter = 0
    /// The layers that differ, by name.
    public var layers: [Layer] = []
  }

  /// What differs in a layer at a zoom.
  public struct Layer: Sendable, Hashable, Codable {
    /// The layer.
    public var layer: String
    /// Overlays, found again by id: clusters, single points, circles and shapes.
    public var overlays = Counts()
    /// Those of them that are clusters; one that is a cluster in either bundle counts.
    public var clusters = Counts()
    /// Changed overlays whose properties differ.
    public var properties = 0
    /// Changed overlays that are points elsewhere, or in other tiles.
    public var positions = 0
    /// Changed overlays whose lines or polygons differ, or lie in other tiles.
    public var geometries = 0
    /// Points that came to the overlays of a cluster layer.
    public var pointsIn = 0
    /// Points that left them; `pointsIn` less this is by how many the layer grew.
    public var pointsOut = 0

    /// Makes the counts of a layer.
    public init(layer: String) { self.layer = layer }
  }

  /// What differs in the members of a cluster layer.
  public struct Members: Sendable, Hashable, Codable {
    /// The layer.
    public var layer: String
    /// Its points, found again by id.
    public var points = Counts()
    /// Its clusters of all zooms, found again by id; changed when position, number of points or children differ.
    public var clusters = Counts()
  }

  /// The first bundle.
  public var before: Side
  /// The second bundle.
  public var after: Side
  /// What the manifests say differently about the contents: "name", "layers.quakes.fields" ...
  public var manifest: [String] = []
  /// The zooms that differ, ascending.
  public var zooms: [Zoom] = []
  /// The cluster layers whose members differ, by name.
  public var members: [Members] = []
  /// Whether nothing differs.
  public var isSame = true
}
