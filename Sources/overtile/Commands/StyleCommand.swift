import ArgumentParser
import Foundation
import OvertileBundleFormat
import OvertileInspection

/// `overtile style`: writes a MapLibre style that shows a bundle.
struct StyleCommand: ParsableCommand {
  /// The way in which the map reaches the tiles.
  enum Source: String, ExpressibleByArgument, CaseIterable {
    case `protocol`, tilejson
  }

  static let configuration = CommandConfiguration(
    commandName: "style",
    abstract: "Print a MapLibre style for a bundle, ready to edit.",
    discussion: """
      Each layer is one source, so maps overzoom it in every layout. Clusters are sized by their counts, circles are filled \
      lightly and outlined, shapes are filled and outlined. The colors are chosen for color-blind readers, too.

      SOURCES
        protocol  overtile:// addresses of the reader for the web, which needs only
                  a server of files. --address is the bundle's folder, and may be
                  relative to the page. Default: the folder's name.
        tilejson  TileJSON at ADDRESS/LAYER/tile.json, from `overtile serve`.
                  Needs --address.

      An absolute address begins with http:// or https://. No address has a "?" or "#".

      Text needs glyphs from a server, so counts and names appear only with --glyphs. A circle layer with a pulse also has a style \
      layer NAME-pulse with the pulse in its metadata; animate its opacity in your page.

      EXAMPLES
        overtile style .bundles/quickstart > style.json
        overtile style .bundles/quickstart --address https://example.com/quickstart/
        overtile style .bundles/quickstart --dark > dark.json
        overtile style .bundles/quickstart | jq -r '.layers[].id'
      """)

  @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
  var bundle: String

  @Option(help: "How the map reaches the tiles: protocol (default) or tilejson.")
  var source: Source?

  @Option(help: ArgumentHelp("The address of the bundle.", valueName: "url"))
  var address: String?

  @Option(
    help: ArgumentHelp("The address of glyphs, with {fontstack} and {range}. Adds counts and names.", valueName: "url"))
  var glyphs: String?

  @Option(help: "The font of counts and names; the server of glyphs must have it. Default: Noto Sans Regular.")
  var font: String?

  @Flag(help: "Use colors for a dark background.")
  var dark = false

  func validate() throws {
    if source == .tilejson, address == nil {
      throw ValidationError("--source tilejson needs --address, such as http://127.0.0.1:8000/quickstart/")
    }
    if let address, let reason = Self.fault(ofAddress: address, isRelativeAllowed: source != .tilejson) {
      throw ValidationError(
        "--address: \"\(address)\" is not an address: \(reason); write it like https://example.com/quickstart/")
    }
    if let glyphs, !(glyphs.contains("{fontstack}") && glyphs.contains("{range}")) {
      throw ValidationError("--glyphs: \"\(glyphs)\" lacks {fontstack} or {range}, which a map fills in")
    }
    if font != nil, glyphs == nil {
      throw ValidationError("--font has no effect without --glyphs, since a style without glyphs has no texts")
    }
  }

  /// The reason that a text is not the address of a folder that a page can read; nil if it is one.
  private static func fault(ofAddress address: String, isRelativeAllowed: Bool) -> String? {
    guard !address.isEmpty else { return "it is empty" }
    guard !address.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0.properties.isWhitespace })
    else { return "it has white space or control characters" }
    guard !address.contains(where: "?#".contains) else {
      return "it must not contain \"?\" or \"#\", because names of layers follow it"
    }
    guard let colon = address.firstIndex(of: ":"), !address[..<colon].contains("/") else {
      if address.hasPrefix("//") { return "http:// or https:// is missing before it" }
      return isRelativeAllowed ? nil : "TileJSON needs a whole address, which begins with http:// or https://"
    }
    guard ["http", "https"].contains(address[..<colon].lowercased()) else {
      return "it must begin with http:// or https://"
    }
    guard address[colon...].hasPrefix("://"), let host = URLComponents(string: address)?.host, !host.isEmpty else {
      return "the name of a server is missing after \(address[...colon])//"
    }
    return nil
  }

  func run() throws {
    try Looking.run(reading: bundle) {
      try TileSource.reading(bundle) { try $0.checkFiles() }
      let manifest = try BundleManifest(bundle: URL(fileURLWithPath: bundle))
      if source != .tilejson, let traits = manifest.tiles.tileContainer?.traits, !traits.isReadByPages {
        throw ValidationError(
          "\(bundle) has its tiles in \(traits.title), which a page cannot read; use --source tilejson with --address")
      }
      var style = BundleStyle(source: source == .tilejson ? .tileJSON(base) : .readerProtocol(base))
      style.isDark = dark
      style.glyphs = glyphs
      if let font { style.font = font }
      return style.json(of: manifest).lines
    }
  }

  /// The address of the bundle: the one in the arguments, or the name of its folder.
  private var base: String {
    address ?? StyleSource.encoded(URL(fileURLWithPath: bundle).standardizedFileURL.lastPathComponent) + "/"
  }
}
