/// The requests that one read of tiles may make of an archive that is open: one for leaf directories and one for tiles, or two
/// for tiles if no leaf directory has to be read.
///
/// Opening an archive takes one request, so a first view takes three. The budget is paid for with bytes that nobody needs, and
/// these have a bound, `BundleLimits.joinedBytes`: what lies within so many bytes of the file can always be one request, because
/// no join of its parts leaves these bytes. So a view keeps the budget if its tiles lie within `joinedBytes`, and its leaf
/// directories. In an archive whose sections have no more bytes than that, all views do.
struct RequestBudget: Sendable {
  /// The requests that the tiles may take.
  private(set) var forTiles = 2

  /// Notes that leaf directories are read, which takes one request.
  mutating func spendOnLeaves() { forTiles = 1 }
}
