import Testing

@testable import GalleyWorkers

@Suite("OrderedBatches at its ends", .timeLimit(.minutes(15)))
struct OrderedBatchesBoundaryTests {
  @Test("is not at its end before the input is, also without a batch")
  func emptyInput() {
    var batches = OrderedBatches<Int, Int>(depth: 1)
    #expect(batches.mayRead() == true)
    #expect(word(batches.nextStep()) == "wait")
    batches.didEndReading(nil)
    #expect(word(batches.nextStep()) == "end")
    var failing = OrderedBatches<Int, Int>(depth: 1)
    failing.didEndReading(Refusal.asked(0))
    #expect(failing.mayRead() == false)
    #expect(word(failing.nextStep()) == "end asked(0)")
  }

  @Test("reads in bursts, in whatever turns batches are read and consumed", arguments: 1...6)
  func bursts(depth: Int) {
    for choices in 0..<1024 {
      var batches = OrderedBatches<Int, Int>(depth: depth)
      var (count, isFull) = (0, false)
      var answers: [Bool?] = []
      var expected: [Bool?] = []
      for step in 0..<10 {
        answers.append(batches.mayRead())
        expected.append(isFull ? nil : true)
        if choices >> step & 1 == 0, !isFull {
          _ = batches.didRead()
          count += 1
          isFull = count == depth
        } else if count > 0 {
          batches.didConsume()
          count -= 1
          isFull = isFull && count > depth / 2
        }
      }
      #expect(answers == expected)
    }
  }

  @Test("gives an error in placing the turn of the batch that was placed")
  func ordersPlacing() {
    var batches = OrderedBatches<Int, Int>(depth: 4)
    for _ in 0..<3 { _ = batches.didRead() }
    batches.didMeasure(0, .success(10))
    batches.didMeasure(1, .success(11))
    #expect(word(batches.nextStep()) == "place 0 10")
    batches.didPlace()
    #expect(word(batches.nextStep()) == "place 1 11")
    batches.failPlacing(Refusal.asked(1))
    #expect((0..<3).map(batches.isWanted) == [true, false, false])
    batches.didMeasure(2, nil)
    #expect(word(batches.nextStep()) == "wait")
    batches.didFinish(0, .success(20))
    #expect(word(batches.nextStep()) == "consume 20")
    batches.didConsume()
    #expect(word(batches.nextStep()) == "end asked(1)")
  }

  @Test("gives an error in finishing its batch's turn, and does not place later batches")
  func ordersFinishing() {
    var batches = OrderedBatches<Int, Int>(depth: 4)
    for index in 0..<3 {
      _ = batches.didRead()
      batches.didMeasure(index, .success(index))
    }
    for index in 0..<2 {
      #expect(word(batches.nextStep()) == "place \(index) \(index)")
      batches.didPlace()
    }
    batches.didFinish(1, .failure(Refusal.asked(1)))
    #expect(word(batches.nextStep()) == "wait")
    batches.didFinish(0, .success(20))
    #expect(word(batches.nextStep()) == "consume 20")
    batches.didConsume()
    #expect(word(batches.nextStep()) == "end asked(1)")
  }

  @Test("does not place the batch whose turn it is after a stop")
  func stopsBeforePlacing() {
    var batches = OrderedBatches<Int, Int>(depth: 4)
    _ = batches.didRead()
    batches.didMeasure(0, .success(1))
    batches.stop(CancellationError())
    #expect(word(batches.nextStep()) == "end CancellationError()")
  }
}
