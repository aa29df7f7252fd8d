import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileExpressions
import TestSupport
import Testing

@testable import OvertilePipeline

/// Laws 3 and 6, read from the tiles of whole bundles: counts are conserved, and a cluster is one cluster everywhere.
@Suite struct ConservationTests {
  private static func yaml(_ cluster: String) -> String {
    """
    name: Points
    sources:
      all: {path: in.json, onInvalid: skip, maxRejected: 100%}
    layers:
      points: {source: all, kind: cluster, zooms: 0-7, cluster: {nonPoints: label, \(cluster)}}
    output: {path: out}
    """
  }

  @Test(arguments: ["radius: 60px", "radius: 90px, position: member, minPoints: 3, maxZoom: 5"])
  func countsAreConservedAtEveryZoom(cluster: String) throws {
    for seed in seeds(2) {
      let scenario = try Scenario()
      try scenario.write(RandomFeatures(seed: seed, count: 150).texts)
      try scenario.build(Self.yaml(cluster))
      let bundle = try BundleTiles(scenario.bundle)
      let points = try #require(bundle.manifest.layers[0].zooms.last?.points)
      #expect(points > 100, "seed \(seed)")
      var known: [UInt64: [DecodedProperties]] = [:]
      for counts in bundle.manifest.layers[0].zooms {
        let occurrences = bundle.occurrences("points", zoom: counts.zoom)
        var seen: [UInt64: Int64] = [:]
        for occurrence in occurrences {
          seen[occurrence.id] = Self.count(occurrence)
          known[occurrence.id, default: []].append(DecodedProperties(occurrence))
        }
        #expect(seen.values.reduce(0, +) == Int64(points), "seed \(seed), zoom \(counts.zoom)")
        #expect(counts.overlays == seen.count && counts.points == points, "seed \(seed), zoom \(counts.zoom)")
        #expect(counts.entries == occurrences.count, "seed \(seed), zoom \(counts.zoom)")
      }
      for (id, all) in known { #expect(Set(all).count == 1, "seed \(seed), id \(id)") }
      try checkPositions(bundle, seed: seed)
    }
  }

  /// Members, tiles and aggregates agree.
  @Test func clustersAreTheSumOfTheirMembers() throws {
    let scenario = try Scenario()
    try scenario.write(RandomFeatures(seed: 5, count: 120).texts)
    try scenario.build(
      Self.yaml(
        "radius: 80px, aggregates: {total: {sum: mag}, most: {max: mag}, open: {count: open}, names: {distinct: name}}")
    )
    let bundle = try BundleTiles(scenario.bundle)
    let members = try MembersReader(contentsOf: scenario.bundle.appendingPathComponent("members.points.bin"))
    var clusters = 0
    for zoom in 0...7 {
      let ids = Set(bundle.occurrences("points", zoom: zoom + 1).map(\.id))
      for occurrence in bundle.occurrences("points", zoom: zoom) where occurrence.feature["cluster"] == .bool(true) {
        clusters += 1
        let index = try #require(try members.index(ofCluster: occurrence.id))
        let record = try members.record(at: index)
        let leaves = try record.leaves.map { try members.leaf(at: $0) }
        #expect(Int64(leaves.count) == Self.count(occurrence))
        #expect(occurrence.feature["cluster_id"] == .int(Int64(occurrence.id)))
        let numbers = leaves.compactMap { $0.properties["mag"]?.number }
        let total = occurrence.feature["total"]?.number
        #expect(numbers.isEmpty ? total == nil : abs((total ?? .nan) - numbers.reduce(0, +)) <= 1e-9 * abs(total ?? 0))
        #expect(occurrence.feature["most"]?.number == numbers.max())
        #expect(occurrence.feature["open"] == .int(Int64(leaves.count { $0.properties["open"] != nil })))
        let names = Set(leaves.compactMap { $0.properties["name"] }).compactMap { value -> String? in
          if case .string(let text) = value { CanonicalJSON.quoted(text) } else { nil }
        }
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(occurrence.feature["names"] == .string("[" + sorted.joined(separator: ",") + "]"))
        // At the next zoom the children replace the cluster, if it is split there.
        #expect(occurrence.feature["expansion_zoom"] == .int(Int64(record.cluster.zoom + 1)))
        if record.cluster.zoom == zoom, zoom < 7 {
          for child in record.children {
            switch try members.child(at: child) {
            case .cluster(let inner): #expect(ids.contains(try members.cluster(at: Int(inner)).id))
            case .leaf(let leaf): #expect(ids.contains(try members.leafID(at: Int(leaf))))
            }
          }
        }
      }
    }
    #expect(clusters > 30)
  }

  /// The same marker in two tiles is at the same position on the map, around the world if need be.
  private func checkPositions(_ bundle: BundleTiles, seed: UInt64) throws {
    for zoom in 0...7 {
      let side = Int64(4096) << Int64(zoom)
      for (id, all) in Dictionary(grouping: bundle.occurrences("points", zoom: zoom), by: \.id) {
        let places = Set(all.map { [(($0.position.x % side) + side) % side, $0.position.y] })
        #expect(places.count == 1 && Set(all.map(\.tile)).count == all.count, "seed \(seed), zoom \(zoom), id \(id)")
      }
    }
  }

  private static func count(_ occurrence: BundleTiles.FeatureOccurrence) -> Int64 {
    if case .int(let count) = occurrence.feature["point_count"] { count } else { 1 }
  }

  /// The properties of a feature, in their order.
  private struct DecodedProperties: Hashable {
    let text: String
    init(_ occurrence: BundleTiles.FeatureOccurrence) {
      text = occurrence.feature.properties.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    }
  }
}
