import GalleyPrimitives
import GalleyTable

/// A JSON object of a script: changes of one kind, or a batch of them.
struct CodedChange: Codable {
  var members: [ReplayBatch.Member]
  /// The contents of new rows, by their paths after the change, and of reloaded rows, by those
  /// before.
  var contents: [RowPath: ReplayStep.Source] = [:]
  var reloaded: [RowPath: ReplayStep.Source] = [:]

  private enum Key: String, CodingKey, CaseIterable {
    case insert, delete, move, to, reload, items
    case insertSection, deleteSections, moveSection, reloadSection, rows
    case batch
  }

  init(
    members: [ReplayBatch.Member], contents: [RowPath: ReplayStep.Source],
    reloaded: [RowPath: ReplayStep.Source]
  ) {
    self.members = members
    self.contents = contents
    self.reloaded = reloaded
  }

  /// The members that a step may have beside any change.
  private static let modifiers = ["announce", "waits", "refused"]

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func kind(_ keys: Key...) throws -> Bool {
      guard values.contains(keys[0]) else { return false }
      try decoder.refuseOtherKeys(than: keys.map(\.rawValue) + Self.modifiers)
      return true
    }
    func paths(_ key: Key) throws -> [RowPath] {
      try values.decode([PathText].self, forKey: key).map(\.path)
    }
    members = []
    if try kind(.insert, .items) {
      let paths = try paths(.insert)
      members = paths.map { .change(.insertRow($0)) }
      contents = try Self.items(of: paths, in: values)
    } else if try kind(.delete) {
      members = try paths(.delete).map { .change(.deleteRow($0)) }
    } else if try kind(.reload, .items) {
      let paths = try paths(.reload)
      members = paths.map { .change(.reloadRow($0)) }
      reloaded = try Self.items(of: paths, in: values)
    } else if try kind(.move, .to) {
      let (old, new) = (
        try values.decode(PathText.self, forKey: .move).path,
        try values.decode(PathText.self, forKey: .to).path
      )
      members = [.change(.moveRow(from: old, to: new))]
    } else if try kind(.insertSection, .rows, .items) {
      let section = try values.decode(Int.self, forKey: .insertSection)
      let count = try values.decodeIfPresent(Int.self, forKey: .rows) ?? 0
      members = [.change(.insertSection(section, rowCount: count))]
      let paths = (0..<max(0, min(count, 1_000_000))).map { RowPath(section: section, row: $0) }
      contents = try Self.items(of: paths, in: values)
    } else if try kind(.deleteSections) {
      members = try values.decode([Int].self, forKey: .deleteSections)
        .map { .change(.deleteSection($0)) }
    } else if try kind(.moveSection, .to) {
      members = [
        .change(
          .moveSection(
            from: try values.decode(Int.self, forKey: .moveSection),
            to: try values.decode(Int.self, forKey: .to)))
      ]
    } else if try kind(.reloadSection, .rows) {
      members = [
        .change(
          .reloadSection(
            try values.decode(Int.self, forKey: .reloadSection),
            rowCount: try values.decode(Int.self, forKey: .rows)))
      ]
    } else if try kind(.batch) {
      let changes = try values.decode([CodedChange].self, forKey: .batch)
      members = [.batch(changes.flatMap(\.members))]
      for change in changes {
        contents.merge(change.contents) { $1 }
        reloaded.merge(change.reloaded) { $1 }
      }
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "no word here says what happens: load, scroll, insert, batch, …"))
    }
  }

  /// The contents of rows: as many items as rows, or none.
  private static func items(
    of paths: [RowPath], in values: KeyedDecodingContainer<Key>
  ) throws -> [RowPath: ReplayStep.Source] {
    guard let items = try values.decodeIfPresent([ReplayStep.Source].self, forKey: .items) else {
      return [:]
    }
    guard items.count == paths.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .items, in: values,
        debugDescription: items.count.counted("item") + " for " + paths.count.counted("row"))
    }
    return Dictionary(zip(paths, items)) { $1 }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch members.first {
    case .change(let change)?: try encode(change, to: &values)
    case .batch(let members)?:
      let changes = members.map {
        CodedChange(members: [$0], contents: contents, reloaded: reloaded)
      }
      try values.encode(changes, forKey: .batch)
    case nil: try values.encode([CodedChange](), forKey: .batch)
    }
  }

  private func encode(
    _ change: ChangeSet.Change, to values: inout KeyedEncodingContainer<Key>
  ) throws {
    switch change {
    case .insertRow(let path):
      try values.encode([PathText(path)], forKey: .insert)
      if let item = contents[path] { try values.encode([item], forKey: .items) }
    case .deleteRow(let path): try values.encode([PathText(path)], forKey: .delete)
    case .reloadRow(let path):
      try values.encode([PathText(path)], forKey: .reload)
      if let item = reloaded[path] { try values.encode([item], forKey: .items) }
    case .moveRow(let old, let new):
      try values.encode(PathText(old), forKey: .move)
      try values.encode(PathText(new), forKey: .to)
    case .insertSection(let section, let count):
      try values.encode(section, forKey: .insertSection)
      try values.encode(count, forKey: .rows)
    case .deleteSection(let section): try values.encode([section], forKey: .deleteSections)
    case .moveSection(let old, let new):
      try values.encode(old, forKey: .moveSection)
      try values.encode(new, forKey: .to)
    case .reloadSection(let section, let count):
      try values.encode(section, forKey: .reloadSection)
      try values.encode(count, forKey: .rows)
    }
  }
}
