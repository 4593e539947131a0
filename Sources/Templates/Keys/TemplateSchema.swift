import Foundation
import GalleyCells
import GalleyElements
import GalleyPrimitives
import GalleyText

/// The JSON Schema of templates, by which editors complete and check them.
package enum TemplateSchema {
  /// The schema, in draft 7, with the members of each object in the order of their names.
  ///
  /// - Complexity: O(keys × kinds).
  package static var json: String {
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    // A value of texts, numbers, lists and objects is always valid JSON.
    let data = try? JSONSerialization.data(withJSONObject: schema.any, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  static let schema: SchemaValue = [
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "A Galley template",
    "description": "A cell as rows, columns and overlays of texts, images and shapes.",
    "type": "object", "required": ["body"], "additionalProperties": false,
    "properties": [
      "name": TemplateForm<String>.words.schema.about("The name, for reports."),
      "about": TemplateForm<String>.words.schema.about("The purpose, in one sentence."),
      "width": SchemaValue.number(in: 1...8192).about("The width of the cell in layout units."),
      "body": SchemaValue.reference("element").about("The cell."),
    ],
    "definitions": .object(definitions),
  ]

  private static var definitions: [String: SchemaValue] {
    var definitions: [String: SchemaValue] = [
      "element": .any(of: ElementKind.elements.map { .reference(name(of: $0)) }),
      "part": .any(of: [.reference("text"), .reference("span")]),
      "text": ["type": ["string", "number", "boolean"]],
      "field": ["type": ["string", "number"], "pattern": "^[^ .]+(\\.[^ .]+)*$"],
      "condition": .any(of: [
        ["type": ["string", "number", "boolean"]],
        .list(of: ["type": ["string", "number", "boolean"]]),
      ]),
      "color": .any(of: [
        .names(TemplatePalette.colorNames),
        ["type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"],
      ]),
      "length": length(least: 0), "signedLength": length(least: -8192),
      "edges": edges("length"), "signedEdges": edges("signedLength"),
      "radii": .any(of: [
        .number(in: 0...8192), .names(TemplatePalette.radiusNames),
        .list(of: .number(in: 0...8192), count: 4...4),
      ]),
      "shadow": .any(of: [.names(["none"]), shadow]),
      "decoration": .any(of: [
        ["type": "boolean"], .names(LinePattern.allCases.map(\.rawValue)), decoration,
      ]),
    ]
    for kind in ElementKind.allCases { definitions[name(of: kind)] = schema(of: kind) }
    return definitions
  }

  /// The definition of a kind; `text` is a text with bindings.
  private static func name(of kind: ElementKind) -> String {
    kind == .text ? "textElement" : kind.rawValue
  }

  private static func schema(of kind: ElementKind) -> SchemaValue {
    var properties: [String: SchemaValue] = [kind.key: content(of: kind).about(kind.about)]
    for key in TemplateKey.all(of: kind) { properties[key.name] = key.schema.about(key.about) }
    return [
      "type": "object", "required": [.text(kind.key)], "additionalProperties": false,
      "properties": .object(properties),
    ]
  }

  private static func content(of kind: ElementKind) -> SchemaValue {
    switch kind {
    case .row, .column, .overlay, .constrained: .list(of: .reference("element"))
    case .text:
      .any(of: [
        .reference("text"), .list(of: .reference("part"), count: 1...TemplateReader.partLimit),
      ])
    case .image, .span: .reference("text")
    case .include: TemplateForm<String>.words.schema
    case .shape: .names(TemplateReader.shapes)
    case .spacer: .any(of: [.number(in: 0...8192), .names(TemplatePalette.lengthNames)])
    }
  }

  private static func length(least: Double) -> SchemaValue {
    .any(of: [
      .number(in: least...8192), .names(["auto"] + TemplatePalette.lengthNames),
      ["type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?%$"],
    ])
  }

  private static func edges(_ length: String) -> SchemaValue {
    .any(of: [
      .reference(length), .names(TemplatePalette.edgeNames),
      .list(of: .reference(length), count: 2...2), .list(of: .reference(length), count: 4...4),
    ])
  }

  private static let shadow: SchemaValue = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "color": .reference("color"), "x": .number(in: -4096...4096), "y": .number(in: -4096...4096),
      "blur": .number(in: 0...256),
    ],
  ]

  private static let decoration: SchemaValue = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "weight": .names(LineWeight.allCases.map(\.rawValue)),
      "pattern": .names(LinePattern.allCases.map(\.rawValue)),
      "width": .number(in: 0...256), "color": .reference("color"),
    ],
  ]
}
