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
    let escaped = BundleAddress.escaped(name)
    #expect(escaped.removingPercentEncoding == name && !escaped.contains("{") && !escaped.contains(" "))
  }

  @Test(
    arguments: [
      ([], .index(isFolder: false)), ([""], .index(isFolder: true)), (["tile.json"], .tileJSON(layer: nil)),
      (["a", "tile.json"], .tileJSON(layer: "a")), (["features"], .features(layer: nil)),
      (["a", "features"], .features(layer: "a")), (["bundle.json"], .file), (["a"], .file), (["a", "b"], .file),
      (["3", "4", "2.mvt"], .tile(layer: nil, .init(z: "3", x: "4", y: "2"))),
      (["a", "3", "4", "2.pbf"], .tile(layer: "a", .init(z: "3", x: "4", y: "2"))),
      (["a", "clusters", "7", "children"], .cluster(layer: "a", id: "7", .children)),
      (["a", "clusters", "7", "expansion-zoom"], .cluster(layer: "a", id: "7", .expansionZoom)),
      (["a", "clusters", "7", "others"], .file), (["3", "4", "2.png"], .file), (["3", "4", "2"], .file),
      (["a", "b", "c", "d", "e"], .file),
      (["3", "4", ".mvt"], .tile(layer: nil, .init(z: "3", x: "4", y: ""))),
    ] as [([String], BundleRoute)])
  func routes(_ path: [String], _ route: BundleRoute) {
    #expect(BundleRoute(path) == route)
  }

  @Test(
    arguments: [
      ("0", 0), ("12", 12), ("007", 7), ("999999999999999999", 999_999_999_999_999_999), ("9999999999999999999", nil),
      ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil), ("1e3", nil), ("0x1", nil), ("\u{0661}", nil), (" 1", nil),
    ] as [(String, Int?)])
  func wholeNumbers(_ text: String, _ number: Int?) { #expect(NumberText.whole(text) == number) }

  @Test(
    arguments: [
      ("1", 1), ("-1.5", -1.5), ("1e2", 100), ("+3", 3), ("nan", nil), ("inf", nil), ("0x10", nil), ("", nil),
      ("1,2", nil),
      ("1e999", nil), ("--1", nil), (" 1", nil),
    ] as [(String, Double?)])
  func decimals(_ text: String, _ number: Double?) { #expect(NumberText.decimal(text[...]) == number) }
}
