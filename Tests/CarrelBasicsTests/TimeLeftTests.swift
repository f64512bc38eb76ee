import CarrelBasics
import CarrelTesting
import Testing

/// How long the rest of a run takes, as its documents show.
struct TimeLeftTests {
    /// A server that sends pieces, so many at once, each as fast as the others, and what is expected of them.
    private struct Transfers {
        var sizes: [Int64]
        var width: Int
        /// Bytes a second of each piece.
        var rate: Int64
        /// Before each piece's first byte.
        var wait = 0.0
        /// Whether sizes are known before the pieces begin, or while they come.
        var areSizesPlanned = false
        var areTotalsTold = true

        /// What was expected each second, with what it took in the end.
        func run() -> (expected: [(time: Double, left: Double)], end: Double) {
            let (clock, step) = (ManualClock(), Duration.milliseconds(100))
            let start = clock.now
            var estimate = TimeLeft<Int>()
            for (key, size) in sizes.enumerated() { estimate.plan(key, bytes: areSizesPlanned ? size : nil) }
            var (next, flying, expected) = (0, [(key: Int, age: Double)](), [(time: Double, left: Double)]())
            while next < sizes.count || !flying.isEmpty {
                let now = start.duration(to: clock.now)
                while flying.count < width, next < sizes.count {
                    estimate.begin(next, at: now)
                    flying.append((next, 0))
                    next += 1
                }
                clock.advance(by: step)
                let time = start.duration(to: clock.now)
                for index in flying.indices.reversed() {
                    flying[index].age += step.seconds
                    let (key, size) = (flying[index].key, sizes[flying[index].key])
                    let bytes = min(size, Int64(max(0, flying[index].age - wait) * Double(rate)))
                    if bytes > 0 {
                        estimate.note(key, bytes: bytes, of: areTotalsTold ? size : nil, at: time)
                    }
                    guard bytes == size else { continue }
                    estimate.end(key, bytes: size, at: time)
                    flying.remove(at: index)
                }
                if let left = estimate.left(at: time) { expected.append((time.seconds, left.seconds)) }
            }
            return (expected, start.duration(to: clock.now).seconds)
        }
    }

    /// The factors by which what was expected differs from what it took, between parts of the time, in their order.
    private func errors(_ transfers: Transfers, from begin: Double) -> [Double] {
        let (expected, whole) = transfers.run()
        let looked = expected.filter { (begin * whole...0.9 * whole).contains($0.time) }
        #expect(looked.count > 10)
        return looked.map { max($0.left / (whole - $0.time), (whole - $0.time) / $0.left) }.sorted()
    }

    @Test func `what is even is told from the beginning`() throws {
        let even = Transfers(
            sizes: Array(repeating: 2_000_000, count: 60), width: 4, rate: 1_000_000, wait: 0.5)
        #expect(try #require(errors(even, from: 0.1).last) < 1.4)
    }

    @Test func `a few large documents behind many small ones count by their sizes`() throws {
        let sizes = Array(repeating: Int64(50_000), count: 40) + Array(repeating: 20_000_000, count: 6)
        var uneven = Transfers(sizes: sizes, width: 4, rate: 1_000_000, areSizesPlanned: true)
        #expect(try #require(errors(uneven, from: 0.1).last) < 1.3)
        // Where sizes show only while they come, those that wait are taken for such as are on their way.
        uneven.areSizesPlanned = false
        let errors = errors(uneven, from: 0.1)
        let (half, most) = (errors[errors.count / 2], errors[errors.count * 9 / 10])
        #expect(half < 1.5)
        #expect(most < 3.5)
    }

    @Test func `one that is much larger than the others holds up the end`() throws {
        let sizes: [Int64] = [40_000_000] + Array(repeating: 500_000, count: 40)
        let one = Transfers(sizes: sizes, width: 4, rate: 1_000_000)
        #expect(try #require(errors(one, from: 0.1).last) < 1.1)
    }

    @Test func `where nothing but the number of documents is known their mean is taken`() throws {
        let sizes = (0..<80).map { Int64($0 % 5 + 1) * 300_000 }
        let unknown = Transfers(sizes: sizes, width: 4, rate: 1_000_000, wait: 0.2, areTotalsTold: false)
        #expect(try #require(errors(unknown, from: 0.2).last) < 1.4)
    }

    @Test func `nothing is said before anything tells`() {
        var estimate = TimeLeft<Int>()
        #expect(estimate.left(at: .seconds(9)) == nil)
        for key in 0..<3 { estimate.plan(key, bytes: 100_000) }
        estimate.begin(0, at: .seconds(10))
        #expect(estimate.left(at: .seconds(12)) == nil)
        estimate.note(0, bytes: 1, of: 100_000, at: .seconds(12))
        estimate.end(0, bytes: 100_000, at: .seconds(13))
        let one = estimate.left(at: .seconds(13))
        #expect(one.map { (5...7).contains($0.seconds) } == true, "\(String(describing: one))")
        estimate.takeBack()
        #expect((estimate.left(at: .seconds(13)) ?? .zero) > (one ?? .zero))
    }
}
