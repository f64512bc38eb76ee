import CarrelModel
import Testing

/// Which times of a file count as the recorded one.
struct FileTimeTests {
    private func isSame(_ time: Int64, _ recorded: Int64) -> Bool {
        FileTime(nanoseconds: time).isSame(as: FileTime(nanoseconds: recorded))
    }

    @Test func `a time that a file system has rounded is the recorded one`() {
        #expect(isSame(1_000_000_001, 1_000_000_001))
        #expect(isSame(2_000_000_000, 1_234_567_890))
        #expect(!isSame(2_000_000_001, 1_234_567_890))
        #expect(!isSame(5_000_000_000, 1_234_567_890))
    }

    @Test func `times at both ends of all numbers are different ones`() {
        let last = Int64.max / 10_000_000 * 10_000_000
        #expect(!isSame(last, .min))
        #expect(!isSame(-last, .max))
    }
}
