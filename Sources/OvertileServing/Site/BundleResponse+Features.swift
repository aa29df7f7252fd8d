import MapMath
import OverlayBundle
import OvertileBundleFormat
import OvertileCore

extension BundleResponse {
  /// The most features in a response.
  private static let mostFeatures = 10_000

  /// The overlays of a layer, or of all, in a box at a zoom, as GeoJSON: what an app draws there.
  func features(_ layer: BundleManifest.Layer?) throws -> ServedResponse {
    let (box, zoom, layers) = (try box(), try zoomParameter(), layer.map { Set([$0.id]) })
    let reader = bundle.reader
    let overlays: [Overlay]
    do {
      overlays = try Blocking.value { try await reader.overlays(in: box, zoom: zoom, layers: layers) }
    } catch CameraError.tooManyTiles(let limit) {
      throw tooLarge("\(limit) tiles")
    }
    guard overlays.count <= Self.mostFeatures else { throw tooLarge("\(Self.mostFeatures) features") }
    let bytes = Array(try Overlay.geoJSON(overlays))
    return Representation(type: MediaType.geoJSON, bytes, request, caching: caching).response(to: request)
  }

  private func tooLarge(_ limit: String) -> RequestFault {
    RequestFault(
      .payloadTooLarge, "too-large",
      "the box contains more than \(limit). Request a smaller box, a lower zoom, or a single layer")
  }

  /// The box of the query; west > east crosses the antimeridian.
  private func box() throws(RequestFault) -> GeographicBounds {
    let text = request.parameter("bbox") ?? ""
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite),
      let box = GeographicBounds(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    else {
      throw wrong(
        "bbox must be west,south,east,north in degrees, such as bbox=5.5,47,15,55, and the south not above the north; "
          + "found \"\(text.prefix(80))\"")
    }
    return box
  }

  private func wrong(_ message: String) -> RequestFault { RequestFault(.badRequest, "bad-parameter", message) }

  private func zoomParameter() throws(RequestFault) -> Double {
    guard let zoom = request.parameter("zoom").flatMap(Double.init), zoom.isFinite else {
      throw wrong("zoom must be a number, such as zoom=5; fractions are rounded down")
    }
    return zoom
  }
}
