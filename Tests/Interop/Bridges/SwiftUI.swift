// The names and types of SwiftUI that the bridges use, as in its interface.
@_exported import Foundation

public struct EdgeInsets: Equatable, Sendable {
  public var top, leading, bottom, trailing: CGFloat
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

public enum LayoutDirection: Hashable, Sendable {
  case leftToRight, rightToLeft
}
