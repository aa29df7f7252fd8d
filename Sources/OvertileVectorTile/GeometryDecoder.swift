import MapMath

/// Decodes the command integers of one feature's geometry.
struct GeometryDecoder {
  private let commands: [UInt32]
  private let isTolerant: Bool
  private var next = 0
  private var cursorX: Int32 = 0
  private var cursorY: Int32 = 0
  private var geometry: TileGeometry
  /// The number of lines and rings that a tolerant decoder left out.
  private(set) var droppedParts = 0

  init(commands: [UInt32], kind: TileGeometry.Kind, isTolerant: Bool = false) {
    self.commands = commands
    self.isTolerant = isTolerant
    geometry = TileGeometry(kind: kind)
  }

  /// Decodes the geometry. It has at least one part, unless the decoder is tolerant.
  mutating func decode() throws(VectorTileError) -> TileGeometry {
    guard !commands.isEmpty else { throw fault("the geometry has no commands") }
    if geometry.kind == .points {
      try positions(GeometryCommand.moveTo, 1...Int.max)
      guard next == commands.count else { throw fault("a point geometry has commands after its MoveTo") }
      geometry.endPart()
      return geometry
    }
    while next < commands.count {
      try positions(GeometryCommand.moveTo, 1...1)
      let fewest = geometry.kind == .polygons ? 2 : 1
      try positions(GeometryCommand.lineTo, (isTolerant ? 1 : fewest)...Int.max)
      if geometry.kind == .polygons { try closePath() }
      let start = geometry.partEnds.last ?? 0
      if geometry.x.count - start > fewest {
        geometry.endPart()
      } else {
        // Only a tolerant decoder reaches this branch.
        droppedParts += 1
        geometry.x.removeSubrange(start...)
        geometry.y.removeSubrange(start...)
      }
    }
    return geometry
  }

  private mutating func positions(_ wanted: UInt32, _ counts: ClosedRange<Int>) throws(VectorTileError) {
    let count = try command(wanted)
    guard counts.contains(count) else { throw fault("\(Self.name(wanted)) has an invalid count of \(count)") }
    guard count <= (commands.count - next) / 2 else {
      throw fault("\(Self.name(wanted)) has \(count) positions, but only \(commands.count - next) integers are left")
    }
    for _ in 0..<count {
      let (stepX, stepY) = (Self.signed(commands[next]), Self.signed(commands[next + 1]))
      next += 2
      if wanted == GeometryCommand.lineTo, stepX == 0, stepY == 0 {
        if isTolerant { continue }
        throw fault("a LineTo has no length, which section 4.3.3.2 of MVT 2.1 forbids")
      }
      let (x, y) = (cursorX.addingReportingOverflow(stepX), cursorY.addingReportingOverflow(stepY))
      if x.overflow || y.overflow { throw fault("a position exceeds 32 bits") }
      (cursorX, cursorY) = (x.partialValue, y.partialValue)
      geometry.append(x: cursorX, y: cursorY)
    }
  }

  private mutating func closePath() throws(VectorTileError) {
    let count = try command(GeometryCommand.closePath)
    guard count == 1 else { throw fault("ClosePath has an invalid count of \(count)") }
    let ring = (geometry.partEnds.last ?? 0)..<geometry.x.count
    let (first, last) = (ring.lowerBound, ring.upperBound - 1)
    if last > first, geometry.x[first] == geometry.x[last], geometry.y[first] == geometry.y[last] {
      guard isTolerant else {
        throw fault("a ring repeats its first position, which section 4.3.4.4 of MVT 2.1 forbids")
      }
      geometry.x.removeLast()
      geometry.y.removeLast()
    }
  }

  /// Reads a command integer of one kind and returns its count.
  private mutating func command(_ wanted: UInt32) throws(VectorTileError) -> Int {
    guard next < commands.count else { throw fault("the geometry ends before a \(Self.name(wanted))") }
    let integer = commands[next]
    guard integer & 7 == wanted else {
      throw fault("expected \(Self.name(wanted)), but found \(Self.name(integer & 7))")
    }
    next += 1
    return Int(integer >> 3)
  }

  private static func signed(_ parameter: UInt32) -> Int32 {
    Int32(bitPattern: (parameter >> 1) ^ (0 &- (parameter & 1)))
  }

  private static func name(_ command: UInt32) -> String {
    switch command {
    case GeometryCommand.moveTo: "MoveTo"
    case GeometryCommand.lineTo: "LineTo"
    case GeometryCommand.closePath: "ClosePath"
    default: "command \(command)"
    }
  }

  private func fault(_ reason: String) -> VectorTileError {
    VectorTileError(code: .geometry, reason: reason)
  }
}
