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
      Each layer is one source, so maps overzoom it in every layout. Clusters are sized by their counts. Circles have a \
      light fill and an outline; shapes have a fill and an outline. The colors also suit color-blind readers.

      SOURCES
        protocol  overtile:// URLs for the web reader, which needs only a file
                  server. --url is the URL of the bundle's folder, and may be
                  relative to the page. Default: the folder's name.
        tilejson  TileJSON at URL/LAYER/tile.json, from `overtile serve`.
                  Needs --url.

      An absolute URL begins with http:// or https://. A URL must not contain "?" or "#".

      Text needs glyphs from a server, so counts and names appear only with --glyphs. A circle layer with a pulse also has a style \
      layer NAME-pulse, whose metadata describe the pulse; animate its opacity in your page.

      EXAMPLES
        overtile style .bundles/quickstart > style.json
        overtile style .bundles/quickstart --url https://example.com/quickstart/
        overtile style .bundles/quickstart --dark > dark.json
        overtile style .bundles/quickstart | jq -r '.layers[].id'
      """)

  @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
  var bundle: String

  @Option(help: "How the map loads the tiles: protocol (default) or tilejson.")
  var source: Source?

  @Option(help: ArgumentHelp("The URL of the bundle.", valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp("The URL of the glyphs, with {fontstack} and {range}. Adds counts and names.", valueName: "url"))
  var glyphs: String?

  @Option(help: "The font for counts and names; the glyph server must have it. Default: Noto Sans Regular.")
  var font: String?

  @Flag(help: "Use colors for a dark background.")
  var dark = false

  func validate() throws {
    if source == .tilejson, url == nil {
      throw ValidationError("--source tilejson requires --url, such as http://127.0.0.1:8000/quickstart/")
    }
    if let url, !Self.isAddress(url, isRelativeAllowed: source != .tilejson) {
      let relative = source == .tilejson ? "" : ", or be relative to the page"
      throw ValidationError(
        "--url: \"\(url)\" is not a valid URL: it must begin with http:// or https:// and a server\(relative), and must not "
          + "contain white space, \"?\" or \"#\"; use a URL such as https://example.com/quickstart/")
    }
    if let glyphs, !(glyphs.contains("{fontstack}") && glyphs.contains("{range}")) {
      throw ValidationError("--glyphs: \"\(glyphs)\" must contain {fontstack} and {range}, which the map replaces")
    }
    if font != nil, glyphs == nil {
      throw ValidationError("--font requires --glyphs, because a style without glyphs has no text")
    }
  }

  /// Whether a text is the URL of a folder that a page can read, to which names can be appended.
  private static func isAddress(_ text: String, isRelativeAllowed: Bool) -> Bool {
    guard !text.contains(where: { $0.isWhitespace || "?#".contains($0) }), !text.hasPrefix("//"),
      let url = URLComponents(string: text)
    else { return false }
    guard let scheme = url.scheme?.lowercased() else { return isRelativeAllowed }
    return ["http", "https"].contains(scheme) && url.host?.isEmpty == false
  }

  func run() throws {
    try TileSource.reading(bundle) { try $0.checkFiles() }
    let manifest = try BundleManifest(bundle: URL(fileURLWithPath: bundle))
    if source != .tilejson, manifest.tiles.tileContainer?.isReadByPages == false {
      throw ValidationError(
        "\(bundle) has the format \(manifest.tiles.container), which a web page cannot read; use --source tilejson with --url"
      )
    }
    var style = BundleStyle(source: source == .tilejson ? .tileJSON(base) : .readerProtocol(base))
    style.isDark = dark
    style.glyphs = glyphs
    if let font { style.font = font }
    try StandardOutput.write(style.json(of: manifest).lines)
  }

  /// The address of the bundle: the one in the arguments, or the name of its folder.
  private var base: String {
    url ?? StyleSource.encoded(URL(fileURLWithPath: bundle).standardizedFileURL.lastPathComponent) + "/"
  }
}
