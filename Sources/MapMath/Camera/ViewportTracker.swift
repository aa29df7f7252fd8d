/// A type that reports which tiles have entered and left the view of a map when the map comes to rest.
///
/// Pass every camera that the map reports to `update(_:in:phase:atSeconds:)`. The tracker reports changes at most once
/// per minimum interval. If the map comes to rest before the interval has passed, call `poll(atSeconds:)` at the time
/// in `dueAtSeconds`.
public struct ViewportTracker: Sendable {
  /// Whether a map is moving or at rest.
  public enum Phase: Sendable, Hashable {
    /// The state of a map that is moving, because of a gesture or an animation.
    case continuous
    /// The state of a map at rest.
    case settled
  }

  /// The tiles that have entered and left the view since the last report.
  public struct Change: Sendable, Hashable {
    /// The tiles that have entered the view, in ascending order.
    public var entered: [TileID]
    /// The tiles that have left the view, in ascending order.
    public var left: [TileID]
  }

  /// The tiles that were in view at the last report, in ascending order.
  public private(set) var tiles: [TileID] = []
  private let options: TileCover.Options
  private let minimumInterval: Double
  private var lastChange: Double?
  private var pending: [TileID]?

  /// Creates a tracker with the given options and minimum interval. At first, no tiles are in view.
  ///
  /// - Parameters:
  ///   - options: The options for choosing the tiles.
  ///   - minimumIntervalSeconds: The minimum time between two reports, in seconds, or 0 for no minimum.
  public init(options: TileCover.Options, minimumIntervalSeconds: Double) {
    self.options = options
    minimumInterval = minimumIntervalSeconds
  }

  /// Records the state of the map and returns the tiles that have entered and left the view, or `nil` if no report is
  /// due.
  ///
  /// - Parameters:
  ///   - camera: The camera of the map.
  ///   - viewport: The viewport of the map.
  ///   - phase: Whether the map is moving or has come to rest.
  ///   - seconds: The current time, in seconds, from a clock that never goes backward.
  /// - Throws: Any error that `Camera.visibleTiles(in:options:)` throws. In this case, the state is ignored.
  public mutating func update(
    _ camera: Camera, in viewport: MapViewport, phase: Phase, atSeconds seconds: Double
  ) throws(CameraError) -> Change? {
    guard phase == .settled else {
      pending = nil
      return nil
    }
    pending = try camera.visibleTiles(in: viewport, options: options).tiles.sorted()
    return poll(atSeconds: seconds)
  }

  /// The time at which to poll for a report, in seconds on the caller's clock, or `nil` if no report is pending.
  public var dueAtSeconds: Double? {
    guard pending != nil, let lastChange else { return nil }
    return lastChange + minimumInterval
  }

  /// Returns the tiles that have entered and left the view, or `nil` if no report is due at the given time, in seconds.
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
