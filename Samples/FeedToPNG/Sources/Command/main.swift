import FeedToPNG

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: feed-to-png FEED PICTURE") }
let summary = try await render(feed: arguments[1], to: arguments[2])
print("\(summary.rowCount) rows, \(summary.pixelHeight) pixels tall")
