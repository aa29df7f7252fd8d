import OvertileCore

extension ClusterOptions {
  /// Clusters the points of each group alone; ranks are those among all points.
  func nodes(
    of points: consuming NodeColumns, groups: Column<UInt32>, threads: Int, _ checkCancellation: () throws -> Void
  ) throws -> (NodeColumns, unfinished: Int) {
    var all = consume points
    let pointCount = all.count
    var unfinished = 0
    let order = RadixSort.order(of: groups.map { UInt64($0) })
    var start = 0
    while start < order.count {
      let group = groups[Int(order[start])]
      let end = order[start...].firstIndex { groups[Int($0)] != group } ?? order.count
      if end - start > 1 {
        let members = order[start..<end]
        let own = NodeColumns(
          x: Column(count: members.count) { all.x[Int(order[start + $0])] },
          y: Column(count: members.count) { all.y[Int(order[start + $0])] },
          weights: all.weights.map { weights in Column(count: members.count) { weights[Int(order[start + $0])] } },
          zoom: zooms.upperBound + 1)
        let (nodes, left) = try nodes(
          of: LevelBuilder(points: consume own, options: self, threads: threads), checkCancellation)
        all.append(clustersOf: nodes, ofPoints: members)
        unfinished += left
      }
      start = end
    }
    all.sortClusters(from: pointCount)
    return (all, unfinished)
  }
}

extension NodeColumns {
  /// Adds the clusters of some of the points, which were clustered alone.
  fileprivate mutating func append(clustersOf other: NodeColumns, ofPoints members: Slice<Column<UInt32>>) {
    // From a cluster's number among the other nodes to its number here.
    let shift = count - members.count
    func parent(_ node: Int) -> UInt32 {
      other.parents[node] == Self.none ? Self.none : other.parents[node] + UInt32(truncatingIfNeeded: shift)
    }
    for (node, point) in members.enumerated() { parents[Int(point)] = parent(node) }
    for node in members.count..<other.count {
      x.append(other.x[node])
      y.append(other.y[node])
      counts.append(other.counts[node])
      ranks.append(members[members.startIndex + Int(other.ranks[node])])
      createdZooms.append(other.createdZooms[node])
      parents.append(parent(node))
      origins.append(other.origins[node - members.count])
    }
  }

  /// Puts the clusters, which come after the points, into the order of their zooms, descending, then of their ranks.
  fileprivate mutating func sortClusters(from first: Int) {
    let (zooms, ranks) = (createdZooms, ranks)
    let order = RadixSort.order(
      of: Column(count: count - first) { UInt64(UInt8.max - zooms[first + $0]) << 32 | UInt64(ranks[first + $0]) })
    var numbers = Column<UInt32>(repeating: 0, count: order.count)
    for (number, old) in order.enumerated() { numbers[Int(old)] = UInt32(truncatingIfNeeded: first + number) }
    func sorted<Element: BitwiseCopyable>(_ column: Column<Element>) -> Column<Element> {
      var result = Column(column.prefix(first))
      result.append(contentsOf: order.lazy.map { column[first + Int($0)] })
      return result
    }
    (x, y, counts) = (sorted(x), sorted(y), sorted(counts))
    (self.ranks, createdZooms) = (sorted(ranks), sorted(zooms))
    let centers = origins
    origins = order.map { centers[Int($0)] }
    parents = sorted(parents).map { $0 == Self.none ? $0 : numbers[Int($0) - first] }
  }
}
