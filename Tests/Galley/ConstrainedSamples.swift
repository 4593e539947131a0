import Galley

/// The constraints of the manual's page about cells, whose blocks are these lines.
struct ConstrainedSamples {
  private static let blue = Color(rgb: 0x2F6F8F)
  private static let pale = Color(rgb: 0xDCEAF0)

  /// A photo beside a title that is centred on it while it has one line.
  static func byline(_ text: String) -> some Element {
    let (photo, title, box) = (
      ConstraintItem("photo"), ConstraintItem("title"), ConstraintItem.container
    )
    return Constrained {
      Image("mara").frame(width: 44, height: 44).cornerRadius(22).id(photo)
      Text(text).id(title)
    } constraints: {
      photo.leading == box.leading
      photo.top == box.top
      title.leading == photo.trailing + 8
      title.trailing == box.trailing
      title.firstBaseline >= photo.centerY
      (title.centerY == photo.centerY).priority(750)
      for item in [photo, title] { box.bottom >= item.bottom }
    }.padding(12).background(.white).cornerRadius(10)
  }

  /// A name and a time in one line; the one of the lower resistance is truncated.
  static func line(_ author: String, resistance: Int) -> some Element {
    let (name, time, box) = (
      ConstraintItem("name"), ConstraintItem("time"), ConstraintItem.container
    )
    return Constrained {
      Text(author).lineLimit(1).background(pale).compressionResistance(x: resistance).id(name)
      Text("15 minutes ago").lineLimit(1).background(pale).hugging(x: 260).id(time)
    } constraints: {
      name.leading == box.leading
      time.leading == name.trailing + 8
      time.trailing == box.trailing
      name.top == box.top
      time.firstBaseline == name.firstBaseline
      for item in [name, time] { box.bottom >= item.bottom }
    }.padding(12).background(.white).cornerRadius(10)
  }

  /// A picture of a ratio, three tiles of equal width, and a badge on the edge between them.
  static func tiles() -> some Element {
    let (hero, badge, box) = (
      ConstraintItem("hero"), ConstraintItem("badge"), ConstraintItem.container
    )
    let tiles = (1...3).map { ConstraintItem("tile \($0)") }
    return Constrained {
      Image("harbour").id(hero)
      for tile in tiles { Shape(fill: pale).id(tile) }
      Text("16 : 9").color(.white).padding(x: 10, y: 4).background(blue).cornerRadius(14).id(badge)
    } constraints: {
      hero.leading == box.leading
      hero.trailing == box.trailing
      hero.top == box.top
      hero.height == hero.width * 9 / 16
      for (left, right) in zip(tiles, tiles.dropFirst()) {
        right.leading == left.trailing + 6
        right.width == left.width
      }
      tiles[0].leading == box.leading
      tiles[2].trailing == box.trailing
      for tile in tiles {
        tile.top == hero.bottom + 6
        tile.height == tile.width / 2
        box.bottom == tile.bottom
      }
      badge.centerX == hero.centerX
      badge.centerY == hero.bottom + 3
    }.padding(12).background(.white).cornerRadius(10)
  }
}
