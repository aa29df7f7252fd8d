extension BundleManifest {
  /// The most files of a bundle: one a zoom, or two a layer, are needed.
  package static let mostFiles = 1024

  /// The first rule that the manifest breaks, in words; nil if it breaks none. O(layers, zooms and files).
  ///
  /// Every reader asks this once, on opening, so that nothing behind it meets an impossible zoom, box, count or path. Other
  /// words than this version's are no fault.
  package var fault: String? {
    guard tiles.tileEncoding != nil else {
      return "its tiles are \"\(tiles.encoding)\", and this version reads \"mvt\"; build the bundle again"
    }
    guard (1...65_536).contains(tiles.extent) else { return "the extent of its tiles is \(tiles.extent)" }
    guard (0...tiles.extent).contains(tiles.buffer) else { return "the buffer of its tiles is \(tiles.buffer)" }
    guard areZooms(minzoom, maxzoom) else { return "its zooms are \(minzoom) to \(maxzoom), not within 0 to 31" }
    guard isBox(bounds) else { return "its bounds are not west, south, east, north" }
    guard Set(layers.map(\.id)).count == layers.count else { return "two layers have the same name" }
    for layer in layers {
      if let fault = layer.fault { return "the layer \"\(layer.id)\": its \(fault)" }
    }
    for camera in cameras ?? [] where !camera.isPossible { return "the camera \"\(camera.name)\" is impossible" }
    return filesFault
  }

  private var filesFault: String? {
    guard files.count <= Self.mostFiles else { return "it names \(files.count) files" }
    guard Set(files.map(\.path)).count == files.count else { return "it names a file twice" }
    let layerNames = Set(layers.map(\.id))
    for file in files {
      if let layer = file.layer, !layerNames.contains(layer) {
        return "\(file.path) is of the layer \"\(layer)\", which does not exist"
      }
      if let fault = file.fault { return fault }
    }
    let members = files.filter { $0.fileRole == .members }.map(\.layer)
    guard Set(members).count == members.count else { return "two files hold the members of a layer" }
    return repeatedTiles
  }

  /// A zoom of a layer is in one file.
  private var repeatedTiles: String? {
    for layer in layers {
      var taken: Set<Int> = []
      for file in tileFiles where (file.layer ?? layer.id) == layer.id {
        guard let low = file.minzoom, let high = file.maxzoom else { continue }
        for zoom in low...high where !taken.insert(zoom).inserted {
          return "two files hold the tiles of \"\(layer.id)\" at zoom \(zoom)"
        }
      }
    }
    return nil
  }
}

extension BundleManifest.File {
  fileprivate var fault: String? {
    guard BundlePath.isSafe(path) else { return "the file \"\(path)\" does not lie in it" }
    guard isCount(bytes), isCount(tiles ?? 0), isCount(contents ?? 0) else { return "a count of \(path) is impossible" }
    switch fileRole {
    case .tiles where !areZooms(minzoom ?? -1, maxzoom ?? -1): return "the zooms of \(path) are not within 0 to 31"
    case .members where layer == nil: return "the members in \(path) belong to no layer"
    default: return nil
    }
  }
}

extension BundleManifest.Layer {
  fileprivate var fault: String? {
    guard areZooms(minzoom, maxzoom) else { return "zooms are \(minzoom) to \(maxzoom), not within 0 to 31" }
    guard isBox(bounds) else { return "bounds are not west, south, east, north" }
    guard isBox(extent, mayTurn: true) else { return "extent is not west, south, east, north" }
    guard zip(zooms, zooms.dropFirst()).allSatisfy({ $0.zoom < $1.zoom }),
      zooms.allSatisfy({ (0...31).contains($0.zoom) })
    else { return "counts are not in the order of their zooms" }
    let counts = zooms.flatMap { [$0.overlays, $0.points, $0.hidden, $0.entries] }
    guard counts.allSatisfy(isCount), isCount(features) else { return "counts are impossible" }
    guard (values ?? [:]).allSatisfy({ isCount($0.value) }) else { return "counts of values are impossible" }
    if let pulse, pulse.scale.count != 2 || pulse.opacity.count != 2 || !(pulse.seconds > 0) {
      return "pulse has no start or end"
    }
    if let circle, circle.tileSizePixels < 1 || !(circle.chordErrorPixels > 0) {
      return "circles have impossible sizes"
    }
    if let shape, shape.tileSizePixels < 1 || !(shape.tolerancePixels >= 0) || !(shape.smallerThanPixels >= 0) {
      return "shapes have impossible sizes"
    }
    guard camera.map(\.isPossible) ?? true else { return "camera is impossible" }
    return nil
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

/// Whether zooms are ascending ones of the grid.
private func areZooms(_ low: Int, _ high: Int) -> Bool { 0 <= low && low <= high && high <= 31 }

/// Whether a number counts something; sums of all of a manifest's fit.
private func isCount(_ number: Int) -> Bool { (0...1 << 50).contains(number) }

/// Whether a box is missing, or west, south, east and north in degrees; west > east only if it may turn.
private func isBox(_ box: [Double]?, mayTurn: Bool = false) -> Bool {
  guard let box else { return true }
  guard box.count == 4, abs(box[0]) <= 180, abs(box[2]) <= 180, abs(box[1]) <= 90, abs(box[3]) <= 90 else {
    return false
  }
  return box[1] <= box[3] && (mayTurn || box[0] <= box[2])
}
