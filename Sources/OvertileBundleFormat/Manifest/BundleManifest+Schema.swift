import OvertileCore

extension BundleManifest {
  /// Returns the JSON Schema (draft 2020-12) of the manifests that this version writes. The schema allows members that
  /// later versions add.
  public static func jsonSchema() -> [UInt8] { JSONValue(text: Array(schemaText.utf8))?.lines ?? [] }

  private static let schemaText = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [{"if": {"properties": {"tiles":
        {"properties": {"layout": {"const": "per-zoom"}}}}}, "then": {"properties": {"formatVersion": {"const": 1}}}},
        {"if": {"properties": {"tiles": {"properties": {"layout": {"const": "single"}}}}}, "then": {"properties":
        {"formatVersion": {"const": 1}}}}, {"if": {"properties": {"tiles": {"properties": {"layout": {"const":
        "per-layer"}}}}}, "then": {"properties": {"files": {"items": {"if": {"properties": {"role": {"const":
        "tiles"}}}, "then": {"required": ["layer"]}}}, "formatVersion": {"const": 2}}}}], "description":
        "bundle.json in the forms that format versions up to 2 have.", "required": ["digest", "files", "format",
        "formatVersion", "layers", "maxzoom", "minzoom", "name", "provenance", "tiles"], "title":
        "Manifest of an Overtile bundle", "type": "object", "properties": {
        "attribution": {"type": "string", "description": "The attribution to show; may hold HTML."},
        "bounds": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
          "number"}, "description":
          "West, south, east and north of all layers in degrees, west <= east; missing where there is no feature."},
        "cameras": {"type": "array", "items": {"$ref": "#/$defs/CameraPreset"}, "description":
          "The presets of cameras, ascending by name."},
        "description": {"type": "string", "description": "A sentence about the bundle."},
        "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
          "The SHA-256 of the manifest's bytes without the lines of this member and of `software`."},
        "files": {"type": "array", "items": {"$ref": "#/$defs/File"}, "description":
          "Every other file of the bundle, ascending by path."},
        "format": {"type": "string", "const": "overtile-bundle", "description": "The name of the format."},
        "formatVersion": {"type": "integer", "minimum": 1, "maximum": 2, "description":
          "The version of the format: the first one whose readers understand the layout."},
        "layers": {"type": "array", "items": {"$ref": "#/$defs/Layer"}, "description":
          "The layers, in the order of the configuration."},
        "maxzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description":
          "The highest zoom that has tiles."},
        "minzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The lowest zoom that has tiles."},
        "name": {"type": "string", "description": "The pipeline's name."},
        "provenance": {"$ref": "#/$defs/Provenance", "description": "What the bundle was made from."},
        "software": {"type": "object", "additionalProperties": {"type": "string"}, "description":
          "Versions by name; no digest covers them."},
        "tiles": {"$ref": "#/$defs/TileStorage", "description": "How tiles are stored."},
        "version": {"type": "string", "description": "The version of the data."}
      }, "$defs": {
        "Aggregate": {"required": ["name", "operation"], "type": "object", "properties": {
          "cap": {"type": "integer", "minimum": 0, "description":
            "The largest number of values that `distinct` lists."},
          "name": {"type": "string", "description": "The property's name in the tiles."},
          "operation": {"type": "string", "enum": ["sum", "min", "max", "mean", "any", "all", "count", "first",
            "distinct"], "description": "What it computes."},
          "property": {"type": "string", "description": "The property of the points that it is computed from."},
          "round": {"type": "number", "description": "The step to whose multiples a sum or mean is rounded."}
        }},
        "CameraLimits": {"required": [], "type": "object", "properties": {
          "bounds": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
            "number"}, "description": "West, south, east and north that the center may take, in degrees."},
          "maxPitch": {"type": "number", "description": "The largest pitch in degrees."},
          "maxZoom": {"type": "number", "description": "The highest zoom, in tiles of 512 points."},
          "minPitch": {"type": "number", "description": "The smallest pitch in degrees."},
          "minZoom": {"type": "number", "description": "The lowest zoom, in tiles of 512 points."}
        }},
        "CameraOptions": {"required": ["bearing", "center", "pitch", "zoom"], "type": "object", "properties": {
          "bearing": {"type": "number", "minimum": 0, "exclusiveMaximum": 360, "description":
            "Degrees clockwise from north."},
          "center": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description":
            "Longitude and latitude in degrees."},
          "pitch": {"type": "number", "minimum": 0, "description": "Degrees from looking straight down."},
          "zoom": {"type": "number", "description": "The zoom for tiles of 512 points."}
        }},
        "CameraPreset": {"required": ["name", "views"], "type": "object", "properties": {
          "features": {"type": "integer", "minimum": 1, "description":
            "How many features it shows; missing in a preset of bounds."},
          "layer": {"type": "string", "description": "The layer that it shows; missing in a preset of bounds."},
          "name": {"type": "string", "description": "The preset's name."},
          "restriction": {"$ref": "#/$defs/CameraLimits", "description": "The limits that the cameras keep."},
          "views": {"type": "array", "items": {"$ref": "#/$defs/CameraView"}, "description":
            "The cameras, one for each viewport."}
        }},
        "CameraView": {"required": ["camera", "mapCameraPosition", "paddedRect", "padding", "viewport", "zoom256"],
          "type": "object", "properties": {
          "camera": {"$ref": "#/$defs/CameraOptions", "description": "Camera options of Mapbox and MapLibre."},
          "mapCameraPosition": {"$ref": "#/$defs/MapCameraPosition", "description":
            "The arguments of SwiftUI's MapCameraPosition, by its cases."},
          "paddedRect": {"$ref": "#/$defs/PaddedMapRect", "description":
            "What an upright map shows inside the padding."},
          "padding": {"$ref": "#/$defs/ScreenPadding", "description":
            "The padding around what is shown; already part of `camera`."},
          "viewport": {"$ref": "#/$defs/NamedViewport", "description": "The view that it was computed for."},
          "zoom256": {"type": "number", "description": "The zoom for tiles of 256 points."}
        }},
        "CircleRules": {"allOf": [{"if": {"properties": {"dissolve": {"const": "property"}}}, "then": {"required":
          ["dissolveProperty"]}}], "required": ["chordErrorPixels", "dissolve", "draw", "model", "tileSizePixels"],
          "type": "object", "properties": {
          "chordErrorPixels": {"type": "number", "minimum": 0, "description":
            "How far outlines may lie from the true circle, in pixels."},
          "dissolve": {"type": "string", "enum": ["none", "all", "property"], "description":
            "Which circles become one shape where they overlap."},
          "dissolveProperty": {"type": "string", "description": "The property that makes the classes."},
          "dotBelowPixels": {"type": "number", "description": "A dot where the radius is below this many pixels."},
          "draw": {"type": "array", "uniqueItems": true, "items": {"enum": ["center", "ring"]}, "description":
            "What is drawn of a circle that is neither hidden nor a dot."},
          "hideAbovePixels": {"type": "number", "description": "Hidden where the radius is above this many pixels."},
          "hideBelowPixels": {"type": "number", "description": "Hidden where the radius is below this many pixels."},
          "hideBelowZoom": {"type": "integer", "description": "Hidden at zooms below this one."},
          "model": {"type": "string", "enum": ["mapkit", "geodesic", "pixels"], "description":
            "What a radius means."},
          "tileSizePixels": {"type": "integer", "minimum": 1, "description":
            "The side in pixels of the tile in which pixels are measured."}
        }},
        "Coordinate": {"required": ["latitude", "longitude"], "type": "object", "properties": {
          "latitude": {"type": "number", "minimum": -90, "maximum": 90, "description": "Degrees north."},
          "longitude": {"type": "number", "description": "Degrees east."}
        }},
        "File": {"allOf": [{"if": {"properties": {"role": {"const": "tiles"}}}, "then": {"required": ["minzoom",
          "maxzoom", "tiles", "contents", "compression"]}}, {"if": {"properties": {"role": {"const": "members"}}},
          "then": {"required": ["layer"]}}], "required": ["bytes", "path", "role", "sha256"], "type": "object",
          "properties": {
          "bytes": {"type": "integer", "minimum": 0, "description": "The size; of a folder that of all files in it."},
          "compression": {"type": "string", "enum": ["none", "gzip"], "description": "Of tiles: how each is stored."},
          "contents": {"type": "integer", "minimum": 0, "description":
            "Of tiles: how many different ones are stored."},
          "layer": {"type": "string", "description":
            "Of members: the layer's id. Of tiles: the id of the only layer in it, if it is one."},
          "maxzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description":
            "Of tiles: the highest zoom in it."},
          "minzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description":
            "Of tiles: the lowest zoom in it."},
          "path": {"type": "string", "minLength": 1, "description": "The path below the bundle's folder."},
          "role": {"type": "string", "enum": ["tiles", "members"], "description": "What the file is for."},
          "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
            "The digest; of a folder that of its files' paths and digests."},
          "tiles": {"type": "integer", "minimum": 0, "description": "Of tiles: how many there are."}
        }},
        "Layer": {"allOf": [{"if": {"properties": {"kind": {"const": "circle"}}}, "then": {"required": ["circle"]}}],
          "required": ["features", "fields", "id", "kind", "maxzoom", "minzoom", "zooms"], "type": "object",
          "properties": {
          "aggregates": {"type": "array", "items": {"$ref": "#/$defs/Aggregate"}, "description":
            "The aggregates of clusters, in the order of the configuration."},
          "bounds": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
            "number"}, "description":
            "West, south, east and north in degrees, west <= east; missing where there is no feature."},
          "camera": {"$ref": "#/$defs/CameraView", "description": "A camera that shows the whole layer."},
          "circle": {"$ref": "#/$defs/CircleRules", "description": "What the circles are and how they are drawn."},
          "description": {"type": "string", "description": "A sentence about the layer."},
          "extent": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"maximum": 180, "minimum": -180, "type":
            "number"}, "description":
            "West, south, east and north of the layer in degrees, circles at their real radius; west > east across "
              + "the antimeridian."},
          "features": {"type": "integer", "minimum": 0, "description": "The source features in the layer."},
          "fields": {"type": "object", "additionalProperties": {"enum": ["Number", "Boolean", "String"]},
            "description": "The type of each property in the tiles."},
          "id": {"type": "string", "description": "The name, which is also that of the layer in the tiles."},
          "kind": {"type": "string", "enum": ["cluster", "circle", "shape"], "description": "What the layer shows."},
          "maxzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The layer's highest zoom."},
          "minzoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The layer's lowest zoom."},
          "pulse": {"$ref": "#/$defs/Pulse", "description": "The pulse that an app animates, of circles."},
          "shape": {"$ref": "#/$defs/ShapeRules", "description":
            "How lines and polygons were simplified, of shapes."},
          "values": {"type": "object", "additionalProperties": {"minimum": 0, "type": "integer"}, "description":
            "How many features have a value, by property."},
          "zooms": {"type": "array", "items": {"$ref": "#/$defs/ZoomCounts"}, "description":
            "What is shown, by zoom, ascending."}
        }},
        "MapCameraPosition": {"required": ["camera", "rect", "region"], "type": "object", "properties": {
          "camera": {"$ref": "#/$defs/MapKitCamera", "description":
            "The camera that shows the same height of ground at the center."},
          "rect": {"$ref": "#/$defs/MapRect", "description":
            "What the whole view shows, upright and from straight above."},
          "region": {"$ref": "#/$defs/Region", "description": "What the whole view shows."}
        }},
        "MapKitCamera": {"required": ["center", "distanceMeters", "heading", "pitch"], "type": "object", "properties":
          {
          "center": {"$ref": "#/$defs/Coordinate", "description": "The coordinate in the middle of the view."},
          "distanceMeters": {"type": "number", "minimum": 0, "description": "From the camera to the center."},
          "heading": {"type": "number", "description": "Degrees clockwise from north."},
          "pitch": {"type": "number", "minimum": 0, "description": "Degrees from looking straight down."}
        }},
        "MapPoint": {"required": ["x", "y"], "type": "object", "properties": {
          "x": {"type": "number", "description": "Map points to the east."},
          "y": {"type": "number", "description": "Map points to the south."}
        }},
        "MapRect": {"required": ["height", "origin", "width"], "type": "object", "properties": {
          "height": {"type": "number", "minimum": 0, "description": "The height."},
          "origin": {"$ref": "#/$defs/MapPoint", "description": "The north-west corner."},
          "width": {"type": "number", "minimum": 0, "description": "The width."}
        }},
        "NamedViewport": {"required": ["height", "width"], "type": "object", "properties": {
          "height": {"type": "number", "exclusiveMinimum": 0, "description": "The height."},
          "name": {"type": "string", "description": "The name in the configuration; missing in a layer's camera."},
          "width": {"type": "number", "exclusiveMinimum": 0, "description": "The width."}
        }},
        "PaddedMapRect": {"required": ["insets", "rect"], "type": "object", "properties": {
          "insets": {"$ref": "#/$defs/ScreenPadding", "description": "The padding around it."},
          "rect": {"$ref": "#/$defs/MapRect", "description": "The rectangle."}
        }},
        "Provenance": {"required": ["configuration", "features", "reprojections"], "type": "object", "properties": {
          "configuration": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
            "The SHA-256 of the configuration's normal form."},
          "features": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description":
            "The SHA-256 of the set of features."},
          "reprojections": {"type": "array", "items": {"$ref": "#/$defs/Reprojection"}, "description":
            "The transformations of coordinates, in the order of the sources."},
          "software": {"type": "object", "additionalProperties": {"type": "string"}, "description":
            "Versions by name, in older bundles."}
        }},
        "Pulse": {"required": ["opacity", "scale", "seconds"], "type": "object", "properties": {
          "opacity": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description":
            "The opacity at the start and at the end."},
          "scale": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description":
            "The scale at the start and at the end."},
          "seconds": {"type": "number", "minimum": 0, "description": "The seconds from start to end."}
        }},
        "Region": {"required": ["center", "span"], "type": "object", "properties": {
          "center": {"$ref": "#/$defs/Coordinate", "description": "The middle."},
          "span": {"$ref": "#/$defs/Span", "description": "The height and width."}
        }},
        "Reprojection": {"required": ["ballpark", "crs", "missingGrids", "operation", "source"], "type": "object",
          "properties": {
          "accuracyMeters": {"type": "number", "minimum": 0, "description": "The stated accuracy in meters."},
          "edgeToleranceMeters": {
            "type": "number", "minimum": 0,
            "description": "The greatest distance of drawn edges from those of the source, at the scale of the "
              + "equator."},
          "ballpark": {"type": "boolean", "description": "Whether the operation has no datum shift."},
          "crs": {"type": "string", "description": "The source's coordinate reference system."},
          "missingGrids": {"type": "array", "items": {"type": "string"}, "description":
            "Grids that a better operation would have used."},
          "operation": {"type": "string", "description": "The operation's name."},
          "pipeline": {"type": "string", "description": "The operation as a PROJ string."},
          "source": {"type": "string", "description": "The source's name."}
        }},
        "ScreenPadding": {"required": ["bottom", "left", "right", "top"], "type": "object", "properties": {
          "bottom": {"type": "number", "description": "At the bottom."},
          "left": {"type": "number", "description": "At the left."},
          "right": {"type": "number", "description": "At the right."},
          "top": {"type": "number", "description": "At the top."}
        }},
        "ShapeRules": {"required": ["method", "smallerThanPixels", "tileSizePixels", "tolerancePixels"], "type":
          "object", "properties": {
          "method": {"type": "string", "enum": ["coverage", "topology", "douglas-peucker", "none"], "description":
            "The way of simplifying."},
          "small": {"type": "string", "enum": ["gather"], "description":
            "How polygons that are too small keep their area: as squares."},
          "smallerThanPixels": {"type": "number", "minimum": 0, "description":
            "The size in pixels below which a shape is left out of a zoom, or becomes a point."},
          "tileSizePixels": {"type": "integer", "minimum": 1, "description":
            "The side in pixels of the tile in which pixels are measured."},
          "tolerancePixels": {"type": "number", "minimum": 0, "description":
            "The tolerance in pixels, at every zoom but the layer's last, which is not simplified."}
        }},
        "Span": {"required": ["latitudeDelta", "longitudeDelta"], "type": "object", "properties": {
          "latitudeDelta": {"type": "number", "minimum": 0, "description": "Degrees from south to north."},
          "longitudeDelta": {"type": "number", "minimum": 0, "description": "Degrees from west to east."}
        }},
        "TileStorage": {"required": ["buffer", "container", "encoding", "extent", "layout"], "type": "object",
          "properties": {
          "buffer": {"type": "integer", "minimum": 0, "description":
            "Tile units beyond each side in which a tile still has features."},
          "container": {"type": "string", "enum": ["pmtiles", "mbtiles", "directory"], "description":
            "The container of the tiles."},
          "encoding": {"type": "string", "enum": ["mvt"], "description": "The encoding of the tiles."},
          "extent": {"type": "integer", "minimum": 1, "description": "Tile units along a side."},
          "layout": {"type": "string", "enum": ["per-zoom", "single", "per-layer"], "description":
            "How tiles are distributed over files."}
        }},
        "ZoomCounts": {"required": ["entries", "hidden", "overlays", "points", "zoom"], "type": "object",
          "properties": {
          "entries": {"type": "integer", "minimum": 0, "description":
            "Entries in tiles: an overlay has one in each tile that it touches."},
          "hidden": {"type": "integer", "minimum": 0, "description":
            "Overlays that the configuration hides or drops."},
          "overlays": {"type": "integer", "minimum": 0, "description": "Distinct overlays."},
          "points": {"type": "integer", "minimum": 0, "description":
            "The source features that the overlays stand for."},
          "zoom": {"type": "integer", "minimum": 0, "maximum": 31, "description": "The zoom."}
        }}
      }
    }
    """#
}
