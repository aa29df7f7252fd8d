import Testing

@testable import OvertilePipeline

/// A layer's filter comes first: features that it excludes are not checked further.
@Suite struct FilterTests {
  private static let yaml = """
    name: Filter
    sources: {in: {path: in.json}}
    layers:
      counted:
        source: in
        kind: cluster
        zooms: 0-2
        filter: ["has", "n"]
        cluster: {aggregates: {s: {sum: n}}}
    output: {path: out}
    """

  @Test func onlyWhatPassesNeedsTheValuesOfAggregates() throws {
    let scenario = try Scenario()
    try scenario.write(
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"n":3}}
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{}}
      """, to: "in.json")
    let report = try #require(try scenario.build(Self.yaml).layers.first)
    #expect(try report.accepted == 1 && report.filtered == 2 && report.rejected == 0 && scenario.ledger() == [])
  }
}
