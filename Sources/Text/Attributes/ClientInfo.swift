import Foundation

/// A part of a text with data of the client: texts by keys, and codable values as JSON.
public protocol ClientInfo {
  /// The client's own data.
  var userInfo: [String: String] { get set }
}

extension ClientInfo {
  /// Stores a value under a key of ``userInfo``, as JSON.
  ///
  /// - Throws: `EncodingError`.
  public mutating func setInfo(_ value: some Encodable, for key: String) throws {
    let encoder = JSONEncoder()
    // Equal values are equal texts.
    encoder.outputFormatting = .sortedKeys
    userInfo[key] = String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value under a key of ``userInfo``; `nil` if there is none.
  ///
  /// - Throws: `DecodingError`, if it is another value or no JSON.
  public func info<Value: Decodable>(_ type: Value.Type, for key: String) throws -> Value? {
    try userInfo[key].map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
  }
}

extension TextHighlight: ClientInfo {}
extension TextAttachment: ClientInfo {}
