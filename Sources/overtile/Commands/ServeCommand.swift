import ArgumentParser
import Foundation
import OvertileInspection
import OvertileServing

/// `overtile serve`: serves bundles over HTTP.
struct ServeCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve bundles over HTTP.",
    discussion: """
      Prints one line per bundle, and serves the bundles until Ctrl-C (SIGINT) or SIGTERM. A bundle is named after its folder; \
      NAME=PATH sets a different name. Some of the URLs:

        /NAME/tile.json              TileJSON of all layers
        /NAME/LAYER/tile.json        TileJSON of one layer, with its own zooms
        /NAME/{z}/{x}/{y}.mvt        a tile
        /NAME/bundle.json            the manifest; its files are served likewise
        /health, /metrics            the server's state, and metrics for Prometheus

      The page "Serve bundles over HTTP" in the documentation lists all URLs. Any web page in a browser on this machine can read \
      the bundles. --host 0.0.0.0 makes them available to other machines, without encryption or login; use a proxy for these.

      EXAMPLES
        overtile serve .bundles/quickstart
        overtile serve today=out/today yesterday=out/yesterday --port 8080
        curl -s http://127.0.0.1:8080/today/tile.json | jq .vector_layers
      """)

  @Argument(
    help: ArgumentHelp("The bundle folders.", valueName: "[name=]bundle"), completion: .directory)
  var bundles: [String]

  @OptionGroup var address: ListenOptions

  @OptionGroup var log: LogOptions

  func run() throws {
    // Bundles are read by tasks, and their files stay open.
    try AsynchronousRun.run()
    let events = ServingLog(log)
    let site = try BundleSite(bundles.map { BundleAddress(argument: $0) }) { events.receive($0) }
    try Serving(address: address, site: site, log: events).run { url in
      for bundle in site.bundles() {
        try StandardOutput.write(line: "serving \(bundle.name) at \(url)/\(StyleSource.encoded(bundle.name))/")
      }
    }
  }
}
