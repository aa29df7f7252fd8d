import ArgumentParser
import OvertileConfiguration
import OvertileCore

/// The gate options of `build`.
enum GateOption {
  /// The gates of `--accept-gates`, each value a list separated by commas.
  static func names(_ values: [String]) throws -> Set<GateName> {
    let names = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    return Set(
      try names.map { name in
        guard let gate = GateName(rawValue: name) else {
          let known = GateName.allCases.map(\.rawValue)
          let hint = NearestName.suggestion(for: name, among: known)
          throw ValidationError(
            "--accept-gates: unknown gate \"\(name)\"\(hint) (available gates: \(known.joined(separator: ", ")))")
        }
        return gate
      })
  }
}
