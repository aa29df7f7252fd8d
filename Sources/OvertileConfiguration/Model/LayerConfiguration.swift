import OvertileExpressions

/// One layer of the bundle: the features of one source, shown in one way.
package struct LayerConfiguration: Sendable {
  /// The name, unique in the file; the name of the layer in the tiles.
  package var name: Located<String>
  /// A description of its content, in a sentence.
  package var summary: String?
  /// The name of one of the configuration's sources.
  package var source: Located<String>
  /// The filter: features for which this is true are selected; nil for all.
  package var filter: FeatureExpression?
  /// The zooms of its tiles, within 0...24.
  package var zooms: ClosedRange<Int>
  /// Whether the last zoom is the first after which nothing new is shown (`0-auto`); `zooms` then ends at its upper
  /// limit, `automaticLimit`, until the features are read.
  package var endsByItself = false
  /// The properties in the tiles.
  package var properties: PropertySelection
  /// How the features are shown.
  package var kind: Kind
  /// The limits on the tiles of one feature and of all features.
  package var maxTiles: TileLimits
  /// How features that repeat others exactly are treated; nil to keep them with a warning.
  package var duplicates: Duplicates?
  /// The selections of presets of `PipelineConfiguration.cameras` from this layer, by the preset's name, in the order
  /// of the file.
  package internal(set) var cameraFilters: [(camera: String, filter: FeatureExpression)] = []

  /// The highest zoom that a layer can have.
  package static let highestZoom = 24
  /// The upper limit on the last zoom of a layer with an automatic last zoom, if something new is still shown.
  package static let automaticLimit = 16

  /// Sets the last zoom of a layer with an automatic last zoom.
  package mutating func end(atZoom last: Int) {
    zooms = zooms.lowerBound...max(zooms.lowerBound, min(last, zooms.upperBound))
    endsByItself = false
    if case .cluster(var cluster) = kind {
      cluster.maxZoom = zooms.upperBound
      kind = .cluster(cluster)
    }
  }

  /// The limits on tiles. A tile counts once for each feature in it, over all zooms.
  package struct TileLimits: Sendable, Hashable {
    /// For one feature, at least 1.
    package var feature: Int
    /// For all features of the layer, at least 1.
    package var layer: Int
  }

  /// How features that repeat others exactly, with their id, geometry and properties, are treated.
  package enum Duplicates: String, Sendable, CaseIterable {
    /// The first is kept, and the others are listed in the ledger.
    case drop
    /// All are kept.
    case keep
  }

  /// The ways of showing features.
  package enum Kind: Sendable {
    /// Points, clustered.
    case cluster(ClusterLayer)
    /// Points with radii.
    case circle(CircleLayer)
    /// Lines and polygons; points pass through.
    case shape(ShapeLayer)
  }
}

/// The properties of the features that are in the tiles, and those that are added.
package struct PropertySelection: Sendable {
  /// The properties to keep.
  package var keep: Keep
  /// Properties to leave out of those kept, sorted.
  package var drop: [String]
  /// Properties to add or replace, in the order of the file.
  package var computed: [ComputedProperty]
  /// How properties that are arrays or objects are treated, which tiles cannot hold.
  package var nested: Nested
  /// The properties that `keep` and `drop` name, in the order of the file, each with its key below the layer.
  package var named: [(key: String, name: Located<String>)] = []

  /// The added properties for expressions that read them.
  package var computedValues: [FeatureExpression.ComputedValue] { computed.map { ($0.name.value, $0.expression) } }

  /// The properties to keep.
  package enum Keep: Sendable, Hashable {
    /// Every property.
    case all
    /// None but the computed ones.
    case none
    /// These, sorted.
    case only([String])
  }

  /// How arrays and objects are treated.
  package enum Nested: String, Sendable, CaseIterable {
    /// They are written as strings of JSON.
    case stringify
    /// They are left out.
    case drop
  }
}

/// A property computed by an expression.
package struct ComputedProperty: Sendable {
  /// The property's name.
  package var name: Located<String>
  /// Its value.
  package var expression: FeatureExpression
}
