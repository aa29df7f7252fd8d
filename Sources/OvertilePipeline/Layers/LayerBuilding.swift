import OvertileConfiguration

/// Makes the overlays of a layer from its rows, whatever its kind.
struct LayerBuilding {
  let grid: TileGrid
  let work: OrderedParallelMap

  /// The overlays of a layer; consumes its rows.
  ///
  /// - Throws: `PipelineError`, or an error of a kernel.
  func build(_ layer: LayerConfiguration, _ rows: inout LayerRows) throws -> BuiltLayer {
    switch layer.kind {
    case .cluster(let options):
      try ClusterLayerBuilder(layer: layer, cluster: options, grid: grid, work: work).build(&rows)
    case .circle(let options):
      try CircleLayerBuilder(layer: layer, options: options, grid: grid, work: work).build(&rows)
    case .shape(let options):
      try ShapeLayerBuilder(layer: layer, options: options, grid: grid, work: work).build(&rows)
    }
  }
}
