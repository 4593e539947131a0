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
    let face = file.harfBuzzFace(faceIndex & 0xFFFF)
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: 64)
    var count = UInt32(infos.count)
    hb_ot_var_get_axis_infos(face, 0, &count, &infos)
    return infos.prefix(Int(count)).map { info in
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: info.tag >> (24 - 8 * $0)) }
      let (least, most) = (Double(info.min_value), Double(info.max_value))
      return FontAxis(
        tag: String(decoding: bytes, as: UTF8.self),
        range: min(least, most)...max(least, most))
    }
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
