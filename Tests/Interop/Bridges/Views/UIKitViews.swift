// The names and types of UIKit's views that the tutorial uses, as in its headers.
import Foundation

public final class CGColor: Sendable {
  public func copy(alpha: CGFloat) -> CGColor? { self }
}

public final class UIColor: NSObject, Sendable {
  public static let systemRed = UIColor()
  public var cgColor: CGColor { CGColor() }
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { self }
}

public final class CGContext {
  public func addLines(between points: [CGPoint]) {}
  public func closePath() {}
  public func setFillColor(_ color: CGColor) {}
  public func fillPath() {}
  public func fillEllipse(in rect: CGRect) {}
}

@MainActor open class UIView: NSObject {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  }
  open var frame: CGRect = .zero
  open var bounds: CGRect = .zero
  open var autoresizingMask: AutoresizingMask = []
  open func addSubview(_ view: UIView) {}
}

@MainActor open class UIViewController: NSObject {
  open var view: UIView! = UIView()
  open func viewDidLoad() {}
}
