internal import CPango
import GalleyHandles
import GalleyPrimitives
package import GalleyText

extension PangoOracle {
  /// Where PangoLayout has carets, and what it hits; lengths in Pango units.
  package struct Carets {
    /// For each offset at which a cursor may be.
    package var places: [Place] = []
    /// For each point asked for: the offset and how many scalars a hit is after it.
    package var hits: [(offset: Int, trailing: Int)] = []
    /// The offsets that moving to the right from the text's left end goes through, on one line.
    package var moves: [Int] = []
  }

  package struct Place: Equatable {
    package var offset: Int
    /// Where the grapheme's reading begins, and the signed way to where it ends.
    package var x: Int
    package var width: Int
    package var y: Int
    package var height: Int
    package var strong: Int
    package var weak: Int
    package var startsWord: Bool
    package var endsWord: Bool
  }

  /// Asks PangoLayout for every cursor position of `text`, and for the positions at `points`.
  package func carets(
    of text: AttributedText, width: Double?, points: [(x: Int, y: Int)]
  ) -> Carets {
    PangoLock.withLock {
      let layout = makeLayout(text, width: width)
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      var carets = Carets()
      var count: Int32 = 0
      let attributes = pango_layout_get_log_attrs_readonly(layout, &count)
      var offset = 0
      for (number, scalar) in (text.string.unicodeScalars.map(Optional.some) + [nil]).enumerated() {
        if let attribute = attributes?[number], attribute.is_cursor_position != 0 {
          carets.places.append(place(at: offset, of: layout, attribute: attribute))
        }
        offset += scalar.map { UTF8.width($0) } ?? 0
      }
      for point in points {
        var index: Int32 = 0
        var trailing: Int32 = 0
        pango_layout_xy_to_index(layout, Int32(point.x), Int32(point.y), &index, &trailing)
        carets.hits.append((Int(index), Int(trailing)))
      }
      carets.moves = moves(along: layout)
      return carets
    }
  }

  private func place(
    at offset: Int, of layout: OpaquePointer, attribute: PangoLogAttr
  ) -> Place {
    var box = PangoRectangle()
    var strong = PangoRectangle()
    var weak = PangoRectangle()
    pango_layout_index_to_pos(layout, Int32(offset), &box)
    pango_layout_get_cursor_pos(layout, Int32(offset), &strong, &weak)
    return Place(
      offset: offset, x: Int(box.x), width: Int(box.width), y: Int(box.y), height: Int(box.height),
      strong: Int(strong.x), weak: Int(weak.x), startsWord: attribute.is_word_start != 0,
      endsWord: attribute.is_word_end != 0)
  }

  private func moves(along layout: OpaquePointer) -> [Int] {
    let line = pango_layout_get_line_readonly(layout, 0)
    let isTurned = line?.pointee.resolved_dir == UInt32(PANGO_DIRECTION_RTL.rawValue) ? true : false
    var index: Int32 = isTurned ? line.map { $0.pointee.start_index + $0.pointee.length } ?? 0 : 0
    var trailing: Int32 = 0
    var result = [Int(index)]
    while result.count < 4_000 {
      var next: Int32 = 0
      var nextTrailing: Int32 = 0
      pango_layout_move_cursor_visually(layout, 1, index, trailing, 1, &next, &nextTrailing)
      guard next >= 0, next < Int32.max else { break }
      var end = Int(next)
      if nextTrailing > 0, let text = pango_layout_get_text(layout) {
        var pointer = text + Int(next)
        for _ in 0..<nextTrailing {
          pointer += utf8Width(UInt8(bitPattern: pointer.pointee))
        }
        end = pointer - text
      }
      result.append(end)
      (index, trailing) = (next, nextTrailing)
    }
    return result
  }

  /// The stretches along x that PangoLayout gives for each of `ranges` on one line, left to right.
  package func stretches(of text: AttributedText, ranges: [Range<Int>]) -> [[ClosedRange<Int>]] {
    PangoLock.withLock {
      let layout = makeLayout(text, width: nil)
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      guard let line = pango_layout_get_line_readonly(layout, 0) else { return [] }
      return ranges.map { range in
        var places: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        pango_layout_line_get_x_ranges(
          line, Int32(range.lowerBound), Int32(range.upperBound), &places, &count)
        defer { g_free(places) }
        return (0..<Int(count)).compactMap { index in
          places.map { Int($0[2 * index])...Int($0[2 * index + 1]) }
        }
        .sorted { $0.lowerBound < $1.lowerBound }
      }
    }
  }
}
