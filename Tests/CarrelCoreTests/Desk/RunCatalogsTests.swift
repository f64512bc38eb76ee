import CarrelBasics
import Testing

@testable import CarrelCore

/// What several steps of a reading say while documents are handed over.
struct RunCatalogsTests {
    private let catalogs = RunCatalogs()

    /// Counts how often something is read, while the first time something else happens.
    private func readings(_ meanwhile: () async -> Void) async -> Int {
        let count = Locked(0)
        return await catalogs.reading {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { await meanwhile() }
            return number
        }
    }

    @Test func `what is read while documents are handed over is read again`() async {
        let catalogs = catalogs
        #expect(await readings { await catalogs.inTurn { _ in await catalogs.handOver {} } } == 2)
        #expect(await readings {} == 1)
        #expect(catalogs.handoverCount == 1)
    }

    @Test func `what is read while a handover goes on is read again once it has ended`() async {
        let catalogs = catalogs
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (read, reads) = AsyncStream.makeStream(of: Void.self)
        async let handing: Void = catalogs.inTurn { _ in
            await catalogs.handOver {
                begins.finish()
                for await _ in read {}
            }
        }
        for await _ in begun {}
        #expect(await readings { reads.finish() } == 2)
        await handing
        catalogs.clear()
        #expect(await readings {} == 1, "what has ended repeats nothing")
    }
}
