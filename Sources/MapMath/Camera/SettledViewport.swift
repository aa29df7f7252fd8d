/// Reports the tiles that enter and leave a map's view, once each time that the map has come to rest.
///
/// Feed it with every camera that the map reports. While the map moves it reports nothing; when the map settles it
/// names the tiles that have come and gone since its last report, at most once per minimum interval. A view that
/// settles too early is kept until the interval is over, unless the map moves on: call `poll(atSeconds:)` at
/// `dueAtSeconds`.
public struct SettledViewport: Sendable {
  /// The state of the map.
  public enum Phase: Sendable, Hashable {
    /// Moving: a gesture or an animation is under way.
    case continuous
    /// At rest.
    case settled
  }

  /// The tiles that came and went with one settling.
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
  ///   - minimumIntervalSeconds: The least time between two changes; 0 and less for none.
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
  ///   - seconds: The time by any clock that does not run backwards; one that does counts as set anew.
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

  /// The time at which the kept view can be reported, by the caller's clock; nil if none is kept.
  public var dueAtSeconds: Double? {
    guard pending != nil, let lastChange else { return nil }
    return lastChange + minimumInterval
  }

  /// Returns the change of a view that settled too early, once its time has come.
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
