import Foundation
import GalleyBoxes
import GalleyCells
import GalleyConstraints
import GalleyElements
import GalleyTemplates
import GalleyText
import TestSupport
import Testing

@Suite("Templates within templates, and constraints", .timeLimit(.minutes(15)))
struct TemplateIncludeTests {
  private func texts(_ tree: ElementTree) -> [String] {
    var own: [String] = []
    if case .text(let text) = tree.content { own = [text.text.string] }
    return own + tree.children.flatMap(texts)
  }

  /// Reads the template `a.yaml` of a folder with some files.
  private func template(_ files: [String: String]) throws -> (Template, TestFolder) {
    let folder = try TestFolder()
    for (name, yaml) in files {
      let url = folder.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(yaml.utf8).write(to: url)
    }
    return (try Template(file: folder.path("a.yaml"), theme: .light), folder)
  }

  private func failure(_ files: [String: String]) -> String {
    do {
      _ = try template(files)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test("refuses pipes and symbolic links, and does not wait for a pipe's writer")
  func irregularFiles() throws {
    let folder = try TestFolder()
    #expect(mkfifo(folder.path("pipe.yaml"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.yaml"), withDestinationPath: "/etc/passwd")
    for (name, reason) in [("pipe", "a pipe or a device"), ("link", "a symbolic link")] {
      let yaml = "body: {column: [{include: \(name).yaml}]}"
      let error = #expect(throws: TemplateError.self) {
        try Template(yaml: yaml, folder: folder.path(""), theme: .light)
      }
      let words = error.map { "\($0)" } ?? ""
      #expect(words.contains(reason) && words.contains("template:1:"), "\(words)")
    }
  }

  @Test("lists the files that it includes, through others too, also if it is faulty")
  func files() throws {
    let (_, folder) = try template([
      "a.yaml": "body: {column: [{include: b/b.yaml}, {include: card}, {include: c.yaml}]}",
      "b/b.yaml": "body: {row: [{include: c.yaml}, {text: x}]}", "c.yaml": "body: {text: y}",
      "faulty.yaml": "body: {colum: [{include: c.yaml}, {include: faulty.yaml}, {include: ../d}]}",
    ])
    let found = { Template.includedFiles(of: folder.path($0)) }
    #expect(Set(found("a.yaml")) == [folder.path("b/b.yaml"), folder.path("c.yaml")])
    #expect(Set(found("faulty.yaml")) == [folder.path("c.yaml"), folder.path("faulty.yaml")])
    #expect(found("none.yaml") == [] && found("b") == [])
  }

  @Test("takes the bodies of files and of built-in templates, with conditions and properties")
  func includes() throws {
    let (template, folder) = try template([
      "a.yaml": """
      body:
        column:
          - include: parts/byline.yaml
            padding: 4
          - include: quote
            if: body
          - include: parts/byline.yaml
            unless: body
      """,
      "parts/byline.yaml": "name: b\nwidth: 5\nbody: {row: [{text: 'by {author}'}]}",
    ])
    let cell = try template.cell(.fields(["author": .text("Ada"), "body": .text("Yes.")]))
    #expect(texts(cell) == ["by Ada", "Yes.", "— Ada"])
    #expect(cell.children[0].box.padding.top == .units(4))
    #expect(template.includes.count == 3 && template.width == nil)
    #expect(template.fields.contains("author"))
    _ = folder
  }

  @Test("a circle, a fault in an included file and a name outside of the folder have their places")
  func faults() throws {
    let circle = failure([
      "a.yaml": "body:\n  column:\n    - include: b.yaml", "b.yaml": "body: {include: c.yaml}",
      "c.yaml": "body:\n  row:\n    - include: a.yaml",
    ])
    #expect(circle.contains("c.yaml:3:16: templates include each other: "), "\(circle)")
    let own = failure(["a.yaml": "body: {include: a.yaml}"])
    #expect(own.contains("a.yaml:1:17: templates include each other: "), "\(own)")
    let fault = failure([
      "a.yaml": "body: {include: b.yaml}", "b.yaml": "body:\n  text: a\n  colr: text",
    ])
    #expect(fault.contains("b.yaml:3:3: there is no 'colr' here; did you mean 'color'?"))
    let damage = failure(["a.yaml": "body: {include: b.yaml}", "b.yaml": "body: ["])
    #expect(damage.contains("b.yaml:2:1: "), "\(damage)")
    for name in ["../b.yaml", "/etc/hostname", "./a.yaml", "x//y"] {
      let outside = failure(["a.yaml": "body: {include: \(name)}"])
      #expect(outside.contains("a.yaml:1:17: '\(name)' does not name a file in the folder"))
    }
    #expect(failure(["a.yaml": "body: {include: b.yaml}"]).contains("a.yaml:1:17: cannot read"))
    let text = try #require(throws: TemplateError.self) {
      try Template(yaml: "body: {include: b.yaml}", theme: .light)
    }
    #expect("\(text)".contains("there is no template 'b.yaml'; built in are"))
  }

  @Test("includes that multiply each other end at a limit")
  func limits() {
    var files: [String: String] = ["z.yaml": "body: {text: a}"]
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "z"]
    for (name, next) in zip(names, names.dropFirst()) {
      files["\(name).yaml"] =
        "body: {row: [{include: \(next).yaml}, {include: \(next).yaml}]}"
    }
    #expect(failure(files).contains("more than 64 templates are included"))
  }

  private let constrained = """
    body:
      constrained:
        - shape: circle
          id: photo
          width: 48
          if: photo
        - text: "{title}"
          id: title
          hugging: [251, 100]
          resistance: 900
      constraints:
        - photo.leading == container.leading
        - title.leading == photo.trailing + 8 at 750
        - title.width <= photo.width * 2 - 4
        - title.top >= 4
    """

  @Test("reads constraints as Swift writes them, and leaves out those of missing elements")
  func constraints() throws {
    let template = try Template(yaml: constrained, theme: .light)
    let (photo, title) = (ConstraintItem("photo"), ConstraintItem("title"))
    let all: [LayoutConstraint] = [
      photo.leading == ConstraintItem.container.leading,
      (title.leading == photo.trailing + 8).priority(750),
      title.width <= photo.width * 2 - 4,
    ]
    let full = try template.cell(.fields(["photo": .flag(true), "title": .text("Hi")]))
    guard case .constraints(let own) = full.content else {
      Issue.record("no constraints")
      return
    }
    #expect(Array(own.prefix(3)) == all && own[3].description == "title.top >= 4")
    #expect(full.children[1].traits?.identifier == "title")
    #expect(full.children[1].traits?.hugging == ConstraintPriorities(x: 251, y: 100))
    #expect(full.children[1].traits?.compressionResistance == ConstraintPriorities(both: 900))
    let short = try template.cell(.fields(["title": .text("Hi")]))
    #expect(short.content == .constraints([own[3]]))
  }

  @Test(
    "locates faults of constraints",
    arguments: [
      ("title.leading = 4", "==, <= or >= is expected after title.leading"),
      ("title.middle == 4", "it begins with an element and one of leading"),
      ("title.top == nan", "a number from -16384 to 16384"), ("title.top ==", "it ends after"),
      ("title.top == 4 at 1001", "a whole number from 1 to 1000"),
      ("title.top == 4 pixels", "'pixels' is too much"), ("tilte.top == 4", "tilte"),
      ("title.top == title.leading", "title.top"),
    ])
  func constraintFaults(constraint: String, reason: String) throws {
    let yaml = "body:\n  constrained: [{text: a, id: title}]\n  constraints:\n    - \(constraint)"
    let error = try #require(throws: TemplateError.self) {
      try Template(yaml: yaml, path: "a.yaml", theme: .light)
    }
    #expect("\(error)".hasPrefix("a.yaml:") && "\(error)".contains(reason), "\(error)")
  }
}
