import Foundation
import GalleyCells
import GalleyTemplates
import Testing
import Yams

@Suite("TemplateSchema", .timeLimit(.minutes(15)))
struct TemplateSchemaTests {
  private func faults(_ yaml: String) throws -> [String] {
    let value = try #require(try Yams.load(yaml: yaml))
    return try JSONSchema(json: TemplateSchema.json).faults(of: value)
  }

  private func isRead(_ yaml: String) -> Bool {
    (try? Template(yaml: yaml, theme: .light)) != nil
  }

  @Test("accepts all built-in templates", arguments: BuiltInTemplate.all.map(\.name))
  func builtIn(name: String) throws {
    let builtIn = try #require(BuiltInTemplate.all.first { $0.name == name })
    #expect(try faults(builtIn.yaml) == [])
  }

  @Test(
    "accepts what the reader accepts",
    arguments: [
      "row: []\ngap: 4", "row: []\ngap: small\npadding: card", "column: []\npadding: [1, 2]",
      "column: []\nmargin: [-1, 0, auto, 5%]\nwidth: 50%", "overlay: []\nalignX: center",
      "row: []\nwrap: reverse\nrowGap: 2\ncolumnGap: 3\nrtl: true",
      "text: a\ncolor: \"#FFF\"\nunderline: true\nstrikethrough: {pattern: dash, width: 2}",
      "text: [a, {text: b, weight: 700, link: \"{url}\"}]\nlineHeight: 1.2\nwrap: balance",
      "text: a\ntextShadow: [{y: 1}, {x: 1, blur: 2, color: quiet}]\nfeatures: [smcp, ss01=2]",
      "text: a\nif: likes > 0\nunless: [a, b == c]", "text: 5\nlines: 2\ntracking: -0.5",
      "image: a\nradius: [1, 2, 3, 4]\nelse: {text: b}\nfit: contain", "spacer: gap",
      "shape: circle\nborderColor: line\nborderWidth: card\nborderDashes: [2, 1]",
      "shape: rectangle\nshadow: {y: 2, blur: 8}\nradius: round\nopacity: 0.5",
      "text: a\nfor: tags\nas: tag\nlimit: 4\nfrom: 1\nrole: tag",
      "include: quote\npadding: 4\nif: body",
      "constrained: [{text: a, id: t, hugging: 251, resistance: [1, 2]}]\nconstraints: [t.top == 4]",
    ])
  func accepts(element: String) throws {
    let yaml = "body:\n  " + element.split(separator: "\n").joined(separator: "\n  ")
    #expect(isRead(yaml), "\(yaml)")
    #expect(try faults(yaml) == [])
  }

  @Test(
    "refuses what the reader refuses",
    arguments: [
      "row: []\ngap: wide", "row: {}", "column: []\npadding: [1, 2, 3]", "text: a\nsize: 0",
      "text: a\ncolor: red", "text: a\ncolor: \"#12\"", "text: []", "text: a\nlines: 1.5",
      "text: a\nalign: center", "image: a\nstyle: body", "spacer: -1", "shape: star",
      "text: a\nunderline: wavy", "text: a\nshadow: {size: 3}", "text: a\nfeatures: [small]",
      "row: [{texts: a}]", "row: []\nradius: [1, 2]", "overlay: []\njustify: center",
      "text: [{weight: 700}]", "text: [{text: a, lines: 2}]", "row: []\nwrap: balance",
      "text: a\ncolour: text", "column: [row]", "text: a\nminScale: 2", "row: []\nratio: 0",
      "image: a\nelse: b", "text: a\nlimit: 0\nfor: a\nas: b",
      "include: [quote]", "constrained: []\nconstraints: a", "text: a\nid: a.b",
      "text: a\nhugging: 0",
    ])
  func refuses(element: String) throws {
    let yaml = "body:\n  " + element.split(separator: "\n").joined(separator: "\n  ")
    #expect(!isRead(yaml), "\(yaml)")
    #expect(try faults(yaml) != [])
  }

  @Test("describes each key of each kind of element")
  func describes() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(TemplateSchema.json.utf8))
    let definitions = try #require((schema as? [String: Any])?["definitions"] as? [String: Any])
    for kind in [
      "row", "column", "overlay", "constrained", "textElement", "image", "shape", "spacer",
      "include", "span",
    ] {
      let definition = try #require(definitions[kind] as? [String: Any])
      let properties = try #require(definition["properties"] as? [String: [String: Any]])
      #expect(properties.count >= 15, "\(kind)")
      for (name, property) in properties {
        #expect((property["description"] as? String)?.hasSuffix(".") == true, "\(kind).\(name)")
      }
    }
  }
}
