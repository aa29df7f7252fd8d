import OvertileBundleFormat

extension MembersReader {
  /// The cluster with an id, or nil.
  func cluster(id: UInt64) throws -> Cluster? { try index(ofCluster: id).map { try cluster(at: $0) } }

  /// The children of a cluster; nil for an unknown id.
  func children(of id: UInt64) throws -> [Member]? {
    try index(ofCluster: id).map { index in
      try record(at: index).children.map { position in
        switch try child(at: position) {
        case .leaf(let index): .leaf(try leaf(at: Int(index)))
        case .cluster(let index): .cluster(try cluster(at: Int(index)))
        }
      }
    }
  }

  /// The leaves of a cluster; nil for an unknown id.
  func leaves(of id: UInt64) throws -> [Leaf]? {
    try index(ofCluster: id).map { try record(at: $0).leaves.map { try leaf(at: $0) } }
  }
}
