/// A watcher that reports the tiles that enter and leave a map's view each time the map comes to rest.
///
/// Pass it every camera that the map reports. It reports changes at most once per minimum interval. If the map settles
/// earlier, call `poll(atSeconds:)` at `dueAtSeconds`.
public struct ViewportTracker: Sendable {
  /// The state of the map.
  public enum Phase: Sendable, Hashable {
    /// Moving: a gesture or an animation is under way.
    case continuous
    /// At rest.
    case settled
  }

  /// The tiles that entered and left the view since the last report.
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

  /// Creates a watcher that has not seen any camera yet.
  ///
  /// - Parameters:
  ///   - options: The options for choosing the tiles.
  ///   - minimumIntervalSeconds: The minimum time between two reports in seconds, or 0 for no minimum.
  public init(options: TileCover.Options, minimumIntervalSeconds: Double) {
    self.options = options
    minimumInterval = minimumIntervalSeconds
  }

  /// Records a state of the map, and returns the change of tiles if one is due.
  ///
  /// - Parameters:
  ///   - camera: The camera of the map.
  ///   - viewport: The viewport of the map.
  ///   - phase: Whether the map is moving or has settled.
  ///   - seconds: The time in seconds, from a clock that never goes backward.
  /// - Throws: The errors of `Camera.visibleTiles(in:options:)`; the state is then ignored.
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

  /// The time on the caller's clock at which to poll for a report, or nil if no report is pending.
  public var dueAtSeconds: Double? {
    guard pending != nil, let lastChange else { return nil }
    return lastChange + minimumInterval
  }

  /// Returns the pending report if it is due.
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
