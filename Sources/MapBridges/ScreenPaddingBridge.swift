import MapMath

#if canImport(UIKit)
  import UIKit

  extension ScreenPadding {
    /// Makes the insets of UIKit's.
    public init(_ insets: UIEdgeInsets) {
      self.init(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom), right: Double(insets.right))
    }

    /// The insets as UIKit's.
    public var uiEdgeInsets: UIEdgeInsets {
      UIEdgeInsets(top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right))
    }
  }
#elseif canImport(AppKit)
  import AppKit

  extension ScreenPadding {
    /// Makes the insets of AppKit's.
    public init(_ insets: NSEdgeInsets) {
      self.init(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom), right: Double(insets.right))
    }

    /// The insets as AppKit's.
    public var nsEdgeInsets: NSEdgeInsets {
      NSEdgeInsets(top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right))
    }
  }
#endif
