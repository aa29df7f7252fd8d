import Foundation
import MapMath
import TestSupport

@testable import OvertileVectorTile
@testable import TileMessages

/// Cells that fill a square, with jagged borders that they share, and changes of such borders in tiles.
enum PlantedBorders {
  static func layer(_ method: String) -> String {
    "  cells: {source: in, kind: shape, zooms: 1-4, shape: {method: \(method)}}"
  }

  /// Four by four cells.
  static func features(seed: UInt64) -> [String] {
    var random = SeededRandom(seed: seed)
    let side = 4
    var nodes: [[(Double, Double)]] = []
    for row in 0...side {
      nodes.append(
        (0...side).map { column in
          let shift = { Double.random(in: -1.5...1.5, using: &random) }
          return (Double(column) * 9 + 2 + shift(), Double(row) * 9 + 2 + shift())
        })
    }
    func path(_ a: (Double, Double), _ b: (Double, Double)) -> [(Double, Double)] {
      (0..<12).map { step in
        let share = Double(step) / 12
        let shift = { step == 0 ? 0 : Double.random(in: -0.25...0.25, using: &random) }
        return (a.0 + share * (b.0 - a.0) + shift(), a.1 + share * (b.1 - a.1) + shift())
      }
    }
    let across = (0...side).map { row in (0..<side).map { path(nodes[row][$0], nodes[row][$0 + 1]) } }
    let down = (0..<side).map { row in (0...side).map { path(nodes[row][$0], nodes[row + 1][$0]) } }
    return (0..<side * side).map { number in
      let (row, column) = (number / side, number % side)
      let ring =
        across[row][column] + down[row][column + 1] + [nodes[row + 1][column + 1]]
        + across[row + 1][column].dropFirst().reversed() + [nodes[row + 1][column]]
        + down[row][column].dropFirst().reversed() + [nodes[row][column]]
      let text = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
      return #"{"type":"Feature","id":\#(number + 1),"geometry":{"type":"Polygon","coordinates":[[\#(text)]]},"#
        + #""properties":{}}"#
    }
  }

  /// Moves a position of one polygon well inside a tile, by some units.
  ///
  /// - Parameters:
  ///   - sharing: the number of polygons that have the position.
  ///   - skipped: the number of such positions to leave as they are; those that were are subtracted.
  static func move(
    by step: SIMD2<Int32>, sharing: Int, skipping skipped: inout Int, _ message: inout MessageTile, _ tile: TileID
  ) throws -> Bool {
    let decoded = try TileDecoder.decode(message.bytes)
    guard let layer = decoded.layers.firstIndex(where: { $0.name == "cells" }) else { return false }
    var counts: [SIMD2<Int32>: Int] = [:]
    let shapes = decoded.layers[layer].features.map(\.geometry)
    for shape in shapes {
      for index in shape.x.indices { counts[SIMD2(shape.x[index], shape.y[index]), default: 0] += 1 }
    }
    for (feature, shape) in shapes.enumerated() where shape.partEnds.count == 1 {
      for index in shape.x.indices {
        let position = SIMD2(shape.x[index], shape.y[index])
        guard counts[position] == sharing, (100..<3900).contains(position.x), (100..<3900).contains(position.y) else {
          continue
        }
        guard skipped == 0 else {
          skipped -= 1
          continue
        }
        var moved = shape
        (moved.x[index], moved.y[index]) = (position.x + step.x, position.y + step.y)
        message.layers[layer].features[feature].geometry = commands(moved)
        return true
      }
    }
    return false
  }

  private static func commands(_ ring: TileGeometry) -> [UInt32] {
    var words: [UInt32] = []
    var last = SIMD2<Int32>(0, 0)
    for index in ring.x.indices {
      if index == 0 { words.append(9) }
      if index == 1 { words.append(UInt32(ring.x.count - 1) << 3 | 2) }
      let step = SIMD2(ring.x[index], ring.y[index]) &- last
      words += [step.x, step.y].map { UInt32(bitPattern: $0 << 1 ^ $0 >> 31) }
      last = SIMD2(ring.x[index], ring.y[index])
    }
    return words + [15]
  }
}
