import Foundation
import TestSupport
import Testing

@Suite("Progress", .serialized, .timeLimit(.minutes(15)))
struct ProgressTests {
  @Test("galley progress sums the manifests of shards, and a signal prints that of a run")
  func shows() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(6000), to: "feed.jsonl")
    let small = try galley.write(BulkFeed.text(100), to: "small.jsonl")
    _ = try galley.run(
      "render", small, "--cards", "-o", "a.tar", "--manifest", "a.jsonl", "--quiet")
    let running = try galley.start(
      ["render", feed, "--cards", "-o", "b.tar", "--manifest", "b.jsonl", "--shard", "1/2"],
      isDirect: true)
    defer { kill(running.process.processIdentifier, SIGKILL) }
    while ((try? galley.folder.bytes("b.jsonl"))?.count ?? 0) < 10_000 { usleep(10_000) }
    kill(running.process.processIdentifier, SIGUSR1)
    let record = try galley.run("progress", "a.jsonl", "b.jsonl", "--json", "--seconds", "0.5")
    let records = try record.records()
    #expect(records.count == 3)
    #expect(records[0]["isComplete"] as? Bool == true)
    #expect(records[0]["rows"] as? Int == 100)
    #expect(records[1]["shard"] as? String == "1/2")
    let done = try #require(records[1]["rows"] as? Int)
    #expect((1...3100).contains(done))
    #expect(records[2]["rows"] as? Int == 100 + done)
    let table = try galley.run("progress", "a.jsonl", "b.jsonl", "--seconds", "0")
    #expect(table.lines.count == 3)
    #expect(table.lines[0] == "a.jsonl: 100 rows, 100 %, 2 failed, complete")
    #expect(table.lines[2].hasPrefix("all: "))
    // Without a rate, the time left of the running part is not known, and so that of all is not.
    #expect(!table.lines[2].contains(" left"), "\(table.lines[2])")
    let run = try running.wait()
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains(" rows, "), "\(run.errors)")
    #expect(run.errors.contains(" a second, "), "\(run.errors)")
    #expect(run.errors.contains(" left"), "\(run.errors)")
  }

  @Test("Python reads the archives, and so does WebDataset if it is installed")
  func readsArchives() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(150), to: "feed.jsonl")
    let run = try galley.run(
      "render", feed, "--cards", "-o", "x-{archive:06}.tar", "--archive-size", "300KiB", "--quiet",
      "--manifest", "m.jsonl")
    #expect(run.status == 1)
    let program = """
      import glob, json, sys, tarfile
      from hashlib import sha256
      rows = [json.loads(line) for line in open('m.jsonl')]
      rows = [row for row in rows if 'key' in row]
      shards = sorted(glob.glob('x-*.tar'))
      index = json.load(open('x-index.json'))
      assert [shard['url'] for shard in index['shardlist']] == shards
      assert sum(shard['nsamples'] for shard in index['shardlist']) == len(rows)
      found = []
      for shard in shards:
        with tarfile.open(shard) as archive:
          found += [(member.name, archive.extractfile(member).read()) for member in archive]
      assert [name for name, _ in found] == [row['file'] for row in rows]
      for row, (name, content) in zip(rows, found):
        with open(row['archive'], 'rb') as file:
          file.seek(row['offset'])
          assert file.read(row['bytes']) == content
      try:
        import webdataset
      except ImportError:
        print('tarfile', len(found))
        sys.exit()
      samples = list(webdataset.WebDataset(shards, shardshuffle=False))
      assert [sample['__key__'] + '.png' for sample in samples] == [name for name, _ in found]
      assert [sample['png'] for sample in samples] == [content for _, content in found]
      print('webdataset', len(samples))
      """
    _ = try galley.write(program, to: "read.py")
    let read = try galley.shell("command -v python3 >/dev/null || exit 0; python3 read.py", "")
    #expect(read.status == 0, "\(read.errors)")
    #expect(read.lines.allSatisfy { $0.hasSuffix(" 147") }, "\(read.lines)")
  }
}
