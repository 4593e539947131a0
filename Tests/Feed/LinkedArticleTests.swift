import Foundation
import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("Articles that are no regular files", .timeLimit(.minutes(15)))
struct LinkedArticleTests {
  @Test("are bad items beside the others, and a pipe is not waited for")
  func links() throws {
    let (folder, other) = (try TestFolder(), try TestFolder())
    try folder.write("# One\n\nwords", to: "a.md")
    try folder.write("# Two\n\nwords", to: "d.md")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("b.md"), withDestinationPath: other.write("# Secret", to: "secret.md"))
    #expect(mkfifo(folder.path("c.md"), 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: folder.path("e.md"), withIntermediateDirectories: false)
    let reader = try FeedReader(path: folder.path, format: nil, limits: FeedLimits())
    var (titles, faults) = ([String](), [FeedElementFault]())
    while let element = try reader.next() {
      switch element {
      case .item(let item): titles.append(item.title ?? "")
      case .bad(let error): faults.append(error.fault)
      }
    }
    #expect(titles == ["One", "Two"])
    #expect(
      faults == [
        .notRegularFile(name: "b.md", isLink: true), .notRegularFile(name: "c.md", isLink: false),
        .notRegularFile(name: "e.md", isLink: false),
      ])
    #expect("\(faults[0])" == "`b.md` is a symbolic link, which is not followed")
  }
}
