import OvertileFeatures
import OvertileTileArchive

/// The meaning of a member of the manifest beyond its type.
struct SchemaRule: Sendable {
  /// A sentence for people.
  var description: String
  /// The constraint on its values.
  var schema: NamedValues<JSONValue> = [:]
  /// Whether this version always writes it, though older bundles lack it.
  var isAlwaysWritten = false

  /// A rule for any value of the type.
  init(_ description: String, _ schema: NamedValues<JSONValue> = [:], isAlwaysWritten: Bool = false) {
    (self.description, self.schema, self.isAlwaysWritten) = (description, schema, isAlwaysWritten)
  }

  /// The rules of all members, as `Type.member`.
  static let ofMembers = [ofManifest, ofLayers, ofFiles, ofProvenance, ofCameras].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }

  /// The constraint on the members of a type together.
  static let ofTypes: [String: NamedValues<JSONValue>] = [
    "BundleManifest": ["allOf": .array(TileLayout.allCases.map(ofLayout))],
    "Layer": ["allOf": [when("kind", LayerKind.circle, needs: ["circle"])]],
    "File": [
      "allOf": [
        when("role", FileRole.tiles, needs: ["minzoom", "maxzoom", "tiles", "contents", "compression"]),
        when("role", FileRole.members, needs: ["layer"]),
      ]
    ],
    "CircleRules": [
      "allOf": [when("dissolve", CircleDissolving.byProperty, needs: ["dissolveProperty"])]
    ],
  ]

  /// The version of the format that a layout has, and whether its files of tiles name their layer.
  private static func ofLayout(_ layout: TileLayout) -> JSONValue {
    let has: JSONValue = [
      "properties": ["tiles": ["properties": ["layout": ["const": .string(layout.rawValue)]]]]
    ]
    var then: NamedValues<JSONValue> = ["formatVersion": ["const": .int(Int64(layout.formatVersion))]]
    if layout == .perLayer { then["files"] = ["items": when("role", FileRole.tiles, needs: ["layer"])] }
    return ["if": has, "then": ["properties": .object(then)]]
  }

  /// Members that are required if another has a certain word.
  private static func when<Word: RawRepresentable<String>>(
    _ member: String, _ word: Word, needs names: [String]
  ) -> JSONValue {
    let has: JSONValue = ["properties": .object([member: ["const": .string(word.rawValue)]])]
    return ["if": has, "then": ["required": .array(names.map { .string($0) })]]
  }
}

// MARK: Constraints on values

extension SchemaRule {
  /// One of the words of an enumeration.
  static func word<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> NamedValues<JSONValue> {
    ["enum": .array(type.allCases.map { .string($0.rawValue) })]
  }

  /// Some words of an enumeration.
  static func words<Word: RawRepresentable<String>>(_ words: [Word]) -> NamedValues<JSONValue> {
    ["items": ["enum": .array(words.map { .string($0.rawValue) })], "uniqueItems": true]
  }

  /// A number of things.
  static let count: NamedValues<JSONValue> = ["minimum": 0]
  /// A zoom of tiles.
  static let zoom: NamedValues<JSONValue> = ["minimum": 0, "maximum": 31]
  /// A digest.
  static let digest: NamedValues<JSONValue> = ["pattern": "^[0-9a-f]{64}$"]
  /// West, south, east and north in degrees.
  static let edges: NamedValues<JSONValue> = [
    "items": ["type": "number", "minimum": -180, "maximum": 180], "minItems": 4, "maxItems": 4,
  ]
  /// Two numbers.
  static let pair: NamedValues<JSONValue> = ["minItems": 2, "maxItems": 2]
}
