import COvertilePage
import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileInspection

/// The page of the preview on a site of bundles, below `/preview/`.
package struct PreviewRoute: Sendable {
  /// The first segment of the page's addresses, and the name in the metrics.
  package static let segment = "preview"

  /// The name of the script of MapLibre, and that of its style sheet.
  package static let libraryNames = ["maplibre-gl.js", "maplibre-gl.css"]
  private static let mostLibraryBytes = 16 << 20
  /// The content of each file of the page by its name, below the page's address. These files are part of the program.
  private static let files: [String: [UInt8]] = Dictionary(
    uniqueKeysWithValues: (0..<overtile_page_count()).map { number in
      let file = overtile_page_file_at(number)
      return (String(cString: file.name), Array(String(cString: file.text).utf8))
    })

  private let host: String
  private let library: [String: [UInt8]]
  private let baseStyle: String?
  private let comparison: (@Sendable () throws -> [UInt8])?
  /// Says why the last build of the pipeline failed, nil if it did not; nil instead of it without a pipeline.
  let pipeline: (@Sendable () -> String?)?

  /// Creates the page of a site.
  ///
  /// - Parameters:
  ///   - host: the address or name of this machine that the site listens at.
  ///   - library: the files of MapLibre; empty to have the page load it from a content delivery network.
  ///   - baseStyle: the address of the style of a map to draw the bundles over; nil for the land alone.
  ///   - comparison: the JSON of `overtile diff` of the two bundles; nil for one bundle.
  ///   - pipeline: the text of why the last build of the bundle failed, nil if it did not; nil instead of it if no pipeline
  ///     makes the bundle.
  package init(
    host: String, library: [String: [UInt8]] = [:], baseStyle: String? = nil,
    comparison: (@Sendable () throws -> [UInt8])? = nil, pipeline: (@Sendable () -> String?)? = nil
  ) {
    (self.host, self.library, self.baseStyle) = (host, library, baseStyle)
    (self.comparison, self.pipeline) = (comparison, pipeline)
  }

  /// Reads MapLibre GL JS from a folder of this machine, or from that of the script: the content of each file by its name.
  ///
  /// - Throws: `RegularFileError` if one of them is missing, no regular file, or longer than 16 MiB.
  package static func library(at path: String) throws(RegularFileError) -> [String: [UInt8]] {
    let folder = path.hasSuffix(".js") ? URL(fileURLWithPath: path).deletingLastPathComponent().path : path
    var files: [String: [UInt8]] = [:]
    for name in libraryNames {
      files["lib/" + name] = Array(try RegularFile.contents(of: folder + "/" + name, limit: mostLibraryBytes))
    }
    return files
  }

  /// Checks that the browser asked for this machine by an address, by `localhost` or by the name that it listens at: a page
  /// of another name that leads to this machine is sent nothing.
  func checkHost(_ request: ServedRequest) throws(RequestFault) {
    var name = (request.header("host") ?? "").lowercased()[...]
    if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber) { name = name[..<colon] }
    let isAddress = name.hasPrefix("[") || name.allSatisfy { $0.isNumber || $0 == "." }
    guard isAddress || name == "localhost" || name == host.lowercased() else {
      throw RequestFault(
        .misdirectedRequest, "other-host",
        "the preview does not serve this host name; use `overtile serve` instead")
    }
  }

  /// A file of the page, its configuration, MapLibre, or the comparison; nil for other addresses.
  func response(to request: ServedRequest, on site: BundleSite) throws -> ServedResponse? {
    guard request.path.first == Self.segment else { return nil }
    guard request.path.count > 1 else { return ServedResponse(.permanentRedirect, ["Location": "\(Self.segment)/"]) }
    let path = request.path.dropFirst().joined(separator: "/")
    let name = path.isEmpty ? "index.html" : path
    if name == "preview.json" { return request.respond(configuration(site)) }
    if let style = style(name, site) { return request.respond(style) }
    let made = name == "diff.json" ? try comparison?() : nil
    guard let bytes = made ?? library[name] ?? Self.files[name] else {
      throw RequestFault(.notFound, "unknown-file", "the preview has no such file")
    }
    return Representation(type: MediaType.of(name), bytes, request).response(to: request)
  }

  /// The style of a bundle in the file `styles/NAME.json`, or `styles/NAME-dark.json`; nil for other files.
  private func style(_ name: String, _ site: BundleSite) -> JSONValue? {
    for bundle in site.bundles() {
      var style = BundleStyle(source: .readerProtocol("../" + StyleSource.encoded(bundle.name) + "/"))
      if name == "styles/\(bundle.name).json" { return style.json(of: bundle.manifest) }
      style.isDark = true
      if name == "styles/\(bundle.name)-dark.json" { return style.json(of: bundle.manifest) }
    }
    return nil
  }

  /// The content of `preview.json`: the bundles, and the addresses of everything else. All are relative to the page, which may
  /// lie below a proxy's prefix.
  private func configuration(_ site: BundleSite) -> JSONValue {
    let bundles = site.bundles().map { bundle -> JSONValue in
      [
        "name": .string(bundle.name), "url": .string("../" + StyleSource.encoded(bundle.name) + "/"),
        // The site serves the tiles of containers that a page cannot read.
        "tilejson": .bool(bundle.manifest.tiles.tileContainer?.isReadByPages == false),
      ]
    }
    var value: NamedValues<JSONValue> = ["bundles": .array(bundles), "health": "../health", "watch": true]
    if !library.isEmpty { value["maplibre"] = ["script": "lib/maplibre-gl.js", "css": "lib/maplibre-gl.css"] }
    if let baseStyle { value["style"] = .string(baseStyle) }
    if comparison != nil { value["diff"] = "diff.json" }
    return .object(value)
  }
}
