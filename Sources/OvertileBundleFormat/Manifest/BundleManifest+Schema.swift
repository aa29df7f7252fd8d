import OvertileCore
import OvertileTileArchive

extension BundleManifest {
  /// Returns the JSON Schema (draft 2020-12) of the manifests that this version writes. The schema allows members that
  /// later versions add.
  public static func jsonSchema() -> [UInt8] {
    var definitions: NamedValues<JSONValue> = [:]
    for object in schemaTable.split(separator: "\n\n") {
      let lines = object.split(separator: "\n")
      definitions[String(lines[0])] = definition(lines.dropFirst())
    }
    let manifest = definitions.removeValue(forKey: "Manifest") ?? .null
    return manifest.adding([
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Manifest of an Overtile bundle",
      "description": "The manifest bundle.json in format versions up to 2.", "$defs": .object(definitions),
    ]).lines
  }

  /// The schema of an object, by the lines about it in `schemaTable`.
  private static func definition(_ lines: ArraySlice<Substring>) -> JSONValue {
    var (rules, required): ([JSONValue], [JSONValue]) = ([], [])
    var properties: NamedValues<JSONValue> = [:]
    for line in lines {
      guard !line.hasPrefix("{") else {
        rules.append(form(line))
        continue
      }
      let parts = line.split(separator: " # ", maxSplits: 1)
      let words = parts[0].split(separator: " ", maxSplits: 1)
      let name = words[0].filter { $0 != "!" }
      if words[0].hasSuffix("!") { required.append(.string(name)) }
      properties[name] = form(words[1]).adding(["description": .string(String(parts[1]))])
    }
    let object: JSONValue = ["type": "object", "required": .array(required), "properties": .object(properties)]
    return rules.isEmpty ? object : object.adding(["allOf": .array(rules)])
  }

  /// The schema of a value: that of a word of `forms`, of a list in brackets or of an object of the table, or a schema itself.
  private static func form(_ text: Substring) -> JSONValue {
    if text.hasPrefix("[") { return ["type": "array", "items": form(text.dropFirst().dropLast())] }
    let schema = text.hasPrefix("{") ? String(text) : forms[String(text)]
    return schema.flatMap { JSONValue(text: Array($0.utf8)) } ?? ["$ref": .string("#/$defs/\(text)")]
  }

  /// The words of an enumeration as a JSON array.
  private static func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> String {
    "\(Word.allCases.map(\.rawValue))"
  }

  private static let degrees = #"{"type": "number", "minimum": -180, "maximum": 180}"#
  private static let forms = [
    "number": #"{"type": "number"}"#,
    "text": #"{"type": "string"}"#,
    "size": #"{"type": "number", "minimum": 0}"#,
    "length": #"{"type": "number", "exclusiveMinimum": 0}"#,
    "integer": #"{"type": "integer"}"#,
    "count": #"{"type": "integer", "minimum": 0}"#,
    "positive": #"{"type": "integer", "minimum": 1}"#,
    "zoom": #"{"type": "integer", "minimum": 0, "maximum": 31}"#,
    "flag": #"{"type": "boolean"}"#,
    "pair": #"{"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}}"#,
    "digest": #"{"type": "string", "pattern": "^[0-9a-f]{64}$"}"#,
    "texts": #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
    "box": #"{"type": "array", "minItems": 4, "maxItems": 4, "items": \#(degrees)}"#,
  ]

  /// Each object: its name, rules about several of its members, and a line for each member: its name, with an exclamation mark
  /// if it is required, the form of its value, and its description.
  private static let schemaTable = #"""
    Manifest
    {"if": {"properties": {"tiles": {"properties": {"layout": {"enum": ["per-zoom", "single"]}}}}}, "then": {"properties": {"formatVersion": {"const": 1}}}}
    {"if": {"properties": {"tiles": {"properties": {"layout": {"const": "per-layer"}}}}}, "then": {"properties": {"files": {"items": {"if": {"properties": {"role": {"const": "tiles"}}}, "then": {"required": ["layer"]}}}, "formatVersion": {"const": 2}}}}
    attribution text # The attribution to show. It may contain HTML.
    bounds box # The bounds of all layers: west, south, east and north in degrees, with west <= east; missing if there are no features.
    cameras [CameraPreset] # The camera presets, sorted by name.
    description text # A sentence that describes the bundle.
    digest! digest # The SHA-256 digest of the manifest's bytes without the lines of this member and of `software`.
    files! [File] # All other files in the bundle, sorted by path.
    format! {"type": "string", "const": "overtile-bundle"} # The name of the format.
    formatVersion! {"type": "integer", "minimum": 1, "maximum": 2} # The format version: the first version whose readers support the layout.
    layers! [Layer] # The layers, in the same order as in the configuration.
    maxzoom! zoom # The maximum zoom with tiles.
    minzoom! zoom # The minimum zoom with tiles.
    name! text # The name of the pipeline.
    provenance! Provenance # The sources and versions that the bundle was built from.
    software texts # The software versions by name, which no digest covers.
    tiles! TileStorage # A description of how tiles are stored.
    version text # The version of the data.

    Aggregate
    cap count # The maximum number of values that `distinct` lists.
    name! text # The property's name in the tiles.
    operation! {"type": "string", "enum": \#(words(AggregateOperation.self))} # The operation that computes the property.
    property text # The property of the points from which the aggregate is computed.
    round number # The step to whose multiples a `sum` or `mean` is rounded.

    CameraLimits
    bounds box # The bounds of the center: west, south, east and north in degrees.
    maxPitch number # The maximum pitch in degrees.
    maxZoom number # The maximum zoom for 512-point tiles.
    minPitch number # The minimum pitch in degrees.
    minZoom number # The minimum zoom for 512-point tiles.

    CameraOptions
    bearing! {"type": "number", "minimum": 0, "exclusiveMaximum": 360} # The direction of the top of the view, in degrees clockwise from north.
    center! pair # Longitude and latitude in degrees.
    pitch! size # The angle between the view and straight down, in degrees.
    zoom! number # The zoom for 512-point tiles.

    CameraPreset
    features positive # The number of features that the preset shows; missing for a preset of bounds.
    layer text # The layer that the preset shows; missing for a preset of bounds.
    name! text # The name of the preset.
    restriction CameraLimits # The limits that the cameras observe.
    views! [CameraView] # The cameras, one for each viewport.

    CameraView
    camera! CameraOptions # The camera options for Mapbox and MapLibre.
    mapCameraPosition! MapCameraPosition # The arguments for the cases of SwiftUI's MapCameraPosition.
    paddedRect! PaddedMapRect # The area that an upright map shows inside the padding.
    padding! ScreenPadding # The padding around the target, which is already part of `camera`.
    viewport! NamedViewport # The viewport that the camera was computed for.
    zoom256! number # The zoom for 256-point tiles.

    CircleRules
    {"if": {"properties": {"dissolve": {"const": "property"}}}, "then": {"required": ["dissolveProperty"]}}
    chordErrorPixels! size # The maximum distance between the outlines and the true circle, in pixels.
    dissolve! {"type": "string", "enum": \#(words(CircleDissolving.self))} # The circles that become one shape if they overlap.
    dissolveProperty text # The property that defines the classes of circles.
    dotBelowPixels number # The radius in pixels below which a circle is drawn as a dot.
    draw! {"type": "array", "uniqueItems": true, "items": {"enum": ["center", "ring"]}} # The parts that are drawn if a circle is neither hidden nor a dot.
    hideAbovePixels number # The radius in pixels above which a circle is hidden.
    hideBelowPixels number # The radius in pixels below which a circle is hidden.
    hideBelowZoom integer # The zoom below which circles are hidden.
    model! {"type": "string", "enum": \#(words(CircleModel.self))} # The meaning of a radius.
    tileSizePixels! positive # The side length in pixels of the tile to which all sizes in pixels refer.

    Coordinate
    latitude! {"type": "number", "minimum": -90, "maximum": 90} # The latitude in degrees.
    longitude! number # The longitude in degrees.

    File
    {"if": {"properties": {"role": {"const": "tiles"}}}, "then": {"required": ["minzoom", "maxzoom", "tiles", "contents", "compression"]}}
    {"if": {"properties": {"role": {"const": "members"}}}, "then": {"required": ["layer"]}}
    bytes! count # The size in bytes. For a folder, it is the size of all files in it.
    compression {"type": "string", "enum": \#(words(TileCompression.self))} # For tiles: the compression of each tile.
    contents count # For tiles: the number of distinct tiles that are stored.
    layer text # For members: the id of the layer. For tiles: the id of the only layer in the file, if there is only one.
    maxzoom zoom # For tiles: the maximum zoom in the file.
    minzoom zoom # For tiles: the minimum zoom in the file.
    path! {"type": "string", "minLength": 1} # The path of the file, relative to the bundle.
    role! {"type": "string", "enum": \#(words(FileRole.self))} # The role of the file.
    sha256! digest # The SHA-256 digest. For a folder, it is the digest of the paths and digests of its files.
    tiles count # For tiles: the number of tiles that can be requested.

    Layer
    {"if": {"properties": {"kind": {"const": "circle"}}}, "then": {"required": ["circle"]}}
    aggregates [Aggregate] # The aggregates of clusters, in the same order as in the configuration.
    bounds box # The bounds of the layer: west, south, east and north in degrees, with west <= east; missing if there are no features.
    camera CameraView # A camera that shows the whole layer.
    circle CircleRules # The model of the circles, and the rules for drawing them.
    description text # A sentence that describes the layer.
    extent box # The extent of the layer with circles at their true radius: west, south, east and north in degrees, with west > east across the antimeridian.
    features! count # The number of source features in the layer.
    fields! {"type": "object", "additionalProperties": {"enum": \#(words(FieldType.self))}} # The type of each property in the tiles.
    id! text # The name of the layer, in the manifest and in the tiles.
    kind! {"type": "string", "enum": \#(words(LayerKind.self))} # The kind of the layer.
    maxzoom! zoom # The maximum zoom of the layer.
    minzoom! zoom # The minimum zoom of the layer.
    pulse Pulse # The pulse that an app animates, if the circles have one.
    shape ShapeRules # The rules for simplifying lines and polygons, for shapes.
    values {"type": "object", "additionalProperties": {"minimum": 0, "type": "integer"}} # The number of features that have a value, by property.
    zooms! [ZoomCounts] # The counts of the overlays at each zoom, in ascending order.

    MapCameraPosition
    camera! MapKitCamera # The MapKit camera that shows the same height of ground at the center.
    rect! MapRect # The area of the whole view, without bearing or pitch.
    region! Region # The area of the whole view.

    MapKitCamera
    center! Coordinate # The coordinate in the center of the view.
    distanceMeters! size # The distance from the camera to the center in meters.
    heading! number # The direction of the top of the view, in degrees clockwise from north.
    pitch! size # The angle between the view and straight down, in degrees.

    MapPoint
    x! number # The number of map points to the east.
    y! number # The number of map points to the south.

    MapRect
    height! size # The height.
    origin! MapPoint # The northwest corner.
    width! size # The width.

    NamedViewport
    height! length # The height.
    name text # The name of the viewport in the configuration; missing in a layer's camera.
    width! length # The width.

    PaddedMapRect
    insets! ScreenPadding # The padding around the rectangle.
    rect! MapRect # The rectangle.

    Provenance
    configuration! digest # The SHA-256 digest of the configuration's normal form.
    features! digest # The SHA-256 digest of the set of features.
    reprojections! [Reprojection] # The coordinate transformations, in the order of the sources.

    Pulse
    opacity! pair # The opacity at the start and at the end.
    scale! pair # The scale at the start and at the end.
    seconds! size # The duration from start to end, in seconds.

    Region
    center! Coordinate # The center of the area.
    span! Span # The height and width of the area.

    Reprojection
    accuracyMeters size # The accuracy of the operation in meters.
    ballpark! flag # Whether the operation is a ballpark transformation, without a datum shift.
    crs! text # The source's coordinate reference system.
    edgeToleranceMeters size # The maximum distance in meters, at the scale of the equator, between drawn lines and the edges in the source.
    missingGrids! [text] # The grids that a better operation would have used.
    operation! text # The operation's name.
    pipeline text # The operation as a PROJ string.
    source! text # The source's name.

    ScreenPadding
    bottom! number # The padding at the bottom.
    left! number # The padding on the left.
    right! number # The padding on the right.
    top! number # The padding at the top.

    ShapeRules
    method! {"type": "string", "enum": \#(words(ShapeMethod.self))} # The simplification method.
    small {"type": "string", "enum": ["gather"]} # The treatment of polygons that are too small: squares with the same total area replace some of them.
    smallerThanPixels! size # The size in pixels below which a shape is omitted at a zoom, or becomes a point.
    tileSizePixels! positive # The side length in pixels of the tile to which all sizes in pixels refer.
    tolerancePixels! size # The tolerance in pixels at every zoom except the layer's maximum zoom, which is not simplified.

    Span
    latitudeDelta! size # The height in degrees from south to north.
    longitudeDelta! size # The width in degrees from west to east.

    TileStorage
    buffer! count # The width of the buffer beyond each side of a tile, in tile units.
    container! {"type": "string", "enum": \#(words(TileContainer.self))} # The container of the tiles.
    encoding! {"type": "string", "enum": ["mvt"]} # The encoding of the tiles.
    extent! positive # The number of tile units along a side of a tile.
    layout! {"type": "string", "enum": \#(words(TileLayout.self))} # The way in which tiles are distributed among files.

    ZoomCounts
    entries! count # The number of entries in the tiles. An overlay has one entry in each tile that it touches.
    hidden! count # The number of overlays that the configuration hides or drops at this zoom.
    overlays! count # The number of distinct overlays in the tiles.
    points! count # The number of source features that the overlays represent.
    zoom! zoom # The zoom.
    """#
}
