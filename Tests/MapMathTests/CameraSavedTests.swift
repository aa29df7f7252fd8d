import Foundation
import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraSavedTests {
  private func encoded(_ saved: SavedCamera) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(saved)
  }

  private func decoded(_ text: String) throws -> SavedCamera {
    try JSONDecoder().decode(SavedCamera.self, from: Data(text.utf8))
  }

  @Test("What is saved comes back with every bit")
  func roundTrip() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      var start = random.camera()
      start.padding = random.insets()
      if Bool.random(using: &random) { start.anchor = ScreenPoint(x: random.number(0...9), y: 0.1) }
      let back = try JSONDecoder().decode(SavedCamera.self, from: try encoded(SavedCamera(start)))
      #expect(back == .camera(start), "seed \(seed)")
    }
  }

  @Test("Section 11: nothing saved is not the camera at 0, 0")
  func nothing() throws {
    #expect(String(decoding: try encoded(.nothing), as: UTF8.self) == #"{"camera":null,"version":1}"#)
    let zero = SavedCamera(camera(nullIsland, 0))
    let text = String(decoding: try encoded(zero), as: UTF8.self)
    #expect(try decoded(text) == zero && decoded(#"{"camera":null,"version":1}"#) == .nothing)
  }

  @Test("A later version, a missing key, and numbers out of range are refused")
  func rejections() throws {
    #expect(throws: CameraError.unknownVersion(2)) { try decoded(#"{"camera":null,"version":2}"#) }
    for text in [#"{"version":1}"#, #"{"camera":null}"#] {
      #expect(throws: DecodingError.self) { try decoded(text) }
    }
    let text = String(decoding: try encoded(SavedCamera(camera(nullIsland, 3))), as: UTF8.self)
    let steep = text.replacingOccurrences(of: #""pitch":0"#, with: #""pitch":90"#)
    #expect(throws: CameraError.invalidCamera) { try decoded(steep) }
  }
}

@Suite struct CameraSettledTests {
  private let viewport = MapViewport(width: 256, height: 256)
  private var tracker: ViewportTracker {
    ViewportTracker(options: TileCover.Options(tileSize: 512), minimumIntervalSeconds: 1)
  }

  /// A camera whose view lies inside one tile of zoom 3.
  private func over(column: Double) -> Camera {
    camera(Coordinate(latitude: 20, longitude: (column + 0.5) * 45 - 180), 3)
  }

  @Test("Moving says nothing; settling says once what came and went")
  func once() throws {
    var tracker = tracker
    let steps: [(column: Double, phase: ViewportTracker.Phase, seconds: Double, entered: [String]?, left: [String]?)] =
      [
        (2, .continuous, 0, nil, nil), (2, .settled, 0.1, ["3/2/3"], []), (2, .settled, 5, nil, nil),
        (3, .continuous, 6, nil, nil), (2.5, .settled, 7, ["3/3/3"], []), (3, .settled, 9, [], ["3/2/3"]),
      ]
    for step in steps {
      let change = try tracker.update(
        over(column: step.column), in: viewport, phase: step.phase, atSeconds: step.seconds)
      let (entered, left) = (change?.entered.map(\.description), change?.left.map(\.description))
      #expect(entered == step.entered && left == step.left, "at \(step.seconds) s")
    }
  }

  @Test("What settles too early is told when the interval is over, and dropped when the map moves on")
  func interval() throws {
    var tracker = tracker
    _ = try tracker.update(over(column: 2), in: viewport, phase: .settled, atSeconds: 10)
    #expect(try tracker.update(over(column: 4), in: viewport, phase: .settled, atSeconds: 10.5) == nil)
    #expect(tracker.dueAtSeconds == 11 && tracker.poll(atSeconds: 10.9) == nil)
    let late = tracker.poll(atSeconds: 11)
    #expect(late?.entered.map(\.description) == ["3/4/3"] && late?.left.map(\.description) == ["3/2/3"])
    #expect(tracker.poll(atSeconds: 20) == nil && tracker.dueAtSeconds == nil)
    _ = try tracker.update(over(column: 5), in: viewport, phase: .settled, atSeconds: 11.5)
    _ = try tracker.update(over(column: 5), in: viewport, phase: .continuous, atSeconds: 11.6)
    #expect(tracker.poll(atSeconds: 30) == nil)
  }

  @Test("The changes add up to what is in view, whatever the stream")
  func addsUp() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var (tracker, known, last) = (tracker, Set<TileID>(), -Double.infinity)
      for step in 0..<40 {
        let seconds = Double(step) * 0.4
        let phase: ViewportTracker.Phase = Bool.random(using: &random) ? .settled : .continuous
        let state = over(column: random.number(0...7))
        guard let change = try tracker.update(state, in: viewport, phase: phase, atSeconds: seconds) else { continue }
        #expect(seconds - last >= 1 && phase == .settled, "seed \(seed)")
        #expect(known.isDisjoint(with: change.entered) && known.isSuperset(of: change.left), "seed \(seed)")
        known.formUnion(change.entered)
        known.subtract(change.left)
        let seen = try state.visibleTiles(in: viewport, options: TileCover.Options(tileSize: 512))
        #expect(known == Set(seen.tiles) && tracker.tiles == known.sorted(), "seed \(seed)")
        last = seconds
      }
    }
  }
}
