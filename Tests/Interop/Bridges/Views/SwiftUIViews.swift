// The names and types of SwiftUI's views that the tutorial uses, as in its interface.
import Foundation

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

public struct GeometryProxy {
  public var size: CGSize
}

public struct GeometryReader<Content: View>: View {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// Only here: for the module of Map.
  public init(standIn: Void) {}
}

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle, View {
  public static let red = Color()
  public func opacity(_ opacity: Double) -> Color { self }
  public var body: Never { fatalError() }
}

public struct Text: View {
  public init(_ content: some StringProtocol) {}
  public var body: Never { fatalError() }
}

public struct Circle: View, Sendable {
  public init() {}
  public func fill(_ content: some ShapeStyle) -> some View { self }
  public var body: Never { fatalError() }
}

extension View {
  public func padding(_ length: CGFloat) -> some View { self }
  public func frame(width: CGFloat?, height: CGFloat?) -> some View { self }
  public func background(_ style: some ShapeStyle, in shape: Circle) -> some View { self }
}
