import MapMath
import OverlayBundle
import OvertileBundleFormat
import OvertileFeatures

extension BundleResponse {
  /// The most tiles that a response is read from, and the most features in it.
  private static let mostTiles = 512
  private static let mostFeatures = 10_000

  /// The overlays of a layer, or of all, in a box at a zoom, as GeoJSON: what an app draws there.
  ///
  /// Above a layer's last zoom they are those of the last zoom, below its first there are none.
  func features(_ layer: BundleManifest.Layer?) throws -> ServedResponse {
    let rect = try box()
    let zoom = try zoomParameter()
    let layers = (layer.map { [$0] } ?? bundle.manifest.layers).filter { $0.minzoom <= zoom }
    var overlays: [Overlay] = []
    var tilesLeft = Self.mostTiles
    for (zoom, layers) in Dictionary(grouping: layers, by: { min($0.maxzoom, zoom) }).sorted(by: { $0.key < $1.key }) {
      let cover = TileCover(of: rect, zoom: zoom)
      guard cover.count <= UInt64(tilesLeft) else {
        throw tooLarge("\(cover.count) tiles of zoom \(zoom); at most \(Self.mostTiles) are read")
      }
      tilesLeft -= Int(cover.count)
      let (tiles, names) = (Array(cover.tiles), Set(layers.map(\.id)))
      let reader = bundle.reader
      let found = try Blocking.value { try await reader.overlayReader.overlays(of: tiles, layers: names) }
      overlays += found.filter { rect.intersects(wrapped: $0.boundingMapRect) }
      guard overlays.count <= Self.mostFeatures else {
        throw tooLarge("more than \(Self.mostFeatures) features")
      }
    }
    let bytes = Array(try Overlay.geoJSON(overlays))
    return Representation(type: MediaType.geoJSON, bytes, request, caching: caching).response(to: request)
  }

  private func tooLarge(_ what: String) -> RequestFault {
    RequestFault(
      .payloadTooLarge, "too-large", "the box has \(what). Ask for a smaller box, a lower zoom, or one layer")
  }

  /// The box of the query on the map; west > east crosses the antimeridian.
  private func box() throws(RequestFault) -> MapRect {
    let form = "a box is bbox=west,south,east,north in degrees, such as bbox=5.5,47,15,55"
    guard let text = try request.parameter("bbox") else { throw wrong("bbox is missing; \(form)") }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4 else { throw wrong("bbox is 4 numbers, found \(parts.count); \(form)") }
    var numbers: [Double] = []
    for (part, side) in zip(parts, ["west", "south", "east", "north"]) {
      let isLongitude = numbers.count % 2 == 0
      guard let number = NumberText.decimal(part) else {
        throw wrong("the \(side) of bbox, \"\(part.prefix(40))\", is not a number; \(form)")
      }
      guard abs(number) <= (isLongitude ? 180 : 90) else {
        let range = isLongitude ? "longitudes are from -180 to 180" : "latitudes are from -90 to 90"
        throw wrong("the \(side) of bbox is \(part), and \(range); \(form)")
      }
      numbers.append(number)
    }
    let (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
    guard south <= north else {
      throw wrong("the south of bbox, \(parts[1]), is greater than its north, \(parts[3]); \(form)")
    }
    // A longitude of 180 is column 0, where a box that ends there would end before it begins.
    let side = MapPoint.worldSide
    let left = (west + 180) / 360 * side
    let right = (east + 180) / 360 * side + (west > east ? side : 0)
    return MapRect(minX: left, minY: Self.row(north), maxX: right, maxY: Self.row(south))
  }

  private func wrong(_ message: String) -> RequestFault { RequestFault(.badRequest, "bad-parameter", message) }

  /// The row of a latitude. Beyond 85 degrees it lies outside the map, so that a box to a pole holds what is at the edge.
  private static func row(_ latitude: Double) -> Double {
    guard abs(latitude) < 85 else { return latitude > 0 ? -1 : MapPoint.worldSide + 1 }
    return MapPoint(Coordinate(latitude: latitude, longitude: 0)).y
  }

  private func zoomParameter() throws(RequestFault) -> Int {
    guard let text = try request.parameter("zoom"), let zoom = NumberText.whole(text), zoom <= 31 else {
      throw RequestFault(.badRequest, "bad-parameter", "zoom is a whole number from 0 to 31: that of the tiles")
    }
    return zoom
  }
}
