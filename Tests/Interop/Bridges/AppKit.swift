// The names and types of AppKit that the bridges use, as in its headers.
@_exported import Foundation

#if os(Linux)
  public struct NSEdgeInsets: Sendable {
    public var top, left, bottom, right: CGFloat
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
      (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
  }
#endif
