import ArgumentParser
import Foundation
import OvertilePipeline
import OvertileServing

/// `overtile serve`: serves bundles over HTTP.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve bundles over HTTP: tiles, TileJSON, files in ranges, members of clusters.",
    discussion: """
      Prints one line for each bundle when it can be reached, and serves until Ctrl-C (SIGINT) or SIGTERM:

        serving quickstart at http://127.0.0.1:40123/quickstart/

      The name of a bundle is that of its folder; NAME=PATH gives another. The addresses are

        /NAME/tile.json              TileJSON of all layers
        /NAME/LAYER/tile.json        TileJSON of one, with its own zooms
        /NAME/{z}/{x}/{y}.mvt        a tile
        /NAME/LAYER/{z}/{x}/{y}.mvt  one layer of it
        /NAME/bundle.json            the manifest; also the files that it lists
        /health, /metrics            the state, and counts for Prometheus

      The page Serving of the documentation lists all of them. A bundle that is published again is served from the next request \
      on. If the new one is damaged, the old one is still served, and /health says "stale".

      Any page in a browser on this machine can read what is served. --host 0.0.0.0 also shows it to other machines; there is no \
      encryption and no login, so put a proxy in front.

      EXAMPLES
        overtile serve .bundles/quickstart
        overtile serve today=out/today yesterday=out/yesterday --port 8080
        curl -s http://127.0.0.1:8080/today/tile.json | jq .vector_layers
      """)

  @Argument(
    help: ArgumentHelp("Folders of bundles.", valueName: "[name=]bundle"), completion: .directory)
  var bundles: [String]

  @Option(help: ArgumentHelp("The address to listen at, of this machine.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(parsing: .unconditional, help: "The port to listen at; 0 for any free one.")
  var port = 0

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535, not \(port)") }
    guard !host.isEmpty else { throw ValidationError("--host is an address of this machine, such as 127.0.0.1") }
  }

  func run() throws {
    let events = ServingLog(log)
    try events.reporting {
      let site = try BundleSite(bundles.map { BundleAddress(argument: $0) }) { events.receive($0) }
      try Serving(host: host, port: port, site: site, log: events).run()
    }
  }
}
