import Foundation

/// A connection to PostgreSQL as GDAL accepts it, without its password: that goes into the environment, which other
/// users of the machine cannot read as they can arguments.
struct DatabaseConnection {
  /// The text without the password.
  let text: String
  /// `PGPASSWORD`, where there is a password.
  let variables: [String: String]

  /// Splits a text such as `PG:host=db password='a b'` or `PG:postgresql://me:secret@db/places`.
  init(_ text: String) {
    if let match = text.firstMatch(of: #/(^|[\s:])password\s*=\s*('(?:[^'\\]|\\.)*'|[^\s']+)\s*/#) {
      var password = String(match.2)
      if password.hasPrefix("'") { password = String(password.dropFirst().dropLast()) }
      password = password.replacing(#/\\(.)/#) { String($0.1) }
      variables = ["PGPASSWORD": password]
      self.text = text.replacing(match.0, with: match.1, maxReplacements: 1)
    } else if let match = text.firstMatch(of: #/://([^\s:/@]*):([^\s/]+)@/#) {
      variables = ["PGPASSWORD": match.2.removingPercentEncoding ?? String(match.2)]
      self.text = text.replacing(match.0, with: "://\(match.1)@", maxReplacements: 1)
    } else {
      (self.text, variables) = (text, [:])
    }
  }
}
