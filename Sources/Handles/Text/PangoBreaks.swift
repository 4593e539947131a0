internal import CPango

/// Finds the breaks of a part of a paragraph with Pango, and appends those at the places `wanted`.
///
/// `bytes` and `scalars` are the part. `items` cover it, and may go beyond it. A place is the number of scalars
/// from the start of the part. A part that is more than twice as long as `sliceLength` is divided, see
/// ``findDefaultBreaks(_:scalarCount:sliceLength:into:)``.
///
/// - Complexity: O(part + items).
package func appendPangoBreaks(
  of text: UnsafeBufferPointer<UInt8>, bytes: Range<Int>, scalars: Range<Int>,
  items: ArraySlice<TextItem>, wanted: Range<Int>, sliceLength: Int? = nil,
  to flags: inout [BreakFlags]
) {
  let part = UnsafeBufferPointer(rebasing: text[bytes])
  part.withMemoryRebound(to: CChar.self) { chars in
    withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: scalars.count + 1) { attrs in
      attrs.initialize(repeating: PangoLogAttr())
      guard let base = attrs.baseAddress, let start = chars.baseAddress else { return }
      findDefaultBreaks(chars, scalarCount: scalars.count, sliceLength: sliceLength, into: base)
      for item in items {
        guard item.scalars.lowerBound < scalars.upperBound else { break }
        let ownScalars = item.scalars.clamped(to: scalars)
        let ownBytes = item.bytes.clamped(to: bytes)
        let offset = ownBytes.lowerBound - bytes.lowerBound
        var analysis = PangoAnalysis()
        analysis.script = guint8(g_unicode_script_from_iso15924(item.script).rawValue)
        analysis.language = item.language?.handle
        pango_tailor_break(
          start + offset, Int32(ownBytes.count), &analysis, Int32(offset),
          base + (ownScalars.lowerBound - scalars.lowerBound), Int32(ownScalars.count + 1))
      }
      for place in wanted { flags.append(BreakFlags(attrs[place])) }
    }
  }
}
