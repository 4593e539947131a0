/// The reason why a height file cannot be used.
public enum HeightFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file can be made at the path.
  case unusable(path: String, message: String)
  /// The file cannot be read; it counts as an empty cache.
  case unreadable(path: String, message: String, isReplaceable: Bool)
  /// The file cannot be written.
  case cannotSave(path: String, message: String)

  /// One line that names the file.
  public var description: String {
    switch self {
    case .unusable(let path, let message): "height cache \(path): \(message)"
    case .unreadable(let path, let message, _): "height cache \(path) \(message)"
    case .cannotSave(let path, let message): "height cache \(path): \(message)"
    }
  }
}
