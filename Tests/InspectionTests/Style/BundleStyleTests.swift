import OvertileBundleFormat
import OvertileCore
import OvertileInspection
import Testing

@Suite struct BundleStyleTests {
  private func manifest(_ layers: BundleManifest.Layer...) -> BundleManifest {
    let tiles = BundleManifest.TileStorage(
      layout: .perZoom, container: .pmtiles, extent: 4096, buffer: 64)
    let provenance = BundleManifest.Provenance(configuration: "", features: "", reprojections: [])
    var made = BundleManifest(name: "Test", tiles: tiles, provenance: provenance)
    made.layers = layers
    return made
  }

  private func layer(
    _ id: String, _ kind: String, points: Int = 0, change: (inout BundleManifest.Layer) -> Void = { _ in }
  ) -> BundleManifest.Layer {
    var made = BundleManifest.Layer(id: id, kind: kind, minzoom: 0, maxzoom: 4)
    made.zooms = [BundleManifest.ZoomCounts(zoom: 0, overlays: 1, points: points, hidden: 0, entries: 1)]
    change(&made)
    return made
  }

  private func style(_ manifest: BundleManifest, change: (inout BundleStyle) -> Void = { _ in }) -> JSONValue {
    var style = BundleStyle(source: .readerProtocol("https://example.com/b"))
    change(&style)
    return style.json(of: manifest)
  }

  private func ids(_ style: JSONValue) -> [String] { style["layers"]?.array?.compactMap { $0["id"]?.string } ?? [] }

  private func styled(_ id: String, in style: JSONValue) -> JSONValue? {
    style["layers"]?.array?.first { $0["id"]?.string == id }
  }

  @Test("Shapes lie below circles, and circles below clusters, whatever the order of the configuration")
  func order() {
    let found = style(manifest(layer("c", "cluster"), layer("o", "circle"), layer("s", "shape"), layer("x", "later")))
    #expect(
      ids(found) == [
        "background", "s-fill", "s-line", "s-points", "o-rings", "o-outlines", "o-dots", "o-centers", "c-singles",
        "c-clusters",
      ])
  }

  @Test("Sources are those of the reader or of a server; names are encoded as JavaScript does")
  func sources() {
    let odd = manifest(layer("straße/50%", "shape"))
    #expect(
      style(odd)["sources"]?["straße/50%"]?["url"] == "overtile://https://example.com/b/stra%C3%9Fe%2F50%25.json")
    let served = style(odd) { $0.source = .tileJSON("http://localhost/b/") }
    #expect(served["sources"]?["straße/50%"]?["url"] == "http://localhost/b/stra%C3%9Fe%2F50%25/tile.json")
  }

  @Test("The sizes of clusters fit the number of points", arguments: [(0, 1), (10, 1), (11, 2), (28_298, 5)])
  func sizes(points: Int, digits: Int) throws {
    let found = style(manifest(layer("c", "cluster", points: points)))
    let radius = try #require(styled("c-clusters", in: found)?["paint"]?["circle-radius"]?.array)
    #expect(radius[3...] == [0, 10, .int(Int64(digits)), 30])
  }

  @Test("Circles are drawn in the parts that the layer has")
  func circles() {
    let pulse = BundleManifest.Pulse(scale: [0.8, 1.2], opacity: [0.5, 0.05], seconds: 2)
    func rules(_ draw: [String], dissolve: String = "none") -> BundleManifest.CircleRules {
      var rules = BundleManifest.CircleRules(model: "mapkit", tileSizePixels: 512, chordErrorPixels: 0.5)
      rules.draw = draw
      rules.dissolve = dissolve
      return rules
    }
    func drawn(_ circle: BundleManifest.CircleRules, pulse: BundleManifest.Pulse? = nil) -> [String] {
      ids(style(manifest(layer("o", "circle") { ($0.circle, $0.pulse) = (circle, pulse) }))).dropFirst().map {
        String($0.dropFirst(2))
      }
    }
    #expect(drawn(rules(["center"])) == ["dots", "centers"])
    #expect(drawn(rules(["ring"]), pulse: pulse) == ["pulse", "rings", "outlines", "dots"])
    #expect(drawn(rules([], dissolve: "all")) == ["rings", "outlines", "dots"])
    #expect(drawn(rules(["center"]), pulse: pulse) == ["dots", "centers"])
  }

  @Test("Texts are there only with glyphs, and above everything else")
  func texts() {
    let named = layer("s", "shape") { $0.fields = ["size": "Number", "title": "String"] }
    let all = manifest(layer("c", "cluster"), named, layer("u", "shape"))
    #expect(style(all)["glyphs"] == nil)
    let found = style(all) { $0.glyphs = "https://example.com/{fontstack}/{range}.pbf" }
    #expect(Array(ids(found).suffix(2)) == ["c-counts", "s-names"])
    #expect(styled("s-names", in: found)?["filter"] == ["has", "title"])
  }

  @Test("An empty bundle has a background alone")
  func empty() {
    let found = style(manifest())
    #expect(ids(found) == ["background"] && found["center"] == nil && found["sources"] == [:])
  }
}
