extension BundleManifest {
  /// The most files of a bundle: one a zoom, or two a layer, are needed.
  package static let mostFiles = 1024

  /// The first rule that the manifest breaks, in words; nil if it breaks none. O(layers, zooms and files).
  ///
  /// Every reader asks this once, on opening, so that nothing behind it meets an impossible zoom, box, count or path. Other
  /// words than this version's are no fault.
  package var fault: String? {
    guard tiles.tileEncoding != nil else {
      return "the tile encoding \"\(tiles.encoding)\" is not supported; build the bundle again"
    }
    guard (1...65_536).contains(tiles.extent) else { return "the tile extent \(tiles.extent) is out of range" }
    guard (0...tiles.extent).contains(tiles.buffer) else { return "the tile buffer \(tiles.buffer) is out of range" }
    guard areZooms(minzoom, maxzoom) else {
      return "the zoom range \(minzoom) to \(maxzoom) is invalid; zooms must be between 0 and 31"
    }
    guard isBox(bounds) else { return "the bounds must be west, south, east and north in degrees" }
    guard Set(layers.map(\.id)).count == layers.count else { return "two layers have the same name" }
    for layer in layers {
      if let fault = layer.fault { return "layer \"\(layer.id)\": \(fault)" }
    }
    for camera in cameras ?? [] where !camera.isPossible { return "the camera \"\(camera.name)\" is invalid" }
    return filesFault
  }

  private var filesFault: String? {
    guard files.count <= Self.mostFiles else { return "the manifest lists too many files (\(files.count))" }
    guard Set(files.map(\.path)).count == files.count else { return "the manifest lists the same file twice" }
    let layerNames = Set(layers.map(\.id))
    for file in files {
      if let layer = file.layer, !layerNames.contains(layer) {
        return "\(file.path) belongs to the layer \"\(layer)\", which does not exist"
      }
      if let fault = file.fault { return fault }
    }
    let members = files.filter { $0.fileRole == .members }.map(\.layer)
    guard Set(members).count == members.count else { return "two files contain the members of the same layer" }
    return repeatedTiles
  }

  /// A zoom of a layer is in one file.
  private var repeatedTiles: String? {
    for layer in layers {
      var taken: Set<Int> = []
      for file in tileFiles where (file.layer ?? layer.id) == layer.id {
        guard let low = file.minzoom, let high = file.maxzoom else { continue }
        for zoom in low...high where !taken.insert(zoom).inserted {
          return "two files contain the tiles of layer \"\(layer.id)\" at zoom \(zoom)"
        }
      }
    }
    return nil
  }
}

extension BundleManifest.File {
  fileprivate var fault: String? {
    guard BundlePath.isSafe(path) else { return "the path \"\(path)\" does not lie inside the bundle" }
    guard isCount(bytes), isCount(tiles ?? 0), isCount(contents ?? 0) else {
      return "a count for \(path) is out of range"
    }
    switch fileRole {
    case .tiles where !areZooms(minzoom ?? -1, maxzoom ?? -1):
      return "the zoom range of \(path) is invalid; zooms must be between 0 and 31"
    case .members where layer == nil: return "the members file \(path) does not belong to a layer"
    default: return nil
    }
  }
}

extension BundleManifest.Layer {
  fileprivate var fault: String? {
    guard areZooms(minzoom, maxzoom) else {
      return "the zoom range \(minzoom) to \(maxzoom) is invalid; zooms must be between 0 and 31"
    }
    guard isBox(bounds) else { return "the bounds must be west, south, east and north in degrees" }
    guard isBox(extent, mayTurn: true) else { return "the extent must be west, south, east and north in degrees" }
    guard zip(zooms, zooms.dropFirst()).allSatisfy({ $0.zoom < $1.zoom }),
      zooms.allSatisfy({ (0...31).contains($0.zoom) })
    else { return "the counts must be in ascending order of zoom" }
    let counts = zooms.flatMap { [$0.overlays, $0.points, $0.hidden, $0.entries] }
    guard counts.allSatisfy(isCount), isCount(features) else { return "a count is out of range" }
    guard (values ?? [:]).allSatisfy({ isCount($0.value) }) else { return "a number of values is out of range" }
    if let pulse, pulse.scale.count != 2 || pulse.opacity.count != 2 || !(pulse.seconds > 0) {
      return "the pulse must have a start and an end"
    }
    if let circle, circle.tileSizePixels < 1 || !(circle.chordErrorPixels > 0) {
      return "a size in the circle rules is out of range"
    }
    if let shape, shape.tileSizePixels < 1 || !(shape.tolerancePixels >= 0) || !(shape.smallerThanPixels >= 0) {
      return "a size in the shape rules is out of range"
    }
    guard camera.map(\.isPossible) ?? true else { return "the camera is invalid" }
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
  box == nil || DegreeBox(box).map { mayTurn || $0.west <= $0.east } ?? false
}
