import Testing

@testable import GalleyWorkers

/// The next step in one word.
func word(_ step: OrderedBatches<Int, Int>.Step?) -> String {
  switch step {
  case .place(let index, let value): "place \(index) \(value)"
  case .consume(let value): "consume \(value)"
  case .end(nil): "end"
  case .end(let error?): "end \(error)"
  case nil: "wait"
  }
}

@Suite("OrderedBatches", .timeLimit(.minutes(15)))
struct OrderedBatchesTests {
  @Test("places and consumes in order, whatever the order of results")
  func keepsOrder() {
    var batches = OrderedBatches<Int, Int>(depth: 3)
    for _ in 0..<3 { _ = batches.didRead() }
    batches.didEndReading(nil)
    var words: [String] = []
    func take() {
      let step = word(batches.nextStep())
      words.append(step)
      if step.hasPrefix("place") { batches.didPlace() }
      if step.hasPrefix("consume") { batches.didConsume() }
    }
    batches.didMeasure(1, .success(10))
    take()
    batches.didMeasure(0, .success(0))
    take()
    take()
    batches.didFinish(1, .success(11))
    take()
    batches.didFinish(0, .success(1))
    take()
    take()
    batches.didMeasure(2, .success(20))
    take()
    batches.didFinish(2, .success(21))
    take()
    take()
    #expect(
      words == [
        "wait", "place 0 0", "place 1 10", "wait", "consume 1", "consume 11", "place 2 20",
        "consume 21", "end",
      ])
  }

  @Test("reads until it is full, then waits until half is free", arguments: 1...6)
  func readsInBursts(depth: Int) {
    var batches = OrderedBatches<Int, Int>(depth: depth)
    for index in 0..<depth {
      #expect(batches.mayRead() == true)
      #expect(batches.didRead() == index)
    }
    for left in (0...depth).reversed() {
      #expect(batches.mayRead() == (left <= depth / 2 && left < depth ? true : nil))
      batches.didConsume()
    }
  }

  @Test("gives an error its batch's turn, and supersedes later batches")
  func ordersErrors() {
    var batches = OrderedBatches<Int, Int>(depth: 4)
    for _ in 0..<4 { _ = batches.didRead() }
    batches.didMeasure(3, .failure(Refusal.asked(3)))
    batches.didMeasure(1, .failure(Refusal.asked(1)))
    #expect(batches.mayRead() == false)
    #expect((0..<4).map(batches.isWanted) == [true, false, false, false])
    batches.didMeasure(2, nil)
    #expect(word(batches.nextStep()) == "wait")
    batches.didMeasure(0, .success(5))
    #expect(word(batches.nextStep()) == "place 0 5")
    batches.didPlace()
    #expect(word(batches.nextStep()) == "wait")
    batches.didFinish(0, .success(6))
    #expect(word(batches.nextStep()) == "consume 6")
    batches.didConsume()
    #expect(word(batches.nextStep()) == "end asked(1)")
  }

  @Test("waits for running jobs before it ends by a stop")
  func stops() {
    var batches = OrderedBatches<Int, Int>(depth: 4)
    _ = batches.didRead()
    batches.stop(CancellationError())
    #expect(word(batches.nextStep()) == "wait")
    batches.didMeasure(0, .success(1))
    #expect(word(batches.nextStep()) == "end CancellationError()")
  }

  @Test("consumes and places nothing after a stop, whatever is ready")
  func stopsAtOnce() {
    var batches = OrderedBatches<Int, Int>(depth: 4)
    for index in 0..<3 {
      _ = batches.didRead()
      batches.didMeasure(index, .success(index))
    }
    for _ in 0..<2 { #expect(word(batches.nextStep()).hasPrefix("place")) }
    batches.didPlace()
    batches.didFinish(0, .success(0))
    batches.stop(CancellationError())
    #expect(word(batches.nextStep()) == "end CancellationError()")
  }
}

@Suite("PoolQueue", .timeLimit(.minutes(15)))
struct PoolQueueTests {
  @Test("wakes idle workers only, and lets urgent jobs overtake")
  func schedules() {
    var queue = PoolQueue<String>(workerCount: 2)
    #expect(queue.submit("a") == 0)
    #expect(queue.submit("b", count: 2) == nil)
    #expect(queue.submit("d", isUrgent: true) == nil)
    #expect((0..<4).map { _ in queue.next(for: 0) } == ["d", "a", "b", "b"])
    #expect(queue.next(for: 0) == nil)
    #expect(queue.submit("e") == 0)
  }

  @Test("wakes one worker at a time, and the next one when it has taken its job")
  func wakesInTurn() {
    var queue = PoolQueue<String>(workerCount: 3)
    #expect(queue.submit("a", count: 3) == 0)
    #expect(queue.wake() == nil)
    for worker in 0..<2 {
      #expect(queue.next(for: worker) == "a")
      #expect(queue.wake() == worker + 1)
      #expect(queue.wake() == nil)
    }
    // A busy worker takes the job of one that is on its way.
    #expect(queue.next(for: 0) == "a")
    #expect(queue.wake() == nil)
    #expect(queue.next(for: 2) == nil)
    #expect(queue.submit("b") == 2)
    #expect(queue.next(for: 2) == "b")
    #expect(queue.submit("c") == nil)
  }

  @Test("keeps the order of any number of jobs", arguments: [0, 1, 2, 3, 63, 64, 65, 1000])
  func keepsOrder(count: Int) {
    var queue = PoolQueue<Int>(workerCount: 1)
    var taken: [Int] = []
    for number in 0..<count {
      _ = queue.submit(number)
      // Taken at half the pace they come, so that the queue is moved several times.
      if number % 2 == 1, let job = queue.next(for: 0) { taken.append(job) }
    }
    while let job = queue.next(for: 0) { taken.append(job) }
    #expect(taken == Array(0..<count))
  }
}
