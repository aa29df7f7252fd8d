import MapMath

#if canImport(UIKit)
  import UIKit

  extension ScreenPadding {
    /// Creates padding from UIKit insets.
    public init(_ insets: UIEdgeInsets) {
      self.init(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom), right: Double(insets.right))
    }

    /// The padding as UIKit insets.
    public var uiEdgeInsets: UIEdgeInsets {
      UIEdgeInsets(top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right))
    }
  }
#elseif canImport(AppKit)
  import AppKit

  extension ScreenPadding {
    /// Creates padding from AppKit insets.
    public init(_ insets: NSEdgeInsets) {
      self.init(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom), right: Double(insets.right))
    }

    /// The padding as AppKit insets.
    public var nsEdgeInsets: NSEdgeInsets {
      NSEdgeInsets(top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right))
    }
  }
#endif
