import OvertileFeatures
import OvertileTileArchive

extension SchemaRule {
  /// The rules of layers and of their parts.
  static let ofLayers: [String: SchemaRule] = [
    "Layer.id": SchemaRule("The name, which is also that of the layer in the tiles."),
    "Layer.kind": SchemaRule("What the layer shows.", word(of: LayerKind.self)),
    "Layer.description": SchemaRule("A sentence about the layer."),
    "Layer.minzoom": SchemaRule("The layer's lowest zoom.", zoom),
    "Layer.maxzoom": SchemaRule("The layer's highest zoom.", zoom),
    "Layer.fields": SchemaRule(
      "The type of each property in the tiles.", ["additionalProperties": .object(word(of: FieldType.self))]),
    "Layer.bounds": SchemaRule(
      "West, south, east and north in degrees, west <= east; missing where there is no feature.", edges),
    "Layer.extent": SchemaRule(
      "West, south, east and north of the layer in degrees, circles at their real radius; west > east across the 180th "
        + "meridian.", edges),
    "Layer.camera": SchemaRule("A camera that shows the whole layer."),
    "Layer.features": SchemaRule("The source features in the layer.", count),
    "Layer.values": SchemaRule(
      "How many features have a value, by property.", ["additionalProperties": ["type": "integer", "minimum": 0]]),
    "Layer.zooms": SchemaRule("What is shown, by zoom, ascending."),
    "Layer.pulse": SchemaRule("The pulse that an app animates, of circles."),
    "Layer.circle": SchemaRule("What the circles are and how they are drawn."),
    "Layer.shape": SchemaRule("How lines and polygons were simplified, of shapes."),
    "Layer.aggregates": SchemaRule("The aggregates of clusters, in the order of the configuration."),
    "ZoomCounts.zoom": SchemaRule("The zoom.", zoom),
    "ZoomCounts.overlays": SchemaRule("Distinct overlays.", count),
    "ZoomCounts.points": SchemaRule("The source features that the overlays stand for.", count),
    "ZoomCounts.hidden": SchemaRule("Overlays that the configuration hides or drops.", count),
    "ZoomCounts.entries": SchemaRule("Entries in tiles: an overlay has one in each tile that it touches.", count),
    "Pulse.scale": SchemaRule("The scale at the start and at the end.", pair),
    "Pulse.opacity": SchemaRule("The opacity at the start and at the end.", pair),
    "Pulse.seconds": SchemaRule("The seconds from start to end.", count),
    "CircleRules.model": SchemaRule("What a radius means.", word(of: CircleModelName.self)),
    "CircleRules.tileSizePixels": SchemaRule(
      "The side in pixels of the tile in which pixels are measured.", ["minimum": 1]),
    "CircleRules.chordErrorPixels": SchemaRule("How far outlines may lie from the true circle, in pixels.", count),
    "CircleRules.draw": SchemaRule(
      "What is drawn of a circle that is neither hidden nor a dot.", words(CirclePart.drawn)),
    "CircleRules.dissolve": SchemaRule(
      "Which circles become one shape where they overlap.", word(of: CircleDissolving.self)),
    "CircleRules.dissolveProperty": SchemaRule("The property that makes the classes."),
    "CircleRules.hideBelowZoom": SchemaRule("Hidden at zooms below this one."),
    "CircleRules.hideBelowPixels": SchemaRule("Hidden where the radius is below this many pixels."),
    "CircleRules.hideAbovePixels": SchemaRule("Hidden where the radius is above this many pixels."),
    "CircleRules.dotBelowPixels": SchemaRule("A dot where the radius is below this many pixels."),
    "ShapeRules.method": SchemaRule("The way of simplifying.", word(of: ShapeMethodName.self)),
    "ShapeRules.tolerancePixels": SchemaRule(
      "The tolerance in pixels, at every zoom but the layer's last, which is not simplified.", count),
    "ShapeRules.smallerThanPixels": SchemaRule(
      "The size in pixels below which a shape is left out of a zoom, or becomes a point.", count),
    "ShapeRules.tileSizePixels": SchemaRule(
      "The side in pixels of the tile in which pixels are measured.", ["minimum": 1]),
    "Aggregate.name": SchemaRule("The property's name in the tiles."),
    "Aggregate.operation": SchemaRule("What it computes.", word(of: AggregateOperationName.self)),
    "Aggregate.cap": SchemaRule("The largest number of values that `distinct` lists.", count),
    "Aggregate.property": SchemaRule("The property of the points that it is computed from."),
  ]
}
