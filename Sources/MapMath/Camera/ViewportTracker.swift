/// Reports the tiles that enter and leave a map's view, once each time the map comes to rest.
///
/// Pass it every camera that the map reports. It reports at most once per minimum interval. If the map settles
/// earlier, call `poll(atSeconds:)` at `dueAtSeconds`.
public struct ViewportTracker: Sendable {
  /// The state of the map.
  public enum Phase: Sendable, Hashable {
    /// Moving: a gesture or an animation is under way.
    case continuous
    /// At rest.
    case settled
  }

  /// The tiles that came and went since the last report.
  public struct Change: Sendable, Hashable {
    /// Tiles now in view that were not, ascending.
    public var entered: [TileID]
    /// Tiles no longer in view, ascending.
    public var left: [TileID]
  }

  /// The tiles in view when a change was last reported, ascending.
  public private(set) var tiles: [TileID] = []
  private let options: TileCover.Options
  private let minimumInterval: Double
  private var lastChange: Double?
  private var pending: [TileID]?

  /// Makes a watcher that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - options: The choice of tiles.
  ///   - minimumIntervalSeconds: The shortest time between two reports, in seconds; 0 for none.
  public init(options: TileCover.Options, minimumIntervalSeconds: Double) {
    self.options = options
    minimumInterval = minimumIntervalSeconds
  }

  /// Records a state of the map; returns a change if it has settled on other tiles and the interval is over.
  ///
  /// - Parameters:
  ///   - camera: The camera of the map.
  ///   - viewport: The screen of the map.
  ///   - phase: Whether the map moves or has settled.
  ///   - seconds: The time in seconds, by a clock that does not run backward.
  /// - Throws: the errors of `Camera.visibleTiles(in:options:)`; the state then counts as not seen.
  public mutating func update(
    _ camera: Camera, in viewport: MapViewport, phase: Phase, atSeconds seconds: Double
  ) throws(CameraError) -> Change? {
    guard phase == .settled else {
      pending = nil
      return nil
    }
    pending = Array(try camera.visibleTiles(in: viewport, options: options).tiles).sorted()
    return poll(atSeconds: seconds)
  }

  /// The time, by the caller's clock, at which to poll for a report; nil if none is waiting.
  public var dueAtSeconds: Double? {
    guard pending != nil, let lastChange else { return nil }
    return lastChange + minimumInterval
  }

  /// Returns the report that had to wait for the interval, once it is due.
  public mutating func poll(atSeconds seconds: Double) -> Change? {
    guard let now = pending else { return nil }
    if now == tiles {
      pending = nil
      return nil
    }
    if let lastChange, seconds >= lastChange, seconds < lastChange + minimumInterval { return nil }
    let (before, after) = (Set(tiles), Set(now))
    let change = Change(
      entered: now.filter { !before.contains($0) }, left: tiles.filter { !after.contains($0) })
    tiles = now
    lastChange = seconds
    pending = nil
    return change
  }
}
