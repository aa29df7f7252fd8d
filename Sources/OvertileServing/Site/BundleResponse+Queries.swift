import MapMath
import OverlayBundle
import OvertileBundleFormat
import OvertileCore

extension BundleResponse {
  /// The most features, leaves or children in a response.
  private static let mostFeatures = 10_000
  /// Leaves of a response that asks for no number, as in supercluster.
  private static let usualLeaves = 10

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

  /// Children, leaves or the expansion zoom of a cluster.
  func cluster(_ layer: BundleManifest.Layer, _ id: String, _ part: BundleRoute.Kind) async throws -> ServedResponse {
    guard let number = id.allSatisfy(\.isWholeNumber) ? UInt64(id) : nil else {
      throw RequestFault(
        .badRequest, "bad-cluster", "the cluster id must be a whole number; use the cluster_id property from the tiles")
    }
    guard let members = try await bundle.reader.members(of: layer.id) else {
      throw RequestFault(
        .notFound, "no-members",
        layer.layerKind == .cluster
          ? "the bundle has no members for the layer \"\(layer.id)\"; build it with members: full"
          : "layer \"\(layer.id)\" has no clusters")
    }
    guard let cluster = try await members.cluster(id: number) else {
      throw RequestFault(
        .notFound, "unknown-cluster",
        "layer \"\(layer.id)\" has no cluster \(number); clusters may change when the bundle is published again")
    }
    guard part != .expansionZoom else {
      return request.respond([TileProperty.expansionZoom: .int(Int64(cluster.zoom + 1))], caching: caching)
    }
    let usual = part == .children ? Self.mostFeatures : Self.usualLeaves
    let offset = try parameter("offset", in: 0...Int(UInt32.max), "of 0 or more") ?? 0
    let limit = try parameter("limit", in: 1...Self.mostFeatures, "from 1 to \(Self.mostFeatures)") ?? usual
    let found: [LayerMembers.Member]? =
      part == .children
      ? try await members.children(of: number, offset: offset, limit: limit)
      : try await members.leaves(of: number, offset: offset, limit: limit)?.map { .leaf($0) }
    let features = (found ?? []).map { $0.geoJSON(layer: layer.id, part == .children ? "child" : "leaf") }
    return request.respond(
      [
        "type": "FeatureCollection", "features": .array(features), "layer": .string(layer.id),
        "cluster": LayerMembers.Member.cluster(cluster).geoJSON(layer: layer.id, "self"),
        "offset": .int(Int64(offset)), "limit": .int(Int64(limit)),
      ], type: MediaType.geoJSON, caching: caching)
  }

  private func parameter(_ name: String, in range: ClosedRange<Int>, _ words: String) throws(RequestFault) -> Int? {
    guard let text = request.parameter(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw wrong("expected a whole number \(words) for \(name), but found \"\(text.prefix(40))\"")
    }
    return number
  }
}
