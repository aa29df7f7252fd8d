// The names and types of UIKit's views that the tutorial uses, as in its headers.
import Foundation

public typealias CGColor = UIColor.Graphics

public final class UIColor: NSObject, Sendable {
  /// Only here: CGColor, of Core Graphics.
  public final class Graphics: Sendable {
    public func copy(alpha: CGFloat) -> Graphics? { self }
  }
  public static let systemRed = UIColor()
  public var cgColor: CGColor { Graphics() }
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

public typealias CGColor = UIColor.Graphics

public final class UIColor: NSObject, Sendable {
  /// Only here: CGColor, of Core Graphics.
  public final class Graphics: Sendable {
    public func copy(alpha: CGFloat) -> Graphics? { self }
  }
  public static let systemRed = UIColor()
  public var cgColor: CGColor { Graphics() }
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { self }
}

public final class CGContext {
  public func addLines(between points: [CGPoint]) {}
  public func closePath() {}
  public func setFillColor(_ color: CGColor) {}
  public func fillPath() {}
  public func fillEllipse(in rect: CGRect) {}
}

@MainActor open class UIViewController: NSObject {
  open var view: UIView! = UIView()
  open func viewDidLoad() {}
}
