import ArgumentParser
import Foundation
import OvertileCore
import OvertileInspection
import OvertileServing

/// `overtile preview`: shows bundles on a map in the browser.
struct PreviewCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show bundles on a map in the browser.",
    discussion: """
      Serves the bundle and a page on this machine, prints the page's URL and opens it in the browser. The server runs until \
      Ctrl-C (SIGINT) or SIGTERM. A republished bundle appears within seconds.

      A pipeline (.yaml) is built first, and again whenever the configuration or an input changes. To compare two bundles, \
      specify the older one first. On the page, "?" lists the keyboard shortcuts.

      The page loads MapLibre GL JS from unpkg.com and checks its digest. With --maplibre, it loads a local copy instead.

      EXAMPLES
        overtile preview .bundles/quickstart
        overtile preview Pipelines/quickstart.yaml
        overtile preview yesterday today --no-open
        overtile preview .bundles/quickstart --maplibre node_modules/maplibre-gl/dist
      """)

  @Argument(
    help: ArgumentHelp("One or two bundle folders, or a pipeline.", valueName: "[name=]bundle|pipeline.yaml"),
    completion: .file())
  var bundles: [String]

  @OptionGroup var address: ListenOptions

  @Option(
    help: ArgumentHelp("A local copy of MapLibre GL JS.", valueName: "folder|file"), completion: .file())
  var maplibre: String?

  @Option(help: ArgumentHelp("The MapLibre style of the base map.", valueName: "url"))
  var style: String?

  @Flag(inversion: .prefixedNo, help: "Whether to open the browser.")
  var open = true

  @OptionGroup var log: LogOptions

  func validate() throws {
    if bundles.count > 1, let pipeline = bundles.first(where: WatchedPipeline.isPipeline) {
      throw ValidationError(
        "a pipeline cannot be shown with a bundle; to compare, specify the bundle that \(pipeline) builds")
    }
    guard bundles.count <= 2 else { throw ValidationError("expected at most two bundles, but found \(bundles.count)") }
    if let style, !style.hasPrefix("http://"), !style.hasPrefix("https://") {
      throw ValidationError("--style must be a URL that begins with http:// or https://, not \(style)")
    }
  }

  func run() throws {
    // Bundles are read by tasks, and their files stay open.
    try AsynchronousRun.run()
    let events = ServingLog(log)
    let library = try maplibre.map { try PreviewRoute.library(at: $0) } ?? [:]
    let pipeline = try bundles.first(where: WatchedPipeline.isPipeline).map { try WatchedPipeline($0, log: log) }
    try pipeline?.buildIfNeeded()
    let addresses =
      pipeline.map { [BundleAddress(argument: $0.bundle)] } ?? bundles.map { BundleAddress(argument: $0) }
    let page = PreviewRoute(
      host: address.host, library: library, baseStyle: style, comparison: Self.comparison(of: addresses.map(\.path)),
      pipeline: pipeline.map { watched in { @Sendable in watched.failure } })
    let site = try BundleSite(addresses, preview: page) { events.receive($0) }
    try Serving(address: address, site: site, log: events).run { url in
      let page = "\(url)/\(PreviewRoute.segment)/"
      try StandardOutput.write(line: page)
      if open { WebBrowser.open(page) }
      try pipeline?.watch()
    }
    pipeline?.stop()
  }

  /// The text that `overtile diff --json` writes of two bundles; nil for one.
  private static func comparison(of paths: [String]) -> (@Sendable () throws -> [UInt8])? {
    guard paths.count == 2 else { return nil }
    let folders = paths.map { URL(fileURLWithPath: $0) }
    return { try ExactJSON.encode(try BundleComparison.diff(folders[0], folders[1])) }
  }
}
