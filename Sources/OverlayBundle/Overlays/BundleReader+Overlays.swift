import MapMath

extension BundleReader {
  /// An overlay reader that reads tiles from this bundle and uses the bundle's cache.
  public var overlayReader: OverlayReader {
    OverlayReader(manifest: manifest, contents: { try await self.tiles($0) })
  }

  /// Returns the overlays in the given tile. For details, see `OverlayReader.overlays(of:layers:)`.
  ///
  /// - Throws: Any error that `BundleReader` throws.
  public func overlays(of tile: TileID, layers: Set<String>? = nil) async throws -> [Overlay] {
    try await overlayReader.overlays(of: tile, layers: layers)
  }

  /// Returns the overlays in the tiles that are visible in the given viewport. For details, see
  /// `OverlayReader.overlays(seenFrom:in:layers:)`.
  ///
  /// - Throws: `CameraError`, or any error that `BundleReader` throws.
  public func overlays(
    seenFrom camera: Camera, in viewport: MapViewport, layers: Set<String>? = nil
  ) async throws -> ViewportOverlays {
    try await overlayReader.overlays(seenFrom: camera, in: viewport, layers: layers)
  }

  /// Returns the overlays in the given geographic box at the given zoom. For details, see
  /// `OverlayReader.overlays(in:zoom:layers:)`.
  ///
  /// - Throws: `CameraError`, or any error that `BundleReader` throws.
  public func overlays(
    in box: GeographicBounds, zoom: Double, layers: Set<String>? = nil
  ) async throws -> [Overlay] {
    try await overlayReader.overlays(in: box, zoom: zoom, layers: layers)
  }
}
