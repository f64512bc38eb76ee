import CarrelBasics
import CarrelTesting
import Testing

@testable import CarrelCore

struct ProgressMeterTests {
    private let clock = ManualClock()
    private static let piece: Int64 = 16 << 10

    /// The events that a meter lets through, by the number of pieces that had come.
    private func told(_ meter: ProgressMeter, _ pieces: ClosedRange<Int64>, of total: Int64?) -> [Int64] {
        pieces.filter { meter.isDue(at: $0 * Self.piece, of: total.map { $0 * Self.piece }) }
    }

    @Test func `what comes fast is told at each tenth, and what comes slowly ten times a second`() {
        let meter = ProgressMeter(MonotonicTime(clock))
        #expect(told(meter, 1...50, of: 100) == [1, 11, 21, 31, 41])
        clock.advance(by: .milliseconds(100))
        #expect(told(meter, 51...52, of: 100) == [51])
    }

    @Test func `without a length it is told where twice as much has come`() {
        #expect(told(ProgressMeter(MonotonicTime(clock)), 1...20, of: nil) == [1, 2, 4, 8, 16])
    }

    @Test func `a small document is told once, however many pieces it comes in`() {
        let meter = ProgressMeter(MonotonicTime(clock))
        let told = (1...9).filter { meter.isDue(at: Int64($0) * 100, of: 1000) }
        #expect(told == [1])
    }
}
