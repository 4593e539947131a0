import Foundation
import Inbox

let arguments = CommandLine.arguments
guard arguments.count == 2 else { fatalError("usage: live-table FOLDER") }
let inbox = try await Inbox()
try await inbox.play(rounds: 12, to: arguments[1])
print("12 frames, \(await inbox.view.rowCount) rows")
await inbox.view.close()
