// There and back through every bridge; reports the values that differ.
import CoreLocation
import MapBridges
import MapKit
import MapLibre
import MapMath
import MapboxMaps
import SwiftUI
import UIKit

var failures = 0

@MainActor func check(_ what: String, _ isRight: Bool) {
  guard !isRight else { return }
  failures += 1
  print("wrong:", what)
}

func close(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) }

let coordinate = MapMath.Coordinate(latitude: 52.52, longitude: 13.405)
let insets = ScreenPadding(top: 1, left: 2, bottom: 3, right: 4)
let rect = MapRect(x: 1, y: 2, width: 3, height: 4)
let region = MapMath.Region(center: coordinate, span: MapMath.Region.Span(latitudeDelta: 1, longitudeDelta: 2))
let mapKit = MapKitCamera(center: coordinate, distanceMeters: 1000, heading: 30, pitch: 45)
let view = MapViewport(width: 390, height: 844)
var camera = MapMath.Camera(center: coordinate, zoom512: 12.5, bearing: 30)
camera.padding = ScreenPadding(top: 100, left: 0, bottom: 20, right: 40)

check("coordinate", MapMath.Coordinate(coordinate.clLocationCoordinate2D) == coordinate)
check("latitude", coordinate.clLocationCoordinate2D.latitude == 52.52)
check("map point", MapPoint(MapPoint(x: 5, y: 6).mkMapPoint) == MapPoint(x: 5, y: 6))
check("map size", MapSize(MapSize(width: 5, height: 6).mkMapSize) == MapSize(width: 5, height: 6))
check("map rect", MapRect(rect.mkMapRect) == rect && rect.mkMapRect.size.height == 4)
check("null", MapRect(MapRect.null.mkMapRect).isNull && MapRect.null.mkMapRect.origin.x == .infinity)
check("region", MapMath.Region(region.mkCoordinateRegion) == region)
check("span", region.mkCoordinateRegion.span.longitudeDelta == 2)
check("MKMapCamera", MapKitCamera(mapKit.mkMapCamera) == mapKit)
check("distance", mapKit.mkMapCamera.centerCoordinateDistance == 1000 && mapKit.mkMapCamera.pitch == 45)
check("MapCamera", MapKitCamera(mapKit.mapCamera) == mapKit && mapKit.mapCamera.heading == 30)

check("UIEdgeInsets", ScreenPadding(insets.uiEdgeInsets) == insets && insets.uiEdgeInsets.right == 4)
let leading = insets.swiftUIEdgeInsets(layoutDirection: .leftToRight)
check("EdgeInsets", leading == SwiftUI.EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
let trailing = insets.swiftUIEdgeInsets(layoutDirection: .rightToLeft)
check("EdgeInsets from right to left", trailing == SwiftUI.EdgeInsets(top: 1, leading: 4, bottom: 3, trailing: 2))
for direction in [LayoutDirection.leftToRight, .rightToLeft] {
  let there = insets.swiftUIEdgeInsets(layoutDirection: direction)
  check("EdgeInsets back", ScreenPadding(there, layoutDirection: direction) == insets)
}

let positions: [MapPosition] = [
  .automatic, .region(region), .rect(rect), .camera(mapKit), .userLocation(followsHeading: true, fallback: .rect(rect)),
]
for position in positions { check("\(position)", MapPosition(position.mapCameraPosition) == position) }
check("moved by the user", MapPosition(MapCameraPosition.movedByUser) == nil)

var options = MapboxCameraOptions(camera)
check("CameraOptions", MapboxCameraOptions(options.cameraOptions) == options && options.cameraOptions.zoom == 12.5)
options.anchor = ScreenPoint(x: 7, y: 8)
check("anchor", options.cameraOptions.anchor == CGPoint(x: 7, y: 8))
check("nothing", MapboxCameraOptions(MapboxCameraOptions().cameraOptions) == MapboxCameraOptions())
let bare = MapMath.Camera(center: coordinate, zoom512: 3)
check("no padding is said", bare.cameraOptions.padding == UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0))
let state = CameraState(
  center: coordinate.clLocationCoordinate2D, padding: camera.padding.uiEdgeInsets, zoom: 12.5, bearing: 30, pitch: 0)
check("CameraState", MapMath.Camera(state) == camera)

let libre = try camera.mlnMapCamera(in: view)
let back = try MapMath.Camera(libre, in: view, padding: camera.padding)
check("MLNMapCamera", close(back.zoom512, camera.zoom512) && close(back.center.latitude, coordinate.latitude))
check("MLNMapCamera's padding", back.padding == camera.padding && close(back.center.longitude, coordinate.longitude))
check("MLNMapCamera's middle", abs(libre.centerCoordinate.latitude - coordinate.latitude) > 1e-6)
let tilted = MapMath.Camera(center: coordinate, zoom512: 9, pitch: 60)
check("pitch", close(try MapMath.Camera(tilted.mlnMapCamera(in: view), in: view).zoom512, 9))

print(failures == 0 ? "all right" : "\(failures) wrong")
