import Configuration
import Features
import Foundation
import MapMath
import OverlayBundle
import Shapes

/// Shows the work of an app with a bundle, in lines of text instead of a map.
@main
struct Tour {
  let settings: Settings
  let bundle: BundleReader
  let favorites: Favorites

  static func main() async throws {
    guard let settings = Settings(arguments: Array(CommandLine.arguments.dropFirst())) else {
      print("usage: ReaderApp BUNDLE DATABASE")
      exit(64)
    }
    let bundle = try await BundleReader(folder: settings.bundle)
    let favorites = try Favorites(path: settings.database)
    try await Tour(settings: settings, bundle: bundle, favorites: favorites).run()
  }

  private func run() async throws {
    let layers = bundle.manifest.layers.map { "\($0.id) \($0.minzoom)-\($0.maxzoom)" }
    print("bundle: \(bundle.manifest.name): \(layers.joined(separator: ", "))")
    show("favorites before", try favorites.all())
    let seen = try await bundle.overlays(seenFrom: settings.camera, in: settings.viewport)
    show(seen)
    if let cluster = largestCluster(of: seen) {
      show(try camera(showing: .rect(cluster.bounds.mapRect)), of: "cluster")
      try favorites.keep(try await highest(3, in: cluster))
    }
    let kept = try favorites.all()
    show("favorites after", kept)
    show(try camera(showing: .coordinates(kept.map(\.coordinate))), of: "favorites")
  }

  /// The camera that shows a target with the app's padding.
  private func camera(showing target: CameraTarget) throws -> Camera {
    var fit = CameraFit(in: settings.viewport)
    fit.padding = settings.padding
    return try fit.camera(showing: target)
  }

  private func largestCluster(of seen: ViewportOverlays) -> ClusterOverlay? {
    let clusters = seen.overlays.compactMap { overlay -> ClusterOverlay? in
      guard case .cluster(let cluster) = overlay else { return nil }
      return cluster
    }
    return clusters.max { ($0.pointCount, $1.id) < ($1.pointCount, $0.id) }
  }

  /// The leaves of a cluster that lie highest, read page by page.
  private func highest(_ count: Int, in cluster: ClusterOverlay) async throws -> [Favorite] {
    guard let number = cluster.id.number else { return [] }
    var (found, leaves, pages) = ([Favorite](), 0, 0)
    while let page = try await bundle.members(ofCluster: number, in: cluster.id.layer, page: pages + 1, size: 50) {
      guard !page.leaves.isEmpty else { break }
      found += page.leaves.compactMap { Favorite($0) }
      (leaves, pages) = (leaves + page.leaves.count, pages + 1)
    }
    print("cluster: \(number), \(cluster.pointCount) points, apart at zoom \(cluster.expansionZoom)")
    print("leaves: \(leaves) in \(pages) pages")
    return Array(found.sorted { ($0.elevation, $1.number) > ($1.elevation, $0.number) }.prefix(count))
  }
}
