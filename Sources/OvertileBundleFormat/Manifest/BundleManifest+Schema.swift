import OvertileCore
import OvertileTileArchive

extension BundleManifest {
  /// Returns the JSON Schema (draft 2020-12) of the manifests that this version writes. The schema allows members that
  /// later versions add.
  public static func jsonSchema() -> [UInt8] { JSONValue(text: Array(schemaText.utf8))?.lines ?? [] }

  /// The words of an enumeration as a JSON array.
  private static func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> String {
    "\(Word.allCases.map(\.rawValue))"
  }

  private static let schemaText = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [{"if": {"properties": {"tiles":
        {"properties": {"layout": {"const": "per-zoom"}}}}}, "then": {"properties": {"formatVersion": {"const": 1}}}},
        {"if": {"properties": {"tiles": {"properties": {"layout": {"const": "single"}}}}}, "then": {"properties":
        {"formatVersion": {"const": 1}}}}, {"if": {"properties": {"tiles": {"properties": {"layout": {"const":
        "per-layer"}}}}}, "then": {"properties": {"files": {"items": {"if": {"properties": {"role": {"const":
        "tiles"}}}, "then": {"required": ["layer"]}}}, "formatVersion": {"const": 2}}}}], "description":
        "The manifest bundle.json in format versions up to 2.", "required": ["digest", "files", "format",
        "formatVersion", "layers", "maxzoom", "minzoom", "name", "provenance", "tiles"], "title":
        "Manifest of an Overtile bundle", "type": "object", "properties": {
        "attribution": {"type": "string", "description": "The attribution to show. It may contain HTML."},
        "bounds": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
          "number"}, "description":
          "The bounds of all layers: west, south, east and north in degrees, with west <= east; missing if there are no features."},
        "cameras": {"type": "array", "items": {"$ref": "#/$defs/CameraPreset"}, "description":
          "The camera presets, sorted by name."},
        "description": {"type": "string", "description": "A sentence that describes the bundle."},
        "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
          "The SHA-256 digest of the manifest's bytes without the lines of this member and of `software`."},
        "files": {"type": "array", "items": {"$ref": "#/$defs/File"}, "description":
          "All other files in the bundle, sorted by path."},
        "format": {"type": "string", "const": "overtile-bundle", "description": "The name of the format."},
        "formatVersion": {"type": "integer", "minimum": 1, "maximum": 2, "description":
          "The format version: the first version whose readers support the layout."},
        "layers": {"type": "array", "items": {"$ref": "#/$defs/Layer"}, "description":
          "The layers, in the same order as in the configuration."},
        "maxzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description":
          "The maximum zoom with tiles."},
        "minzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The minimum zoom with tiles."},
        "name": {"type": "string", "description": "The name of the pipeline."},
        "provenance": {"$ref": "#/$defs/Provenance", "description":
          "The sources and versions that the bundle was built from."},
        "software": {"type": "object", "additionalProperties": {"type": "string"}, "description":
          "The software versions by name, which no digest covers."},
        "tiles": {"$ref": "#/$defs/TileStorage", "description": "A description of how tiles are stored."},
        "version": {"type": "string", "description": "The version of the data."}
      }, "$defs": {
        "Aggregate": {"required": ["name", "operation"], "type": "object", "properties": {
          "cap": {"type": "integer", "minimum": 0, "description":
            "The maximum number of values that `distinct` lists."},
          "name": {"type": "string", "description": "The property's name in the tiles."},
          "operation": {"type": "string", "enum": \#(words(AggregateOperation.self)), "description": "The operation that computes the property."},
          "property": {"type": "string", "description":
            "The property of the points from which the aggregate is computed."},
          "round": {"type": "number", "description": "The step to whose multiples a `sum` or `mean` is rounded."}
        }},
        "CameraLimits": {"required": [], "type": "object", "properties": {
          "bounds": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
            "number"}, "description": "The bounds of the center: west, south, east and north in degrees."},
          "maxPitch": {"type": "number", "description": "The maximum pitch in degrees."},
          "maxZoom": {"type": "number", "description": "The maximum zoom for 512-point tiles."},
          "minPitch": {"type": "number", "description": "The minimum pitch in degrees."},
          "minZoom": {"type": "number", "description": "The minimum zoom for 512-point tiles."}
        }},
        "CameraOptions": {"required": ["bearing", "center", "pitch", "zoom"], "type": "object", "properties": {
          "bearing": {"type": "number", "minimum": 0, "exclusiveMaximum": 360, "description":
            "The direction of the top of the view, in degrees clockwise from north."},
          "center": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description":
            "Longitude and latitude in degrees."},
          "pitch": {"type": "number", "minimum": 0, "description":
            "The angle between the view and straight down, in degrees."},
          "zoom": {"type": "number", "description": "The zoom for 512-point tiles."}
        }},
        "CameraPreset": {"required": ["name", "views"], "type": "object", "properties": {
          "features": {"type": "integer", "minimum": 1, "description":
            "The number of features that the preset shows; missing for a preset of bounds."},
          "layer": {"type": "string", "description":
            "The layer that the preset shows; missing for a preset of bounds."},
          "name": {"type": "string", "description": "The name of the preset."},
          "restriction": {"$ref": "#/$defs/CameraLimits", "description": "The limits that the cameras observe."},
          "views": {"type": "array", "items": {"$ref": "#/$defs/CameraView"}, "description":
            "The cameras, one for each viewport."}
        }},
        "CameraView": {"required": ["camera", "mapCameraPosition", "paddedRect", "padding", "viewport", "zoom256"],
          "type": "object", "properties": {
          "camera": {"$ref": "#/$defs/CameraOptions", "description": "The camera options for Mapbox and MapLibre."},
          "mapCameraPosition": {"$ref": "#/$defs/MapCameraPosition", "description":
            "The arguments for the cases of SwiftUI's MapCameraPosition."},
          "paddedRect": {"$ref": "#/$defs/PaddedMapRect", "description":
            "The area that an upright map shows inside the padding."},
          "padding": {"$ref": "#/$defs/ScreenPadding", "description":
            "The padding around the target, which is already part of `camera`."},
          "viewport": {"$ref": "#/$defs/NamedViewport", "description":
            "The viewport that the camera was computed for."},
          "zoom256": {"type": "number", "description": "The zoom for 256-point tiles."}
        }},
        "CircleRules": {"allOf": [{"if": {"properties": {"dissolve": {"const": "property"}}}, "then": {"required":
          ["dissolveProperty"]}}], "required": ["chordErrorPixels", "dissolve", "draw", "model", "tileSizePixels"],
          "type": "object", "properties": {
          "chordErrorPixels": {"type": "number", "minimum": 0, "description":
            "The maximum distance between the outlines and the true circle, in pixels."},
          "dissolve": {"type": "string", "enum": \#(words(CircleDissolving.self)), "description":
            "The circles that become one shape if they overlap."},
          "dissolveProperty": {"type": "string", "description": "The property that defines the classes of circles."},
          "dotBelowPixels": {"type": "number", "description":
            "The radius in pixels below which a circle is drawn as a dot."},
          "draw": {"type": "array", "uniqueItems": true, "items": {"enum": ["center", "ring"]}, "description":
            "The parts that are drawn if a circle is neither hidden nor a dot."},
          "hideAbovePixels": {"type": "number", "description": "The radius in pixels above which a circle is hidden."},
          "hideBelowPixels": {"type": "number", "description": "The radius in pixels below which a circle is hidden."},
          "hideBelowZoom": {"type": "integer", "description": "The zoom below which circles are hidden."},
          "model": {"type": "string", "enum": \#(words(CircleModel.self)), "description":
            "The meaning of a radius."},
          "tileSizePixels": {"type": "integer", "minimum": 1, "description":
            "The side length in pixels of the tile to which all sizes in pixels refer."}
        }},
        "Coordinate": {"required": ["latitude", "longitude"], "type": "object", "properties": {
          "latitude": {"type": "number", "minimum": -90, "maximum": 90, "description": "The latitude in degrees."},
          "longitude": {"type": "number", "description": "The longitude in degrees."}
        }},
        "File": {"allOf": [{"if": {"properties": {"role": {"const": "tiles"}}}, "then": {"required": ["minzoom",
          "maxzoom", "tiles", "contents", "compression"]}}, {"if": {"properties": {"role": {"const": "members"}}},
          "then": {"required": ["layer"]}}], "required": ["bytes", "path", "role", "sha256"], "type": "object",
          "properties": {
          "bytes": {"type": "integer", "minimum": 0, "description":
            "The size in bytes. For a folder, it is the size of all files in it."},
          "compression": {"type": "string", "enum": \#(words(StoredForm.self)), "description":
            "For tiles: the compression of each tile."},
          "contents": {"type": "integer", "minimum": 0, "description":
            "For tiles: the number of distinct tiles that are stored."},
          "layer": {"type": "string", "description":
            "For members: the id of the layer. For tiles: the id of the only layer in the file, if there is only one."},
          "maxzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description":
            "For tiles: the maximum zoom in the file."},
          "minzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description":
            "For tiles: the minimum zoom in the file."},
          "path": {"type": "string", "minLength": 1, "description": "The path of the file, relative to the bundle."},
          "role": {"type": "string", "enum": \#(words(FileRole.self)), "description": "The role of the file."},
          "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
            "The SHA-256 digest. For a folder, it is the digest of the paths and digests of its files."},
          "tiles": {"type": "integer", "minimum": 0, "description":
            "For tiles: the number of tiles that can be requested."}
        }},
        "Layer": {"allOf": [{"if": {"properties": {"kind": {"const": "circle"}}}, "then": {"required": ["circle"]}}],
          "required": ["features", "fields", "id", "kind", "maxzoom", "minzoom", "zooms"], "type": "object",
          "properties": {
          "aggregates": {"type": "array", "items": {"$ref": "#/$defs/Aggregate"}, "description":
            "The aggregates of clusters, in the same order as in the configuration."},
          "bounds": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
            "number"}, "description":
            "The bounds of the layer: west, south, east and north in degrees, with west <= east; missing if there are no features."},
          "camera": {"$ref": "#/$defs/CameraView", "description": "A camera that shows the whole layer."},
          "circle": {"$ref": "#/$defs/CircleRules", "description":
            "The model of the circles, and the rules for drawing them."},
          "description": {"type": "string", "description": "A sentence that describes the layer."},
          "extent": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
            "number"}, "description":
            "The extent of the layer with circles at their true radius: west, south, east and north in degrees, with west > east across the antimeridian."},
          "features": {"type": "integer", "minimum": 0, "description": "The number of source features in the layer."},
          "fields": {"type": "object", "additionalProperties": {"enum": \#(words(FieldType.self))},
            "description": "The type of each property in the tiles."},
          "id": {"type": "string", "description": "The name of the layer, in the manifest and in the tiles."},
          "kind": {"type": "string", "enum": \#(words(LayerKind.self)), "description": "The kind of the layer."},
          "maxzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The maximum zoom of the layer."},
          "minzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The minimum zoom of the layer."},
          "pulse": {"$ref": "#/$defs/Pulse", "description": "The pulse that an app animates, if the circles have one."},
          "shape": {"$ref": "#/$defs/ShapeRules", "description":
            "The rules for simplifying lines and polygons, for shapes."},
          "values": {"type": "object", "additionalProperties": {"minimum": 0, "type": "integer"}, "description":
            "The number of features that have a value, by property."},
          "zooms": {"type": "array", "items": {"$ref": "#/$defs/ZoomCounts"}, "description":
            "The counts of the overlays at each zoom, in ascending order."}
        }},
        "MapCameraPosition": {"required": ["camera", "rect", "region"], "type": "object", "properties": {
          "camera": {"$ref": "#/$defs/MapKitCamera", "description":
            "The MapKit camera that shows the same height of ground at the center."},
          "rect": {"$ref": "#/$defs/MapRect", "description":
            "The area of the whole view, without bearing or pitch."},
          "region": {"$ref": "#/$defs/Region", "description": "The area of the whole view."}
        }},
        "MapKitCamera": {"required": ["center", "distanceMeters", "heading", "pitch"], "type": "object", "properties":
          {
          "center": {"$ref": "#/$defs/Coordinate", "description": "The coordinate in the center of the view."},
          "distanceMeters": {"type": "number", "minimum": 0, "description":
            "The distance from the camera to the center in meters."},
          "heading": {"type": "number", "description":
            "The direction of the top of the view, in degrees clockwise from north."},
          "pitch": {"type": "number", "minimum": 0, "description":
            "The angle between the view and straight down, in degrees."}
        }},
        "MapPoint": {"required": ["x", "y"], "type": "object", "properties": {
          "x": {"type": "number", "description": "The number of map points to the east."},
          "y": {"type": "number", "description": "The number of map points to the south."}
        }},
        "MapRect": {"required": ["height", "origin", "width"], "type": "object", "properties": {
          "height": {"type": "number", "minimum": 0, "description": "The height."},
          "origin": {"$ref": "#/$defs/MapPoint", "description": "The northwest corner."},
          "width": {"type": "number", "minimum": 0, "description": "The width."}
        }},
        "NamedViewport": {"required": ["height", "width"], "type": "object", "properties": {
          "height": {"type": "number", "exclusiveMinimum": 0, "description": "The height."},
          "name": {"type": "string", "description":
            "The name of the viewport in the configuration; missing in a layer's camera."},
          "width": {"type": "number", "exclusiveMinimum": 0, "description": "The width."}
        }},
        "PaddedMapRect": {"required": ["insets", "rect"], "type": "object", "properties": {
          "insets": {"$ref": "#/$defs/ScreenPadding", "description": "The padding around the rectangle."},
          "rect": {"$ref": "#/$defs/MapRect", "description": "The rectangle."}
        }},
        "Provenance": {"required": ["configuration", "features", "reprojections"], "type": "object", "properties": {
          "configuration": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
            "The SHA-256 digest of the configuration's normal form."},
          "features": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
            "The SHA-256 digest of the set of features."},
          "reprojections": {"type": "array", "items": {"$ref": "#/$defs/Reprojection"}, "description":
            "The coordinate transformations, in the order of the sources."},
          "software": {"type": "object", "additionalProperties": {"type": "string"}, "description":
            "The software versions by name, which only older bundles have here."}
        }},
        "Pulse": {"required": ["opacity", "scale", "seconds"], "type": "object", "properties": {
          "opacity": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description":
            "The opacity at the start and at the end."},
          "scale": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description":
            "The scale at the start and at the end."},
          "seconds": {"type": "number", "minimum": 0, "description": "The duration from start to end, in seconds."}
        }},
        "Region": {"required": ["center", "span"], "type": "object", "properties": {
          "center": {"$ref": "#/$defs/Coordinate", "description": "The center of the area."},
          "span": {"$ref": "#/$defs/Span", "description": "The height and width of the area."}
        }},
        "Reprojection": {"required": ["ballpark", "crs", "missingGrids", "operation", "source"], "type": "object",
          "properties": {
          "accuracyMeters": {"type": "number", "minimum": 0, "description": "The accuracy of the operation in meters."},
          "edgeToleranceMeters": {
            "type": "number", "minimum": 0,
            "description": "The maximum distance in meters, at the scale of the equator, between drawn lines and the edges in the source."},
          "ballpark": {"type": "boolean", "description":
            "Whether the operation is a ballpark transformation, without a datum shift."},
          "crs": {"type": "string", "description": "The source's coordinate reference system."},
          "missingGrids": {"type": "array", "items": {"type": "string"}, "description":
            "The grids that a better operation would have used."},
          "operation": {"type": "string", "description": "The operation's name."},
          "pipeline": {"type": "string", "description": "The operation as a PROJ string."},
          "source": {"type": "string", "description": "The source's name."}
        }},
        "ScreenPadding": {"required": ["bottom", "left", "right", "top"], "type": "object", "properties": {
          "bottom": {"type": "number", "description": "The padding at the bottom."},
          "left": {"type": "number", "description": "The padding on the left."},
          "right": {"type": "number", "description": "The padding on the right."},
          "top": {"type": "number", "description": "The padding at the top."}
        }},
        "ShapeRules": {"required": ["method", "smallerThanPixels", "tileSizePixels", "tolerancePixels"], "type":
          "object", "properties": {
          "method": {"type": "string", "enum": \#(words(ShapeMethod.self)), "description":
            "The simplification method."},
          "small": {"type": "string", "enum": ["gather"], "description":
            "The treatment of polygons that are too small: squares with the same total area replace some of them."},
          "smallerThanPixels": {"type": "number", "minimum": 0, "description":
            "The size in pixels below which a shape is omitted at a zoom, or becomes a point."},
          "tileSizePixels": {"type": "integer", "minimum": 1, "description":
            "The side length in pixels of the tile to which all sizes in pixels refer."},
          "tolerancePixels": {"type": "number", "minimum": 0, "description":
            "The tolerance in pixels at every zoom except the layer's maximum zoom, which is not simplified."}
        }},
        "Span": {"required": ["latitudeDelta", "longitudeDelta"], "type": "object", "properties": {
          "latitudeDelta": {"type": "number", "minimum": 0, "description":
            "The height in degrees from south to north."},
          "longitudeDelta": {"type": "number", "minimum": 0, "description": "The width in degrees from west to east."}
        }},
        "TileStorage": {"required": ["buffer", "container", "encoding", "extent", "layout"], "type": "object",
          "properties": {
          "buffer": {"type": "integer", "minimum": 0, "description":
            "The width of the buffer beyond each side of a tile, in tile units."},
          "container": {"type": "string", "enum": \#(words(TileContainer.self)), "description":
            "The container of the tiles."},
          "encoding": {"type": "string", "enum": \#(words(TileEncoding.self)), "description": "The encoding of the tiles."},
          "extent": {"type": "integer", "minimum": 1, "description":
            "The number of tile units along a side of a tile."},
          "layout": {"type": "string", "enum": \#(words(TileLayout.self)), "description":
            "The way in which tiles are distributed among files."}
        }},
        "ZoomCounts": {"required": ["entries", "hidden", "overlays", "points", "zoom"], "type": "object",
          "properties": {
          "entries": {"type": "integer", "minimum": 0, "description":
            "The number of entries in the tiles. An overlay has one entry in each tile that it touches."},
          "hidden": {"type": "integer", "minimum": 0, "description":
            "The number of overlays that the configuration hides or drops at this zoom."},
          "overlays": {"type": "integer", "minimum": 0, "description": "The number of distinct overlays in the tiles."},
          "points": {"type": "integer", "minimum": 0, "description":
            "The number of source features that the overlays represent."},
          "zoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The zoom."}
        }}
      }
    }
    """#
}
