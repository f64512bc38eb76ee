import Testing

@testable import CarrelCore

@Suite struct BackPressureTests {
    @Test func `while too much waits every piece asks for a pause, each longer than the one before`() {
        var pressure = BackPressure()
        #expect(pressure.pause(waiting: BackPressure.highWater) == nil)
        let pauses = (0..<12).map { _ in pressure.pause(waiting: BackPressure.highWater + 1) }
        #expect(pauses.prefix(3) == [.milliseconds(2), .milliseconds(4), .milliseconds(8)])
        #expect(pauses.suffix(2) == [.seconds(1), .seconds(1)])
    }

    @Test func `once enough is written, pauses are short again`() {
        var pressure = BackPressure()
        for _ in 0..<5 { _ = pressure.pause(waiting: .max) }
        #expect(pressure.pause(waiting: 0) == nil)
        #expect(pressure.pause(waiting: .max) == BackPressure.shortest)
    }
}
