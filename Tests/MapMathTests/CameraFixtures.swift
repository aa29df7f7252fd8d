import Foundation
import TestSupport

@testable import MapMath

/// The coordinate 0, 0.
let nullIsland = Coordinate(latitude: 0, longitude: 0)

/// A coordinate from latitude and longitude in degrees.
func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)
}

/// A camera from numbers in the order of the camera sheets.
func camera(_ center: Coordinate, _ zoom: Double, bearing: Double = 0, pitch: Double = 0) -> Camera {
  Camera(center: center, zoom512: zoom, bearing: bearing, pitch: pitch)
}

extension SeededRandom {
  /// A double in a range.
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// A place within a latitude.
  mutating func place(within latitude: Double) -> Coordinate {
    Coordinate(latitude: number(-latitude...latitude), longitude: number(-180...180))
  }

  /// Any valid camera that is not too near to a pole, pitch 0...60.
  mutating func camera(zooms: ClosedRange<Double> = 0...18) -> Camera {
    Camera(
      center: Coordinate(latitude: number(-75...75), longitude: number(-180...179.9)), zoom512: number(zooms),
      bearing: number(0...359.9), pitch: number(0...60))
  }

  /// A viewport between a watch and a desk.
  mutating func viewport() -> MapViewport { MapViewport(width: number(200...1600), height: number(200...1600)) }

  /// Insets that leave most of a viewport of 200 points.
  mutating func insets() -> ScreenPadding {
    ScreenPadding(top: number(0...60), left: number(0...60), bottom: number(0...60), right: number(0...60))
  }
}

/// Whether two doubles agree within a tolerance.
func close(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

/// Whether two coordinates agree within a tolerance in degrees.
func close(_ a: Coordinate, _ b: Coordinate, _ tolerance: Double) -> Bool {
  close(a.latitude, b.latitude, tolerance) && close(a.longitude, b.longitude, tolerance)
}

/// Whether two positions agree within a tolerance in points.
func close(_ a: ScreenPoint, _ b: ScreenPoint, _ tolerance: Double) -> Bool {
  close(a.x, b.x, tolerance) && close(a.y, b.y, tolerance)
}
