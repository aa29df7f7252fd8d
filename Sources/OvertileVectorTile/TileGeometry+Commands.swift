import MapMath
import OvertileCore

extension TileGeometry {
  /// Adds this geometry as a tile holds it: a byte for its kind, then its commands; see `TileEncoder.endFeature`.
  ///
  /// Coordinates must be within +-2^30. Lines of fewer than 2 positions and rings of fewer than 3 are left out. Each part
  /// begins where the one before ends: ClosePath does not move the cursor. O(positions).
  package func encode(to bytes: inout Column<UInt8>) {
    bytes.append(kind.rawValue)
    var (cursorX, cursorY): (Int32, Int32) = (0, 0)
    for index in partEnds.indices {
      let part = positions(ofPart: index)
      guard part.count >= Int(kind.rawValue) else { continue }
      let moves = kind == .points ? part.count : 1
      Varint.append(GeometryCommand.integer(GeometryCommand.moveTo, count: moves), to: &bytes)
      for position in part {
        if position == part.lowerBound + moves {
          Varint.append(GeometryCommand.integer(GeometryCommand.lineTo, count: part.count - 1), to: &bytes)
        }
        Varint.append(GeometryCommand.parameter(x[position] &- cursorX), to: &bytes)
        Varint.append(GeometryCommand.parameter(y[position] &- cursorY), to: &bytes)
        (cursorX, cursorY) = (x[position], y[position])
      }
      if kind == .polygons {
        Varint.append(GeometryCommand.integer(GeometryCommand.closePath, count: 1), to: &bytes)
      }
    }
  }
}
