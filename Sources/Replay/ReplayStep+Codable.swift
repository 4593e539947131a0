import GalleyPrimitives
import GalleyTable

extension ReplayStep: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case load, commit, scroll, scrollTo, rotate, viewport, fontSize, invalidate
    case batch, announce, waits, refused
  }

  /// Reads a step: an object whose first member names the action.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func action(_ keys: Key...) throws -> Bool {
      guard values.contains(keys[0]) else { return false }
      try decoder.refuseOtherKeys(than: keys.map(\.rawValue))
      return true
    }
    if try action(.load) {
      let single = try? values.decode(Int.self, forKey: .load)
      self.init(.load(try single.map { [$0] } ?? values.decode([Int].self, forKey: .load)))
    } else if try action(.commit) {
      self.init(.commit)
    } else if try action(.scroll) {
      self.init(.scroll(by: try values.decode(Double.self, forKey: .scroll)))
    } else if try action(.scrollTo) {
      self.init(.scrollTo(try values.decode(Double.self, forKey: .scrollTo)))
    } else if try action(.rotate, .viewport) {
      self.init(
        .rotate(
          width: try values.decode(Double.self, forKey: .rotate),
          viewport: try values.decodeIfPresent(Double.self, forKey: .viewport)))
    } else if try action(.fontSize) {
      self.init(.fontSize(try values.decode(Double.self, forKey: .fontSize)))
    } else if try action(.invalidate) {
      self.init(.invalidate(try values.decode([PathText].self, forKey: .invalidate).map(\.path)))
    } else {
      let change = try CodedChange(from: decoder)
      let members: [ReplayBatch.Member] =
        if case .batch(let members)? = change.members.first { members } else { change.members }
      self.init(
        .change(
          ReplayBatch(
            members, announced: try values.decodeIfPresent([Int].self, forKey: .announce))))
      contents = change.contents
      reloaded = change.reloaded
      waits = try values.decodeIfPresent(Bool.self, forKey: .waits) ?? false
      isRefused = try values.decodeIfPresent(Bool.self, forKey: .refused) ?? false
    }
  }

  /// Writes a step.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch action {
    case .load(let counts): try values.encode(counts, forKey: .load)
    case .commit: try values.encode(true, forKey: .commit)
    case .scroll(let length): try values.encode(length, forKey: .scroll)
    case .scrollTo(let y): try values.encode(y, forKey: .scrollTo)
    case .rotate(let width, let viewport):
      try values.encode(width, forKey: .rotate)
      try values.encodeIfPresent(viewport, forKey: .viewport)
    case .fontSize(let factor): try values.encode(factor, forKey: .fontSize)
    case .invalidate(let paths): try values.encode(paths.map(PathText.init), forKey: .invalidate)
    case .change(let batch):
      let members = batch.members.map {
        CodedChange(members: [$0], contents: contents, reloaded: reloaded)
      }
      try values.encode(members, forKey: .batch)
      try values.encodeIfPresent(batch.announced, forKey: .announce)
      if waits { try values.encode(true, forKey: .waits) }
      if isRefused { try values.encode(true, forKey: .refused) }
    }
  }
}

/// A row's path, written as in `0:5`.
struct PathText: Codable {
  var path: RowPath

  init(_ path: RowPath) { self.path = path }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try value.decode(String.self)
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let section = numbers[0], let row = numbers[1] else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "'\(text)' is no place: section and row, as in \"0:5\"")
    }
    path = RowPath(section: section, row: row)
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode("\(path)")
  }
}

extension ReplayStep.Source: Codable {
  private enum Key: String, CodingKey {
    case height
  }

  /// Reads a row's content: the index of a feed's item, an object with a height, or an item.
  package init(from decoder: any Decoder) throws {
    if let row = try? decoder.singleValueContainer().decode(Int.self) {
      guard row >= 0 else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "a feed has no row \(row)"))
      }
      self = .feed(row)
      return
    }
    if let values = try? decoder.container(keyedBy: Key.self), values.contains(.height) {
      try decoder.refuseOtherKeys(than: ["height"])
      self = .content(.blank(height: try values.decode(Double.self, forKey: .height)))
      return
    }
    try decoder.refuseOtherKeys(than: [
      "title", "body", "author", "time", "image", "avatar", "lang", "height",
    ])
    self = .content(.item(try ReplayItem(from: decoder)))
  }

  /// Writes a row's content.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .feed(let row):
      var value = encoder.singleValueContainer()
      try value.encode(row)
    case .content(.blank(let height)):
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(height, forKey: .height)
    case .content(.item(let item)): try item.encode(to: encoder)
    }
  }
}
