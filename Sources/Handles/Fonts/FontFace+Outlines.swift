internal import CFreeType
// Its headers hold FreeType's, and Swift finds a declaration in the module that was read first.
internal import CPango
package import GalleyPrimitives

/// The facts about a face with which a document names or embeds it; lengths are ems, y up.
package struct FontFaceFacts: Hashable, Sendable {
  /// The family, as `Noto Sans`.
  package var family: String
  /// The name for PostScript, as `NotoSans-Bold`.
  package var postScriptName: String
  /// The weight, as CSS has it: 400 is regular; of a variable font its place on the axis.
  package var weight: Int
  /// The width, as OpenType has it: from 1, ultra-condensed, over 5, normal, to 9.
  package var widthClass: Int
  /// Whether family, weight and slant name the face: a variable font has more places on its axes.
  package var isNamed: Bool
  /// Whether the letters are slanted.
  package var isItalic: Bool
  /// From the baseline up to the top of letters.
  package var ascent: Double
  /// From the baseline down to the bottom of letters; positive.
  package var descent: Double
  /// The box around all glyphs.
  package var box: Rect
}

extension FontFace {
  /// The names and the measures of the face.
  package var facts: FontFaceFacts {
    let record = face.pointee
    let units = isScalable && record.units_per_EM > 0 ? Double(record.units_per_EM) : 1000
    func ems(_ length: FT_Pos) -> Double { Double(length) / units }
    func string(_ name: UnsafePointer<CChar>?) -> String { name.map { String(cString: $0) } ?? "" }
    let family = string(record.family_name)
    let name = string(FT_Get_Postscript_Name(face))
    let styles = Int(record.style_flags)
    var weight = styles & Int(FT_STYLE_FLAG_BOLD) != 0 ? 700 : 400
    var widthClass = 5
    if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self) {
      let own = Int(table.pointee.usWeightClass)
      if (1...1000).contains(own) { weight = own }
      let width = Int(table.pointee.usWidthClass)
      if (1...9).contains(width) { widthClass = width }
    }
    let (place, isNamed) = axisNaming
    if let place, (1...1000).contains(place) { weight = Int(place.rounded()) }
    let box = record.bbox
    return FontFaceFacts(
      family: family.isEmpty ? "sans-serif" : family, postScriptName: name, weight: weight,
      widthClass: widthClass, isNamed: isNamed, isItalic: styles & Int(FT_STYLE_FLAG_ITALIC) != 0,
      ascent: ems(FT_Pos(record.ascender)),
      descent: -ems(FT_Pos(record.descender)),
      box: Rect(
        x: ems(box.xMin), y: ems(box.yMin), width: max(0, ems(box.xMax - box.xMin)),
        height: max(0, ems(box.yMax - box.yMin))))
  }

  /// The weight on the axis of a variable font, and whether a family and a weight name the place on all axes.
  private var axisNaming: (weight: Double?, isNamed: Bool) {
    guard Int(face.pointee.face_flags) & Int(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0 else {
      return (nil, true)
    }
    let index = Int(face.pointee.face_index)
    var places = [FT_Fixed](repeating: 0, count: FontAxis.count(of: file, faceIndex: index))
    guard !places.isEmpty,
      FT_Get_Var_Design_Coordinates(face, FT_UInt(places.count), &places) == 0
    else { return (nil, true) }
    return FontAxis.naming(
      of: places.map { Double($0) / 65_536 }, in: file, faceIndex: index)
  }

  /// Whether a document can have some of its glyphs as a font: outlines of TrueType or PostScript in a file that
  /// is no variable font.
  package var isEmbeddable: Bool {
    let flags = Int(face.pointee.face_flags)
    guard isScalable, flags & Int(FT_FACE_FLAG_SFNT) != 0,
      flags & Int(FT_FACE_FLAG_MULTIPLE_MASTERS) == 0, face.pointee.face_index >> 16 == 0
    else { return false }
    return ["glyf", "CFF "].contains { name in
      var length: FT_ULong = 0
      let tag = name.utf8.reduce(FT_ULong(0)) { $0 << 8 | FT_ULong($1) }
      return FT_Load_Sfnt_Table(face, tag, 0, nil, &length) == 0 && length > 0
    }
  }

  /// The number by which a font program of PostScript outlines selects `glyph`: its own, unless the program has
  /// identifiers of characters.
  package func characterIdentifier(of glyph: UInt32) -> UInt32 {
    var isKeyed: FT_Bool = 0
    var identifier: FT_UInt = 0
    guard FT_Get_CID_Is_Internally_CID_Keyed(face, &isKeyed) == 0, isKeyed != 0,
      FT_Get_CID_From_Glyph_Index(face, glyph, &identifier) == 0
    else { return glyph }
    return identifier
  }

  /// The outline of `glyph` with its pen at the origin, in pixels at `size` pixels per em, y down; `nil` for a
  /// glyph without one.
  package func outline(of glyph: UInt32, size: Double) -> VectorPath? {
    guard isScalable, face.pointee.units_per_EM > 0, size > 0,
      FT_Load_Glyph(face, glyph, Int32(FT_LOAD_NO_SCALE)) == 0, let slot = face.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    var walk = OutlineWalk(factor: size / Double(face.pointee.units_per_EM))
    var functions = FT_Outline_Funcs()
    functions.move_to = { point, walk in
      OutlineWalk.with(walk, point) { $0.move(to: $1[0]) }
    }
    functions.line_to = { point, walk in OutlineWalk.with(walk, point) { $0.line(to: $1[0]) } }
    functions.conic_to = { control, point, walk in
      OutlineWalk.with(walk, control, point) { $0.curve($1[0], to: $1[1]) }
    }
    functions.cubic_to = { first, second, point, walk in
      OutlineWalk.with(walk, first, second, point) { $0.curve($1[0], $1[1], to: $1[2]) }
    }
    let code = withUnsafeMutablePointer(to: &walk) {
      FT_Outline_Decompose(&slot.pointee.outline, &functions, $0)
    }
    guard code == 0 else { return nil }
    walk.close()
    return walk.path
  }
}

/// Collects the path of an outline while FreeType walks along it.
private struct OutlineWalk {
  /// Pixels per unit of the font.
  let factor: Double
  private(set) var path = VectorPath()
  private var place = Point(x: 0, y: 0)
  private var isOpen = false

  init(factor: Double) { self.factor = factor }

  /// Takes a step with FreeType's points; returns FreeType's code for success.
  static func with(
    _ walk: UnsafeMutableRawPointer?, _ points: UnsafePointer<FT_Vector>?...,
    step: (inout OutlineWalk, [Point]) -> Void
  ) -> Int32 {
    guard let walk = walk?.assumingMemoryBound(to: OutlineWalk.self) else { return 1 }
    let factor = walk.pointee.factor
    let places = points.compactMap { point in
      point.map {
        Point(x: Double($0.pointee.x) * factor, y: -Double($0.pointee.y) * factor)
      }
    }
    guard places.count == points.count else { return 1 }
    step(&walk.pointee, places)
    return 0
  }

  mutating func move(to point: Point) {
    close()
    path.append(.move(point.x, point.y))
    (place, isOpen) = (point, true)
  }

  mutating func line(to point: Point) {
    path.append(.line(point.x, point.y))
    place = point
  }

  mutating func curve(_ control: Point, to point: Point) {
    func third(_ end: Point) -> Point {
      Point(x: (end.x + 2 * control.x) / 3, y: (end.y + 2 * control.y) / 3)
    }
    curve(third(place), third(point), to: point)
  }

  mutating func curve(_ first: Point, _ second: Point, to point: Point) {
    path.append(.curve(first.x, first.y, second.x, second.y, point.x, point.y))
    place = point
  }

  mutating func close() {
    if isOpen { path.append(.close) }
    isOpen = false
  }
}
