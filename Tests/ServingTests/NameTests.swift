import Foundation
import TestSupport
import Testing

@testable import OvertileServing

@Suite struct NameTests {
  @Test(arguments: [
    ("out/quickstart", "quickstart", "out/quickstart"), ("out/quickstart/", "quickstart", "out/quickstart/"),
    ("out/nightly/current", "nightly", "out/nightly/current"), ("a=out/b", "a", "out/b"), ("a=b=c", "a", "b=c"),
    ("=out/b", "", "out/b"), ("out/./b/../c", "c", "out/./b/../c"),
  ])
  func namesOfArguments(_ argument: String, _ name: String, _ path: String) {
    #expect(BundleAddress(argument: argument) == BundleAddress(name: name, path: path))
  }

  @Test func aFolderOfReleasesMeansItsCurrent() throws {
    let scratch = try ScratchFolder()
    let root = scratch.url.appendingPathComponent("nightly").path
    try FileManager.default.createDirectory(atPath: root + "/current", withIntermediateDirectories: true)
    #expect(BundleAddress(argument: root) == BundleAddress(name: "nightly", path: root + "/current"))
    // A path that is there is one, whatever it is called.
    let odd = scratch.url.appendingPathComponent("a=b").path
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: true)
    #expect(BundleAddress(argument: odd) == BundleAddress(name: "a=b", path: odd))
  }

  @Test(arguments: [
    [("a", "x"), ("a", "y")], [("health", "x")], [("metrics", "x")], [("preview", "x")], [("", "x")], [("a/b", "x")],
    [("..", "x")], [(".", "x")], [("a\nb", "x")], [("b", "x"), ("a\u{0}", "y")],
  ])
  func namesThatCannotBe(_ addresses: [(String, String)]) {
    let addresses = addresses.map { BundleAddress(name: $0.0, path: $0.1) }
    let error = #expect(throws: NamingError.self) { try BundleAddress.check(addresses) }
    #expect(error?.description.contains("NAME=") == true)
  }

  @Test(arguments: ["a", "A b", "ü", "..a", "a=b", "{z}", "100%"])
  func namesThatCan(_ name: String) throws {
    try BundleAddress.check([BundleAddress(name: name, path: "x"), BundleAddress(name: "other", path: "y")])
    let escaped = SiteIndex(origin: "").address(name).dropFirst()
    #expect(escaped.removingPercentEncoding == name && !escaped.contains("{") && !escaped.contains(" "))
  }

  @Test(
    arguments: [
      ([], .index, nil, []), ([""], .index, nil, []), (["tile.json"], .tileJSON, nil, []),
      (["a", "tile.json"], .tileJSON, "a", []), (["features"], .features, nil, []),
      (["a", "features"], .features, "a", []), (["bundle.json"], .file, nil, []), (["a"], .file, nil, []),
      (["a", "b"], .file, nil, []), (["a", ""], .file, nil, []),
      (["3", "4", "2.mvt"], .tile, nil, ["3", "4", "2"]),
      (["a", "3", "4", "2.pbf"], .layerTile, "a", ["3", "4", "2"]),
      (["a", "clusters", "7", "children"], .children, "a", ["7"]),
      (["a", "clusters", "7", "expansion-zoom"], .expansionZoom, "a", ["7"]),
      (["a", "clusters", "7", "others"], .file, nil, []), (["a", "clusters", "7", "index"], .file, nil, []),
      (["3", "4", "2.png"], .file, nil, []), (["3", "4", "2"], .file, nil, []),
      (["a", "b", "c", "d", "e"], .file, nil, []), (["3", "4", ".mvt"], .tile, nil, ["3", "4", ""]),
    ] as [([String], BundleRoute.Kind, String?, [String])])
  func routes(_ path: [String], _ kind: BundleRoute.Kind, _ layer: String?, _ numbers: [String]) {
    let route = BundleRoute(path)
    #expect(route.kind == kind && route.layer == layer && route.numbers == numbers)
  }
}
