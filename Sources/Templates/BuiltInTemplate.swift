public import GalleyCells

/// A template that is part of the library.
package struct BuiltInTemplate: Sendable {
  /// The name.
  package let name: String
  /// The YAML file.
  package let yaml: String
  /// The purpose, in one sentence.
  package var about: String {
    let line = yaml.split(separator: "\n").first { $0.hasPrefix("about: ") }
    return String(line?.dropFirst("about: ".count) ?? "")
  }

  /// All of them, in the order of their names.
  package static let all: [BuiltInTemplate] = [
    BuiltInTemplate(name: "card", bytes: PackageResources.card_yaml),
    BuiltInTemplate(name: "chat", bytes: PackageResources.chat_yaml),
    BuiltInTemplate(name: "eink", bytes: PackageResources.eink_yaml),
    BuiltInTemplate(name: "fd", bytes: PackageResources.fd_yaml),
    BuiltInTemplate(name: "quote", bytes: PackageResources.quote_yaml),
    BuiltInTemplate(name: "social", bytes: PackageResources.social_yaml),
    BuiltInTemplate(name: "timeline", bytes: PackageResources.timeline_yaml),
  ]

  private init(name: String, bytes: [UInt8]) {
    self.name = name
    yaml = String(decoding: bytes, as: UTF8.self)
  }
}

extension Template {
  /// Reads the built-in template called `name`; `nil` if there is none.
  ///
  /// - Throws: ``TemplateError/malformed(path:line:column:reason:)``.
  public init?(named name: String, theme: Theme) throws(TemplateError) {
    guard let builtIn = BuiltInTemplate.all.first(where: { $0.name == name }) else { return nil }
    try self.init(yaml: builtIn.yaml, path: name, theme: theme)
  }
}
