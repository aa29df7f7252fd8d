import Foundation
import OvertileBundleFormat

/// Manifests: an error, or a value that encodes to something that decodes to the same.
@Sendable func fuzzManifest(_ bytes: [UInt8]) {
  guard let manifest = try? JSONDecoder().decode(BundleManifest.self, from: Data(bytes)) else { return }
  let again = try! JSONDecoder().decode(BundleManifest.self, from: manifest.encoded())
  precondition(again == manifest)
}
