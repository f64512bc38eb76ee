import CarrelBasics
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct OwnThreadTests {
    @Test func `work on threads of its own is done, each piece once`() async throws {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<8 {
            try OwnThread.begin { continuation.yield(number) }
        }
        var done: [Int] = []
        for await number in numbers {
            done.append(number)
            if done.count == 8 { break }
        }
        #expect(done.sorted() == Array(0..<8))
    }

    @Test func `work that gets no thread is done by the pool`() async {
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            OwnThread.run(
                begin: { (_: @escaping @Sendable () -> Void) throws(POSIXError) in throw POSIXError(.EAGAIN)
                },
                { continuation.resume(returning: 7) })
        }
        #expect(answer == 7)
    }
}
