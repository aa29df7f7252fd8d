import ArgumentParser
import Foundation
import OverlayBundle
import OvertileInspection

/// `overtile members`: shows the members of a cluster.
struct MembersCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "members",
    abstract: "Print the children and leaves of a cluster.",
    discussion: """
      Children are the clusters and points into which a cluster splits. Leaves are its points, divided into pages in a \
      fixed order. Each feature's "member" is "child" or "leaf"; the collection's "cluster" is the cluster, and "pages" is \
      the number of pages. The layer must have been built with members: ids or members: full.

      EXAMPLES
        overtile overlays .bundles/quickstart --camera 52,5,3 --viewport 390x844 --layer airports \\
          | jq '.features[] | select(.properties.cluster).id'
        overtile members .bundles/quickstart --zoom 3 --cluster ID --layer airports --page 2 --page-size 50
      """)

  @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
  var bundle: String

  @Option(help: "The cluster's ID: the feature ID or cluster_id in the tiles.")
  var cluster: UInt64

  @Option(help: "Check that the cluster is shown at this zoom.")
  var zoom: Int?

  @Option(help: "The cluster's layer. Default: the only cluster layer.")
  var layer: String?

  @Option(help: "The page of leaves to show, starting at 1.")
  var page = 1

  @Option(help: "The number of leaves per page.")
  var pageSize = 100

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard page >= 1, pageSize >= 1 else { throw ValidationError("--page and --page-size must be at least 1") }
  }

  func run() throws {
    try AsynchronousRun.run {
      try TileSource.reading(bundle) { try $0.checkFiles() }
      let open = try await BundleReader(folder: URL(fileURLWithPath: bundle))
      let layer = try name(in: open)
      guard let found = try await open.members(ofCluster: cluster, in: layer, page: page, size: pageSize) else {
        throw ValidationError(
          "layer \"\(layer)\" has no cluster \(cluster); if it has no members at all, rebuild the bundle with members: full"
        )
      }
      if let zoom, zoom >= found.expansionZoom {
        throw ValidationError(
          "cluster \(cluster) is not shown at zoom \(zoom), because it splits at zoom \(found.expansionZoom)")
      }
      guard page <= found.pageCount else {
        throw ValidationError("page \(page) does not exist; the last page of cluster \(cluster) is \(found.pageCount)")
      }
      try StandardOutput.write(try found.geoJSON())
    }
  }

  private func name(in bundle: BundleReader) throws -> String {
    if let layer { return layer }
    let names = bundle.manifest.layers.filter { $0.layerKind == .cluster }.map(\.id)
    guard names.count == 1 else {
      throw ValidationError(
        "the bundle has \(names.count) cluster layers; choose one with --layer: \(names.joined(separator: ", "))")
    }
    return names[0]
  }
}
