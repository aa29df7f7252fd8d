import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertilePipeline

/// The positions of the centers of circles in the tiles of a bundle.
@Suite struct CirclePositionTests {
  @Test(arguments: [0, 1, 4, 9]) func centersStandAtTheNearestUnitOfEveryTile(zoom: Int) throws {
    let scenario = try Scenario()
    var random = SeededRandom(seed: 1)
    var places = [(180.0, 0.0), (-180, 10), (179.9999, -20), (-179.9999, -30), (0, 85), (12.5, -85)]
    for _ in 0..<20 {
      places.append((Double.random(in: -180...180, using: &random), Double.random(in: -80...80, using: &random)))
    }
    let features = places.enumerated().map { index, place in
      #"{"type":"Feature","id":\#(index),"geometry":{"type":"Point","coordinates":[\#(place.0),\#(place.1)]},"properties":{}}"#
    }
    try scenario.write(features)
    try scenario.build(
      """
      name: Centers
      sources: {in: {path: in.json}}
      layers: {shown: {source: in, kind: circle, zooms: \(zoom), circle: {radius: 40px}}}
      output: {path: out, extent: 1024}
      """)
    let all = try BundleTiles(scenario.bundle).occurrences("shown", zoom: zoom)
    #expect(Set(all.map(\.id)) == Set(places.indices.map { UInt64($0) }))
    let world = Int64(1024) << Int64(zoom)
    for occurrence in all {
      let place = places[Int(occurrence.id)]
      let point = WorldPoint(Coordinate(latitude: place.1, longitude: place.0))
      // Whole units from the tile's own corner, as exact products of integers in a double.
      let units = { (position: UInt32, origin: Int64, copy: Int64) -> Int64 in
        let distance = Double((Int64(position) + copy * (1 << 32)) * 1024 - origin * (1 << 32) * 1024 >> Int64(zoom))
        return Int64((distance / Double(Int64(1) << Int64(32 - zoom)) + 0.5).rounded(.down))
      }
      let x = [-1, 0, 1].map { units(point.x, Int64(occurrence.tile.x), $0) }
      let y = units(point.y, Int64(occurrence.tile.y), 0)
      let found = (Int64(occurrence.feature.geometry.x[0]), Int64(occurrence.feature.geometry.y[0]))
      #expect(found.1 == y && x.contains(found.0), "\(occurrence.tile), \(place)")
      // The copy of the world nearest to the tile's middle.
      #expect(abs(found.0 - 512) <= world / 2, "\(occurrence.tile), \(place)")
    }
  }
}
