import OvertileBundleFormat
import OvertileCore

/// What one look at a bundle's path tells: another stamp means that another bundle may be there.
struct ManifestStamp: Sendable, Hashable {
  private var device, number: UInt64
  private var size, seconds, nanoseconds: Int

  /// Looks at the manifest of the bundle at a path, through links; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path + "/" + BundleManifest.fileName, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }
}
