import OvertileGeoJSON

/// A code in the ledger that gives the reason why a feature was changed or left out.
///
/// The raw values appear in ledgers and reports, and are stable across versions.
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
  case snapped
  case notSnapped = "not-snapped"
  case mixedMembers = "mixed-members"
  case badBounds = "bad-bbox"

  /// A phrase that explains the meaning of the code.
  public var meaning: String {
    switch self {
    case .invalidJSON: "the text is not JSON"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .invalidEscape: "a string contains an unknown escape or an unpaired surrogate"
    case .notAnObject: "the JSON value is not an object"
    case .unknownType: "the type is missing or is not a GeoJSON type"
    case .missingGeometry: "the feature has no geometry member"
    case .invalidGeometry: "the geometry is neither null nor a GeoJSON geometry"
    case .invalidCoordinates:
      "a coordinate is not a number, a position has fewer than two coordinates, or the arrays are nested incorrectly"
    case .numberOutOfRange: "a number exceeds the range of 64-bit floating point"
    case .invalidID: "the id is neither a string nor a number"
    case .invalidProperties: "the properties are neither an object nor null"
    case .ringTooShort: "a ring has fewer than four positions"
    case .ringNotClosed: "a ring's last position differs from its first (`onInvalid: repair` closes the ring)"
    case .lineTooShort: "a line has only one position"
    case .tooDeep: "arrays, objects or geometry collections are nested too deeply"
    case .tooLarge: "the feature is larger than 512 MiB"
    case .notTransformed:
      "a position cannot be converted to longitude and latitude (`onInvalid: repair` moves latitudes up to 91 to the pole)"
    case .edgeTooCurved:
      "an edge that is straight in the source's coordinate system would need too many positions on the map or crosses a break in the projection"
    case .wrongGeometry: "the layer does not accept geometries of this type"
    case .notValid:
      "a polygon or line is invalid, for example because its rings cross (`onInvalid: repair` makes it valid)"
    case .tooComplex: "the repair would take too long because the geometry exceeds `maxCrossings` or `maxVertices`"
    case .collapsed: "the geometry collapses on the 9 mm grid: no ring has an area, and no line has a length"
    case .expression: "an expression in the configuration has no value for the feature"
    case .badRadius: "the radius is not positive, or is too large"
    case .tooManyTiles: "the feature would be in more tiles than `maxTiles` allows for one feature"
    case .badWeight: "the weight is negative or not a whole number"
    case .noGeometry: "the geometry is null or empty (not counted as an error)"
    case .neverShown:
      "no zoom shows the feature because it is too small, too large or off the map (not counted as an error)"
    case .repeated:
      "the feature is an exact duplicate of another and was removed by `duplicates: drop` (not counted as an error)"
    case .filtered:
      "the layer's filter or the source's bounds exclude the feature (listed only with `ledger: {filtered: true}`)"
    case .repaired: "the feature is in the bundle with the changes that `repairs` lists"
    case .duplicateID: "another feature has the same id, so this one has a different id in the bundle"
    case .snapped: "the border was joined with another border that it nearly matched (`snap`)"
    case .notSnapped:
      "part of the border nearly matches another border but was not joined (`snap`), because polygons would become invalid or overlap"
    case .mixedMembers:
      "the feature has a member that belongs to a different GeoJSON type, such as `coordinates`; it is ignored (RFC 7946 section 7.1)"
    case .badBounds: "the `bbox` is malformed or does not contain the geometry, and is ignored"
    }
  }

  /// The action that is taken on a feature with this code.
  public var action: LedgerAction {
    switch self {
    case .filtered: .filtered
    case .repaired: .repaired
    case .duplicateID, .snapped, .notSnapped, .mixedMembers, .badBounds: .noted
    default: .rejected
    }
  }

  /// Whether a feature with this code counts toward `maxRejected`.
  public var isFault: Bool {
    action == .rejected && ![.noGeometry, .neverShown, .repeated].contains(self)
  }

  /// Whether the feature's text may not be JSON, so that the ledger shows its beginning.
  var concernsText: Bool { [.invalidJSON, .invalidUTF8, .invalidEscape, .notAnObject].contains(self) }

  /// The ledger's code for a note of the reader that is entered for each feature; the others are only counted.
  package init(_ code: FeatureNote.Code) { self = code == .badBounds ? .badBounds : .mixedMembers }
}

/// An action that is taken on a feature and recorded in the ledger.
public enum LedgerAction: String, Sendable, Codable, CaseIterable {
  /// The feature was left out of the layer, or of all layers of its source.
  case rejected
  /// The feature was changed and is in the layer.
  case repaired
  /// The feature was left out by the layer's filter.
  case filtered
  /// The feature is in the layer, unchanged, but there is something that the user should know about it.
  case noted
}
