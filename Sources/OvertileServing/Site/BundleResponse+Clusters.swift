import OverlayBundle
import OvertileBundleFormat
import OvertileCore

extension BundleResponse {
  /// The most leaves or children of a response.
  private static let mostMembers = 10_000
  /// Leaves of a response that asks for no number, as in supercluster.
  private static let usualLeaves = 10

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
    let unknown = RequestFault(
      .notFound, "unknown-cluster",
      "layer \"\(layer.id)\" has no cluster \(number); clusters may change when the bundle is published again")
    guard let cluster = try await members.cluster(id: number) else { throw unknown }
    guard part != .expansionZoom else {
      return request.respond([TileProperty.expansionZoom: .int(Int64(cluster.zoom + 1))], caching: caching)
    }
    let usual = part == .children ? Self.mostMembers : Self.usualLeaves
    let offset = try parameter("offset", in: 0...Int(UInt32.max), "of 0 or more") ?? 0
    let limit = try parameter("limit", in: 1...Self.mostMembers, "from 1 to \(Self.mostMembers)") ?? usual
    let found: [LayerMembers.Member]? =
      part == .children
      ? try await members.children(of: number, offset: offset, limit: limit + 1)
      : try await members.leaves(of: number, offset: offset, limit: limit)?.map { .leaf($0) }
    guard var found else { throw unknown }
    if part == .children, found.count > limit {
      guard request.parameter("limit") != nil else {
        throw RequestFault(
          .payloadTooLarge, "too-many",
          "the cluster has more than \(limit) children; request some of them with limit and offset")
      }
      found.removeLast()
    }
    let features = found.map { $0.geoJSON(layer: layer.id, part == .children ? "child" : "leaf") }
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
      throw RequestFault(
        .badRequest, "bad-parameter", "expected a whole number \(words) for \(name), but found \"\(text.prefix(40))\"")
    }
    return number
  }
}
