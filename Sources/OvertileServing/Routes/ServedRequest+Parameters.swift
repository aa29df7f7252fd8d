import OvertileHTTP
import OvertileSearching

extension ServedRequest {
  /// Checks that the query has no parameter but some: a mistyped one would otherwise have no effect.
  ///
  /// - Throws: `RequestFault` with the first other one.
  func checkParameters(among known: [String]) throws(RequestFault) {
    guard let other = query.first(where: { !known.contains($0.name) }) else { return }
    let near = NearestName.suggestion(for: other.name, among: known)
    let list = known.isEmpty ? "no parameters" : "the parameters " + known.joined(separator: ", ")
    throw RequestFault(
      .badRequest, "unknown-parameter",
      "there is no parameter \"\(other.name.prefix(64))\" here\(near); this address has \(list)")
  }
}
