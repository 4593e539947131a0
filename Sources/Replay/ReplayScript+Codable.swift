package import Foundation
import GalleyPrimitives
import GalleyTable

extension ReplayScript {
  /// A script from its file.
  ///
  /// - Throws: ``ReplayScriptError`` with the member that is wrong.
  package init(json: Data) throws(ReplayScriptError) {
    do {
      self = try JSONDecoder().decode(ReplayScript.self, from: json)
    } catch let error as DecodingError {
      throw Self.syntaxError(in: json) ?? ReplayScriptError(error)
    } catch {
      throw ReplayScriptError(place: "", problem: "\(error)")
    }
    try validate()
  }

  /// The error of a file that is not JSON.
  private static func syntaxError(in json: Data) -> ReplayScriptError? {
    do {
      _ = try JSONSerialization.jsonObject(with: json)
      return nil
    } catch {
      let details = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      return ReplayScriptError(place: "", problem: "no JSON: \(details ?? "\(error)")")
    }
  }

  /// The script as its file, one step on each line.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) -> String {
      // All numbers of a script are finite, so JSON can represent them.
      (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
    var head = self
    head.steps = []
    let steps = steps.map { "  " + text($0) }.joined(separator: ",\n")
    let parts = text(head).split(separator: "\"steps\":[]", omittingEmptySubsequences: false)
    return parts.joined(separator: "\"steps\":[\n\(steps)\n]") + "\n"
  }

  /// Refuses values that no table has.
  private func validate() throws(ReplayScriptError) {
    func shown(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
    func check(
      _ number: Double?, _ range: ClosedRange<Double>, _ place: String
    ) throws(ReplayScriptError) {
      guard let number, !range.contains(number) else { return }
      throw ReplayScriptError(
        place: place,
        problem: "\(shown(number)) is not \(shown(range.lowerBound)) to \(shown(range.upperBound))")
    }
    try check(width, 16...8192, "width")
    try check(viewport, 1...100_000, "viewport")
    try check(estimate, 1...100_000, "estimate")
    for (index, height) in heights.enumerated() { try check(height, 0...1e6, "heights[\(index)]") }
    for (index, step) in steps.enumerated() {
      let place = "steps[\(index)]"
      let contents = Array(step.contents.values) + Array(step.reloaded.values)
      for case .content(.blank(let height)) in contents {
        try check(height, 0...1e6, place + ".items")
      }
      switch step.action {
      case .load(let counts): try Self.check(counts, place + ".load")
      case .rotate(let width, let viewport):
        try check(width, 16...8192, place + ".rotate")
        try check(viewport, 1...100_000, place + ".viewport")
      case .fontSize(let factor): try check(factor, 0.1...10, place + ".fontSize")
      case .change(let batch):
        let added = batch.changes.map { change in
          switch change {
          case .insertSection(_, let count), .reloadSection(_, let count): count
          default: 0
          }
        }
        try Self.check(added.map { max(0, $0) }, place + ".rows")
      default: break
      }
    }
  }

  private static func check(_ counts: [Int], _ place: String) throws(ReplayScriptError) {
    var sum = 0
    for count in counts {
      guard (0...1_000_000).contains(count), sum + count <= 1_000_000 else {
        throw ReplayScriptError(place: place, problem: "a table has 0 to 1000000 rows")
      }
      sum += count
    }
  }
}

/// A fault of a script, and the member that has it.
package struct ReplayScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The member, such as `steps[3].batch[0].move`; empty for the whole script.
  package var place: String
  /// The fault.
  package var problem: String

  /// One line for messages.
  package var description: String { place.isEmpty ? problem : "\(place): \(problem)" }

  init(place: String, problem: String) {
    self.place = place
    self.problem = problem
  }

  init(_ error: DecodingError) {
    let path: [any CodingKey]
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      path = context.codingPath
      problem = "\(Self.word(for: type)) belongs here"
    case .keyNotFound(let key, let context):
      path = context.codingPath
      problem = "'\(key.stringValue)' is missing"
    case .dataCorrupted(let context):
      path = context.codingPath
      // For 2.5 as an integer, the decoder gives no details.
      problem =
        path.isEmpty
        ? "a number is too great, or not whole where it has to be" : context.debugDescription
    @unknown default:
      (path, problem) = ([], "\(error)")
    }
    place = path.reduce("") { place, key in
      if let index = key.intValue { return place + "[\(index)]" }
      return place.isEmpty ? key.stringValue : place + "." + key.stringValue
    }
    problem = problem.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}

extension ReplayScript: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case width, viewport, estimate, asking, heights, steps
  }

  /// Reads a script.
  package init(from decoder: any Decoder) throws {
    try decoder.refuseOtherKeys(than: Key.allCases.map(\.rawValue))
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    width = try values.decodeIfPresent(Double.self, forKey: .width)
    viewport = try values.decodeIfPresent(Double.self, forKey: .viewport) ?? viewport
    estimate = try values.decodeIfPresent(Double.self, forKey: .estimate) ?? estimate
    if let word = try values.decodeIfPresent(String.self, forKey: .asking) {
      guard let known = HeightAsking(rawValue: word) else {
        let words = HeightAsking.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          forKey: .asking, in: values, debugDescription: "'\(word)' is none of \(words)")
      }
      asking = known
    }
    heights = try values.decodeIfPresent([Double].self, forKey: .heights) ?? []
    steps = try values.decode([ReplayStep].self, forKey: .steps)
  }

  /// Writes a script.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(width, forKey: .width)
    try values.encode(viewport, forKey: .viewport)
    try values.encode(estimate, forKey: .estimate)
    try values.encode(asking, forKey: .asking)
    if !heights.isEmpty { try values.encode(heights, forKey: .heights) }
    try values.encode(steps, forKey: .steps)
  }
}

/// A key of any name.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Refuses an object with other members, most of which are misspelt.
  func refuseOtherKeys(than known: [String]) throws {
    for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription:
            "'\(key.stringValue)' is not known here: \(known.joined(separator: ", "))"))
    }
  }
}
