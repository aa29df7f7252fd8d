import OvertileGeoJSON

/// The codes of the ledger: every reason why a feature is changed or left out.
///
/// Raw values are stable: they appear in ledgers and reports.
public enum LedgerCode: String, Sendable, CaseIterable, Codable {
  // From the reader.
  case invalidJSON = "invalid-json"
  case invalidUTF8 = "invalid-utf8"
  case invalidEscape = "invalid-escape"
  case notAnObject = "not-an-object"
  case unknownType = "unknown-type"
  case missingGeometry = "missing-geometry"
  case invalidGeometry = "invalid-geometry"
  case invalidCoordinates = "invalid-coordinates"
  case numberOutOfRange = "number-out-of-range"
  case invalidID = "invalid-id"
  case invalidProperties = "invalid-properties"
  case ringTooShort = "ring-too-short"
  case ringNotClosed = "ring-not-closed"
  case lineTooShort = "line-too-short"
  case tooDeep = "too-deep"
  case tooLarge = "too-large"
  // From reprojection.
  case notTransformed = "not-transformed"
  case edgeTooCurved = "edge-too-curved"
  // From a layer.
  case wrongGeometry = "wrong-geometry"
  case notValid = "not-valid"
  case tooComplex = "too-complex"
  case collapsed
  case expression
  case badRadius = "bad-radius"
  case tooManyTiles = "too-many-tiles"
  case badWeight = "bad-weight"
  case noGeometry = "no-geometry"
  case neverShown = "never-shown"
  case repeated
  case filtered
  case repaired
  case duplicateID = "duplicate-id"
  case simplificationRepaired = "simplification-repaired"
  case snapped
  case notSnapped = "not-snapped"
  case mixedMembers = "mixed-members"
  case badBounds = "bad-bbox"

  /// The meaning of the code, in words.
  public var meaning: String {
    switch self {
    case .invalidJSON: "the text is not JSON"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .invalidEscape: "a string has an unknown escape or half a surrogate pair"
    case .notAnObject: "the text is JSON but not an object"
    case .unknownType: "the type is missing, or is not one of GeoJSON's"
    case .missingGeometry: "the feature has no geometry member"
    case .invalidGeometry: "the geometry is neither null nor a GeoJSON geometry"
    case .invalidCoordinates:
      "a coordinate is not a number, a position has fewer than two coordinates, or the nesting is wrong"
    case .numberOutOfRange: "a number is beyond the range of 64-bit floating point"
    case .invalidID: "the id is neither a string nor a number"
    case .invalidProperties: "the properties are neither an object nor null"
    case .ringTooShort: "a ring has fewer than four positions"
    case .ringNotClosed: "a ring's last position is not its first (repair closes it)"
    case .lineTooShort: "a line has only one position"
    case .tooDeep: "arrays, objects or geometry collections nest too deep"
    case .tooLarge: "the feature's text is larger than 512 MiB"
    case .notTransformed: "a position has no longitude and latitude (repair moves latitudes up to 91 to the pole)"
    case .edgeTooCurved:
      "an edge, straight in the source's system, would need too many positions on the map, or the map is torn there"
    case .wrongGeometry: "the layer does not take geometries of this type"
    case .notValid: "a polygon or line is not valid: rings cross, holes lie outside (repair makes it valid)"
    case .tooComplex: "its repair would take too long: more crossings or vertices than `maxCrossings`, `maxVertices`"
    case .collapsed: "it vanishes on the grid of 9 mm: no ring has an area, no line a length"
    case .expression: "an expression of the configuration has no value for it"
    case .badRadius: "the radius is not above zero, or too large"
    case .tooManyTiles: "it would be in more tiles than `maxTiles` allows a feature"
    case .badWeight: "the weight is negative or not a whole number"
    case .noGeometry: "its geometry is null or empty; not counted as wrong"
    case .neverShown: "no zoom shows it: too small, too large or off the map; not counted as wrong"
    case .repeated: "it repeats another feature exactly (`duplicates: drop`); not counted as wrong"
    case .filtered: "the layer's filter or the source's bounds leave it out; listed with `ledger: {filtered: true}`"
    case .repaired: "it is in the bundle, changed as `repairs` says"
    case .duplicateID: "another feature has the same id; this one is in the bundle under an id of its own"
    case .simplificationRepaired: "its simplification (`method: coverage`) was not valid at some zoom, and was repaired"
    case .snapped: "its border was joined with one that it nearly matched (`snap`)"
    case .notSnapped:
      "part of its border nearly matches another and was not joined (`snap`): polygons would become invalid or overlap"
    case .mixedMembers:
      "it has a member of another type (RFC 7946 section 7.1), such as a feature's `coordinates`; ignored"
    case .badBounds: "its `bbox` is malformed or does not contain its geometry, and is ignored"
    }
  }

  /// The action taken on the feature.
  public var action: LedgerAction {
    switch self {
    case .filtered: .filtered
    case .repaired: .repaired
    case .duplicateID, .simplificationRepaired, .snapped, .notSnapped, .mixedMembers, .badBounds: .noted
    default: .rejected
    }
  }

  /// Whether it counts as wrong, toward `maxRejected`.
  public var isFault: Bool {
    action == .rejected && ![.noGeometry, .neverShown, .repeated].contains(self)
  }

  /// Whether the feature's text may not be JSON, so that the ledger shows its beginning.
  var concernsText: Bool {
    switch self {
    case .invalidJSON, .invalidUTF8, .invalidEscape, .notAnObject: true
    default: false
    }
  }

  /// The ledger's code for a code of the reader.
  package init(_ code: RejectedFeature.Code) {
    switch code {
    case .invalidJSON: self = .invalidJSON
    case .invalidUTF8: self = .invalidUTF8
    case .invalidEscape: self = .invalidEscape
    case .notAnObject: self = .notAnObject
    case .unknownType: self = .unknownType
    case .missingGeometry: self = .missingGeometry
    case .invalidGeometry: self = .invalidGeometry
    case .invalidCoordinates: self = .invalidCoordinates
    case .numberOutOfRange: self = .numberOutOfRange
    case .invalidID: self = .invalidID
    case .invalidProperties: self = .invalidProperties
    case .ringTooShort: self = .ringTooShort
    case .ringNotClosed: self = .ringNotClosed
    case .lineTooShort: self = .lineTooShort
    case .tooDeep: self = .tooDeep
    case .tooLarge: self = .tooLarge
    }
  }
}

extension LedgerCode {
  /// The ledger's code for a note of the reader that is entered for each feature.
  package init(_ code: FeatureNote.Code) {
    switch code {
    case .badBounds: self = .badBounds
    // The others are only counted.
    case .mixedMembers, .duplicateKey, .missingProperties, .equalNames: self = .mixedMembers
    }
  }
}

/// The action taken on a feature that has an entry in the ledger.
public enum LedgerAction: String, Sendable, Codable, CaseIterable {
  /// It is not in the layer, or in no layer of its source.
  case rejected
  /// It is in the layer, changed.
  case repaired
  /// The layer's filter left it out.
  case filtered
  /// It is in the layer, unchanged; the user should know something about it.
  case noted
}
