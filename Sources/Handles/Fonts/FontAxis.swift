internal import CHarfBuzz

/// An axis of a variable font.
public struct FontAxis: Hashable, Sendable {
  /// The tag of four characters, such as `wght`.
  public var tag: String
  /// The least and the greatest place on the axis.
  public var range: ClosedRange<Double>

  /// The axes of a face of a font file, in the file's order; none for another font, or a file that cannot be read.
  ///
  /// - Complexity: O(axes), after the file is mapped.
  package static func axes(ofFile path: String, faceIndex: Int) -> [FontAxis] {
    guard let file = FontFile.shared(path) else { return [] }
    return infos(of: file.harfBuzzFace(faceIndex & 0xFFFF)).map { info in
      let (least, most) = (Double(info.min_value), Double(info.max_value))
      return FontAxis(tag: tag(of: info), range: min(least, most)...max(least, most))
    }
  }

  /// The number of axes, at most 64.
  static func count(of file: FontFile, faceIndex: Int) -> Int {
    infos(of: file.harfBuzzFace(faceIndex & 0xFFFF)).count
  }

  private static func infos(of face: OpaquePointer) -> ArraySlice<hb_ot_var_axis_info_t> {
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: 64)
    var count = UInt32(infos.count)
    hb_ot_var_get_axis_infos(face, 0, &count, &infos)
    return infos.prefix(Int(count))
  }

  private static func tag(of info: hb_ot_var_axis_info_t) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: info.tag >> (24 - 8 * $0)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The place on the axis of weights among `places`, and whether a family and a weight are enough to name them all:
  /// those of the face itself, or of a named instance that differs from it in weight alone.
  ///
  /// - Complexity: O(instances × axes).
  static func naming(
    of places: [Double], in file: FontFile, faceIndex: Int
  ) -> (weight: Double?, isNamed: Bool) {
    let face = file.harfBuzzFace(faceIndex & 0xFFFF)
    let infos = infos(of: face)
    guard infos.count == places.count else { return (nil, true) }
    let weights = infos.firstIndex { tag(of: $0) == "wght" }
    let others = infos.indices.filter { $0 != weights }
    guard others.allSatisfy({ abs(Double(infos[$0].default_value) - places[$0]) < 0.01 }) else {
      return (weights.map { places[$0] }, false)
    }
    guard let weights else { return (nil, true) }
    let weight = places[weights]
    if abs(Double(infos[weights].default_value) - weight) < 0.01 { return (weight, true) }
    let isNamed = (0..<hb_ot_var_get_named_instance_count(face)).contains { instance in
      var own = [Float](repeating: 0, count: infos.count)
      var count = UInt32(own.count)
      hb_ot_var_named_instance_get_design_coords(face, instance, &count, &own)
      return infos.indices.allSatisfy { abs(Double(own[$0]) - places[$0]) < 0.01 }
    }
    return (weight, isNamed)
  }
}

extension FontAxis: CustomStringConvertible {
  /// The tag and the range: `wght 100 to 900`.
  public var description: String {
    let ends = [range.lowerBound, range.upperBound].map {
      abs($0) < 1e6 && $0 == $0.rounded() ? String(Int($0)) : String($0)
    }
    return "\(tag) \(ends[0]) to \(ends[1])"
  }
}
