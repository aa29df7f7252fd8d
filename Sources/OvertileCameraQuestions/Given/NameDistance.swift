/// How far two names are apart.
enum NameDistance {
  /// The least number of letters to insert, remove or replace that makes one name of the other. O(product of lengths).
  static func between(_ a: String, _ b: String) -> Int {
    // Whatever is far longer than a name is far from it.
    guard abs(a.utf8.count - b.utf8.count) <= 2 else { return 3 }
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
