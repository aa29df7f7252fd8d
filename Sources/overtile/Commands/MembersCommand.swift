import ArgumentParser
import Foundation
import OverlayBundle
import OvertileInspection

/// `overtile members`: shows the members of a cluster.
struct MembersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "members",
    abstract: "Print the children and leaves of a cluster.",
    discussion: """
      Children are the clusters and points that a cluster falls apart into; leaves are its points, page by page, in an \
      order that never changes. A feature's "member" is "child" or "leaf"; the collection's "cluster" is the cluster, and \
      "pages" the number of pages. Needs a layer with members: ids or members: full.

      EXAMPLES
        overtile overlays .bundles/quickstart --camera 52,5,3 --viewport 390x844 --layer airports \\
          | jq '.features[] | select(.properties.cluster).id'
        overtile members .bundles/quickstart --zoom 3 --cluster ID --layer airports --page 2 --page-size 50
      """)

  @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
  var bundle: String

  @Option(help: "The cluster's id: the feature id, or cluster_id, in the tiles.")
  var cluster: UInt64

  @Option(help: "The zoom at which the cluster is shown. The command checks it.")
  var zoom: Int?

  @Option(help: "The cluster's layer. Default: the only layer of clusters.")
  var layer: String?

  @Option(help: "The page of leaves, from 1.")
  var page = 1

  @Option(help: "Leaves on a page.")
  var pageSize = 100

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard page >= 1, pageSize >= 1 else { throw ValidationError("--page and --page-size must be 1 or more") }
  }

  func run() throws {
    try AsynchronousRun.run(log) { _ in
      try TileSource.reading(bundle) { try $0.checkFiles() }
      let open = try await BundleReader(folder: URL(fileURLWithPath: bundle))
      let layer = try name(in: open)
      guard let found = try await open.members(ofCluster: cluster, in: layer, page: page, size: pageSize) else {
        throw try await missing(layer, open)
      }
      if let zoom, zoom >= found.expansionZoom {
        throw ValidationError(
          "cluster \(cluster) is not shown at zoom \(zoom): it splits at \(found.expansionZoom)")
      }
      guard page <= found.pageCount else {
        throw ValidationError("there is no page \(page): cluster \(cluster) has \(found.pageCount)")
      }
      try StandardOutput.write(try found.geoJSON())
    }
  }

  private func name(in bundle: BundleReader) throws -> String {
    if let layer {
      try bundle.check(layer: layer)
      return layer
    }
    let names = bundle.manifest.layers.filter { $0.layerKind == .cluster }.map(\.id)
    guard names.count == 1 else {
      throw ValidationError(
        names.isEmpty
          ? "the bundle has no layer of clusters"
          : "name one of the layers with --layer: \(names.joined(separator: ", "))")
    }
    return names[0]
  }

  private func missing(_ layer: String, _ bundle: BundleReader) async throws -> ValidationError {
    guard try await bundle.members(of: layer) != nil else {
      return ValidationError("layer \"\(layer)\" has no members in the bundle; build it with members: full")
    }
    return ValidationError("layer \"\(layer)\" has no cluster \(cluster)")
  }
}
