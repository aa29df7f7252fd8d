// The names and types of UIKit's views that the tutorial uses, as in its headers.
import Foundation

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
