import COvertilePROJ

/// Owns a PROJ object and keeps its context alive.
final class ProjObject {
  let pointer: OpaquePointer
  let context: ProjContext

  /// Adopts an object that PROJ returned, or returns nil if PROJ returned none.
  init?(_ pointer: OpaquePointer?, _ context: ProjContext) {
    guard let pointer else { return nil }
    self.pointer = pointer
    self.context = context
  }

  deinit { proj_destroy(pointer) }

  var name: String { proj_get_name(pointer).map { String(cString: $0) } ?? "" }

  /// Authority and code, such as "EPSG:27700", if the object has them.
  var code: String? {
    guard let authority = proj_get_id_auth_name(pointer, 0), let code = proj_get_id_code(pointer, 0) else { return nil }
    return "\(String(cString: authority)):\(String(cString: code))"
  }

  /// The area of use; nil if PROJ states none, or the whole Earth.
  var areaOfUse: GeographicArea? {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    guard proj_get_area_of_use(context.pointer, pointer, &west, &south, &east, &north, nil) != 0, west >= -180 else {
      return nil
    }
    let isWorld = west == -180 && east >= 180 && south <= -90 && north >= 90
    return isWorld ? nil : GeographicArea(west: west, south: south, east: east, north: north)
  }
}
