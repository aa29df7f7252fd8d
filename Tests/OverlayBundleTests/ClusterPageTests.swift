import Foundation
import MapMath
import OverlayBundle
import TestSupport
import Testing

/// The members of clusters as an app requests them.
@Suite struct ClusterPageTests {
  private static let yaml = """
    name: Members
    sources:
      all: {path: in.json, onInvalid: skip, maxRejected: 100%}
    layers:
      points: {source: all, kind: cluster, zooms: 0-6, cluster: {radius: 70px, nonPoints: label}}
    output: {path: out}
    """

  private func open(_ folder: ScratchFolder) async throws -> BundleReader {
    try await BundleReader(folder: folder.build(Self.yaml, ReadingBackFeatures(seed: 3, count: 300).texts))
  }

  /// All overlays of a zoom.
  private func world(_ bundle: BundleReader, zoom: Int) async throws -> [Overlay] {
    var overlays: [OverlayID: Overlay] = [:]
    for x in 0..<(1 << zoom) {
      for y in 0..<(1 << zoom) {
        guard let tile = TileID(z: zoom, x: x, y: y) else { continue }
        for overlay in try await bundle.overlays(of: tile) { overlays[overlay.id] = overlay }
      }
    }
    return Array(overlays.values)
  }

  @Test func leavesPartitionThePointsAtEveryZoomAndPagesAreStable() async throws {
    let folder = try ScratchFolder()
    let bundle = try await open(folder)
    let points = try #require(bundle.manifest.layers.first?.zooms.first?.points)
    var clusters = 0
    for zoom in 0...4 {
      var leaves: [UInt64] = []
      for overlay in try await world(bundle, zoom: zoom) {
        guard case .cluster(let cluster) = overlay, let id = cluster.id.number else {
          leaves.append(try #require(overlay.id.number))
          continue
        }
        clusters += 1
        var own: [PointOverlay] = []
        var page = 1
        while true {
          let found = try #require(try await bundle.members(ofCluster: id, in: "points", page: page, size: 7))
          let numbers = [found.expansionZoom, found.cluster.pointCount, found.leaves.count]
          let size = min(7, cluster.pointCount - 7 * (page - 1))
          #expect(numbers == [cluster.expansionZoom, cluster.pointCount, size])
          own += found.leaves
          if page == found.pageCount { break }
          page += 1
        }
        let whole = try await bundle.members(ofCluster: id, in: "points", size: 1000)
        #expect(whole?.leaves == own)
        leaves += own.compactMap(\.id.number)
        try await checkChildren(try #require(whole), bundle)
      }
      #expect(leaves.count == points && Set(leaves).count == points, "zoom \(zoom)")
    }
    #expect(clusters > 10)
  }

  /// The children's leaves are the cluster's.
  private func checkChildren(_ page: ClusterPage, _ bundle: BundleReader) async throws {
    var leaves: [UInt64] = []
    for child in page.children {
      switch child {
      case .leaf(let leaf): leaves.append(leaf.id)
      case .cluster(let cluster):
        let found = try await bundle.members(ofCluster: cluster.id, in: "points", size: 1000)
        leaves += try #require(found).leaves.compactMap(\.id.number)
        #expect(cluster.zoom > page.cluster.zoom)
      }
    }
    #expect(leaves.sorted() == page.leaves.compactMap(\.id.number).sorted())
  }

  @Test func whatIsNotThereIsNil() async throws {
    let folder = try ScratchFolder()
    let bundle = try await open(folder)
    #expect(try await bundle.members(ofCluster: 5, in: "points") == nil)
    await #expect(throws: BundleError.unknownLayer("roads", layers: ["points"])) {
      try await bundle.members(ofCluster: 5, in: "roads")
    }
    guard case .cluster(let cluster)? = try await world(bundle, zoom: 0).first(where: { $0.id.number ?? 0 >= 1 << 52 })
    else { return #expect(Bool(false)) }
    let far = try #require(
      try await bundle.members(ofCluster: cluster.id.number ?? 0, in: "points", page: .max, size: .max))
    #expect(far.leaves.isEmpty && far.pageCount == 1)
  }
}
