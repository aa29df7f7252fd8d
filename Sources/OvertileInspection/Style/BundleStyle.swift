import OvertileBundleFormat
import OvertileCore

/// A MapLibre style, version 8, that shows a bundle: one source a layer, and style layers by the layer's kind.
///
/// Depends on the manifest and the options alone, so equal bundles have equal styles. The page of the preview has it, too.
package struct BundleStyle: Sendable, Hashable {
  /// The layers' sources.
  package var source: StyleSource
  /// Whether the colors are those for a dark background.
  package var isDark = false
  /// The address of the glyphs, with {fontstack} and {range}; nil for a style without texts.
  package var glyphs: String?
  /// The font of the texts; a server of glyphs must have it.
  package var font = "Noto Sans Regular"

  /// Makes a style without texts for a light background.
  package init(source: StyleSource) { self.source = source }

  /// The style as JSON. O(layers).
  package func json(of manifest: BundleManifest) -> JSONValue {
    let colors = StyleColors(isDark: isDark)
    let background: JSONValue = [
      "id": "background", "type": "background", "paint": ["background-color": .string(colors.background)],
    ]
    var metadata: NamedValues<JSONValue> = ["overtile:layout": .string(manifest.tiles.layout)]
    if let digest = manifest.digest { metadata["overtile:digest"] = .string(digest) }
    let drawn = manifest.layers.enumerated().map { index, layer in
      StyledLayer(layer, color: colors.layers[index % colors.layers.count], background: colors.background)
    }
    var root: NamedValues<JSONValue> = [
      "version": 8, "name": .string(manifest.name), "metadata": .object(metadata),
      "sources": .object(
        NamedValues(manifest.layers.map { (StyleSource.mapName($0.id), source.json(of: $0.id)) }) { first, _ in first }),
      "layers": .array([background] + layers(drawn, colors)),
    ]
    if let glyphs { root["glyphs"] = .string(glyphs) }
    // The camera of the layer that needs the lowest zoom.
    if let camera = manifest.layers.compactMap({ $0.camera?.camera }).min(by: { $0.zoom < $1.zoom }) {
      root["center"] = .array(camera.center.map(JSONValue.double))
      root["zoom"] = .double(camera.zoom)
    }
    return .object(root)
  }

  /// Shapes lie below circles, and circles below clusters; texts lie above everything.
  private func layers(_ drawn: [StyledLayer], _ colors: StyleColors) -> [JSONValue] {
    let kinds: [LayerKind] = [.shape, .circle, .cluster]
    let bodies = kinds.flatMap { kind in drawn.filter { $0.layer.layerKind == kind }.flatMap(\.bodies) }
    guard glyphs != nil else { return bodies }
    return bodies + drawn.flatMap { $0.texts(font: font, color: colors.text, halo: colors.background) }
  }
}
