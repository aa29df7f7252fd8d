extension BundleManifest {
  /// The most files of a bundle: one a zoom, or two a layer, are needed.
  package static let mostFiles = 1024

  /// The first rule that the manifest breaks, in words; nil if it breaks none. O(layers, zooms and files).
  ///
  /// Every reader asks this once, on opening, so that nothing behind it meets an impossible zoom, box, count or path. Other
  /// words than this version's are no fault.
  package var fault: String? {
    firstBroken([
      (
        tiles.encoding == TileStorage.vectorTiles,
        "the tile encoding \"\(tiles.encoding)\" is not supported; build the bundle again"
      ),
      (1...65_536 ~= tiles.extent, "the tile extent \(tiles.extent) is out of range"),
      (tiles.buffer >= 0 && tiles.buffer <= tiles.extent, "the tile buffer \(tiles.buffer) is out of range"),
      (areZooms(minzoom, maxzoom), "the zooms \(minzoom) to \(maxzoom) are out of range"),
      (isBox(bounds), "the bounds must be west, south, east and north in degrees"),
      (areDistinct(layers.map(\.id)), "two layers have the same name"),
      ((cameras ?? []).allSatisfy(\.isPossible), "a camera preset is invalid"),
      (files.count <= Self.mostFiles, "the manifest lists too many files (\(files.count))"),
    ])
      ?? layers.lazy.compactMap { layer in layer.fault.map { "layer \"\(layer.id)\": \($0)" } }.first
      ?? files.lazy.compactMap(\.fault).first ?? filesFault
  }

  /// The first rule about files that they break together, whose own fields are possible.
  private var filesFault: String? {
    let (paths, tiled) = (files.map(\.path) + [Self.fileName], tileFiles)
    let strays = Set(files.compactMap(\.layer)).subtracting(layers.map(\.id)).sorted()
    let repeated = layers.first { layer in
      // A zoom of a layer is in one file.
      !areDistinct(tiled.filter { ($0.layer ?? layer.id) == layer.id }.flatMap(\.zooms))
    }
    return firstBroken([
      (areDistinct(paths), "the manifest lists the same file twice, or itself"),
      (Set(paths).isDisjoint(with: paths.flatMap(BundlePath.folders)), "a file lies inside another file"),
      (strays.isEmpty, "files belong to layers that do not exist: \(strays)"),
      (
        areDistinct(files.filter { $0.fileRole == .members }.map(\.layer)),
        "two files contain the members of the same layer"
      ),
      (repeated == nil, "two files contain the tiles of layer \"\(repeated?.id ?? "")\" at the same zoom"),
    ])
  }
}

extension BundleManifest.File {
  fileprivate var fault: String? {
    firstBroken([
      (BundlePath.isSafe(path), "the path \"\(path)\" does not lie inside the bundle"),
      ([bytes, tiles ?? 0, contents ?? 0].allSatisfy(isCount), "a count for \(path) is out of range"),
      (fileRole != .tiles || areZooms(minzoom ?? -1, maxzoom ?? -1), "the zooms of \(path) are out of range"),
      (fileRole != .members || layer != nil, "the members file \(path) does not belong to a layer"),
    ])
  }
}

extension BundleManifest.Layer {
  fileprivate var fault: String? {
    let counts = [features] + zooms.flatMap { [$0.overlays, $0.points, $0.hidden, $0.entries] }
    let values = (values ?? [:]).map { $0.value }
    let isAscending = zip(zooms, zooms.dropFirst()).allSatisfy { $0.zoom < $1.zoom }
    let hasPulse = pulse.map { $0.scale.count == 2 && $0.opacity.count == 2 && $0.seconds > 0 }
    let hasCircle = circle.map { $0.tileSizePixels >= 1 && $0.chordErrorPixels > 0 }
    let hasShape = shape.map { $0.tileSizePixels >= 1 && $0.tolerancePixels >= 0 && $0.smallerThanPixels >= 0 }
    return firstBroken([
      (areZooms(minzoom, maxzoom), "the zooms \(minzoom) to \(maxzoom) are out of range"),
      (isBox(bounds), "the bounds must be west, south, east and north in degrees"),
      (isBox(extent, mayTurn: true), "the extent must be west, south, east and north in degrees"),
      (isAscending && zooms.allSatisfy { 0...31 ~= $0.zoom }, "the counts must be in ascending order of zoom"),
      ((counts + values).allSatisfy(isCount), "a count is out of range"),
      (hasPulse ?? true, "the pulse must have a start and an end"),
      (hasCircle ?? true, "a size in the circle rules is out of range"),
      (hasShape ?? true, "a size in the shape rules is out of range"),
      (camera?.isPossible ?? true, "the camera is invalid"),
    ])
  }
}

extension BundleManifest.CameraPreset {
  fileprivate var isPossible: Bool { isBox(restriction?.bounds, mayTurn: true) && views.allSatisfy(\.isPossible) }
}

extension BundleManifest.CameraView {
  fileprivate var isPossible: Bool {
    camera.center.count == 2 && abs(camera.center[0]) <= 180 && abs(camera.center[1]) <= 90 && viewport.width > 0
      && viewport.height > 0
  }
}

/// What the first rule that does not hold says; nil if all of them hold.
private func firstBroken(_ rules: [(holds: Bool, fault: String)]) -> String? { rules.first { !$0.holds }?.fault }

private func areDistinct(_ items: [some Hashable]) -> Bool { Set(items).count == items.count }

/// Whether zooms are ascending ones of the grid.
private func areZooms(_ low: Int, _ high: Int) -> Bool { 0 <= low && low <= high && high <= 31 }

/// Whether a number counts something; sums of all of a manifest's fit.
private func isCount(_ number: Int) -> Bool { (0...1 << 50).contains(number) }

/// Whether a box is missing, or west, south, east and north in degrees; west > east only if it may turn.
private func isBox(_ box: [Double]?, mayTurn: Bool = false) -> Bool {
  box == nil || DegreeBox(box).map { mayTurn || $0.west <= $0.east } ?? false
}
