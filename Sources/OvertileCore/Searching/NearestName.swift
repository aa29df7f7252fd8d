/// Finds the name that was probably meant.
package enum NearestName {
  /// The candidate nearest to a name by edit distance, or nil if none is near. Ties go to the first candidate.
  ///
  /// Near means at most a third of the longer name's length or one edit, and fewer edits than either name is long.
  /// A text of more than 100 characters is not a mistyped name. O(sum of the lengths' products).
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    guard name.utf8.count <= 400, name.count <= 100 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= 600 {
      let (shorter, longer) = (min(name.count, candidate.count), max(name.count, candidate.count))
      let most = max(1, longer / 3)
      guard longer - shorter <= most else { continue }
      let distance = distance(name.lowercased(), candidate.lowercased())
      guard distance <= most, distance < shorter else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `, did you mean "x"?` for the nearest candidate, or nothing.
  package static func suggestion(for name: String, among candidates: [String]) -> String {
    nearest(to: name, among: candidates).map { ", did you mean \"\($0)\"?" } ?? ""
  }

  /// The least number of insertions, deletions, replacements and swaps of neighbors (optimal string alignment).
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var older = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        row[j] = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], older[j - 2] + 1) }
      }
      (older, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
