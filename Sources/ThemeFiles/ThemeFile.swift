import Foundation
public import GalleyCells
import GalleyFiles
import GalleyPrimitives
import GalleyText
import Glibc
import Yams

/// The reason why a theme file cannot be used.
public enum ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist or cannot be read; `errno` is the system's error number.
  case unreadable(path: String, errno: Int32)
  /// The file is not YAML, or has keys or values that a theme does not have.
  case malformed(path: String, reason: String)

  /// One line with the reason and the place.
  public var description: String {
    switch self {
    case .unreadable(let path, let code):
      "cannot read the theme \(path): \(systemMessage(code))"
    case .malformed(let path, let reason): "theme \(path): \(reason)"
    }
  }
}

extension Theme {
  /// Makes a theme from a YAML file with the differences from another theme.
  ///
  /// The key `base` names the other theme, by default `light`. The other keys are those of
  /// ``/GalleyCells/Theme``; colours are written `"#RRGGBB"`, and one number stands for all sides or corners.
  ///
  /// - Throws: ``/GalleyThemeFiles/ThemeError``.
  public init(file path: String) throws(ThemeError) {
    try self.init(yaml: String(decoding: Self.fileBytes(path), as: UTF8.self), path: path)
  }

  /// Reads the bytes of a file up to one above the limit, so that even an endless device is refused.
  package static func fileBytes(_ path: String) throws(ThemeError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: ThemeNodes.byteLimit + 1)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
      guard count > 0 else { break }
      done += count
    }
    return Array(bytes[..<done])
  }

  /// Makes a theme from YAML; messages name it by `path`.
  ///
  /// The text has at most 65,536 bytes and 16 aliases, and with aliases expanded 10,000 keys and values.
  ///
  /// - Throws: ``/GalleyThemeFiles/ThemeError/malformed(path:reason:)``.
  public init(yaml: String, path: String = "theme") throws(ThemeError) {
    do {
      var keys = try Self.mapping(yaml)
      let baseName = keys.removeValue(forKey: "base") ?? "light"
      guard let base = (baseName as? String).flatMap({ Theme(named: $0) }) else {
        let names = Theme.named.map(\.name)
        let name = "\(baseName)"
        let near = name.nearest(of: names).map { "; did you mean '\($0)'? The" } ?? ": the"
        throw Malformed(
          "there is no theme '\(name.shown(limit: 80))' to differ from\(near) themes are \(names.joined(separator: ", "))"
        )
      }
      let known = try JSONSerialization.jsonObject(with: JSONEncoder().encode(base))
      let merged = try Self.merge(keys, into: known, of: base, at: [])
      self = try JSONDecoder().decode(
        Theme.self, from: JSONSerialization.data(withJSONObject: merged))
      try checkStyles()
      try checkFamilies()
    } catch let error as Malformed {
      throw .malformed(path: path, reason: error.reason)
    } catch let error as DecodingError {
      throw .malformed(path: path, reason: Self.words(error))
    } catch {
      throw .malformed(
        path: path, reason: "\(error)".split(whereSeparator: \.isNewline).joined(separator: " "))
    }
  }

  /// The reason of a failure, without the path of the file.
  package struct Malformed: Error {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  private static func mapping(_ yaml: String) throws -> [String: Any] {
    guard let root = try ThemeNodes.root(of: yaml) else { return [:] }
    guard let keys = root as? [String: Any] else { throw Malformed("expected keys and values") }
    return keys
  }

  private func checkStyles() throws {
    for (name, style) in [
      ("title", title), ("body", body), ("author", author), ("time", time), ("initials", initials),
    ] {
      if let fault = style.fault { throw Malformed("\(name): \(fault.reason)") }
    }
  }

  private func checkFamilies() throws {
    for (tag, family) in families.sorted(by: { $0.key < $1.key }) {
      guard Self.isScript(tag) else {
        throw Malformed(
          "families: '\(tag.prefix(40))' is no script: tags such as Arab, Deva, Hans, Jpan are expected"
        )
      }
      guard !family.isEmpty else { throw Malformed("families.\(tag) names no family") }
    }
  }

  private static func words(_ error: DecodingError) -> String {
    let context: DecodingError.Context? =
      switch error {
      case .dataCorrupted(let context), .keyNotFound(_, let context),
        .typeMismatch(_, let context), .valueNotFound(_, let context):
        context
      @unknown default: nil
      }
    guard let context else { return "\(error)" }
    let place = context.codingPath.map(\.stringValue).joined(separator: ".")
    return "\(place): \(context.debugDescription)"
  }
}
