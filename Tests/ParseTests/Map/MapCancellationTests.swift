import CarrelBasics
import CarrelModel
import CarrelStages
import MapParsing
import Testing

/// What ends a mapping whose searches take long.
@Suite(.timeLimit(.minutes(1))) struct MapCancellationTests {
    @Test func `a mapping that is cancelled begins no further search`() async throws {
        // Each title takes nearly half a second, and all of them minutes.
        let search = "count(//i[count(//i[count(//i) > 0]) > 0])"
        let parser = try MapSamples.parser([
            "format": .string("xml"),
            "items": MapSamples.table(
                ("at", .string("/list/i[position() <= 250]")), ("title", .string(search))),
        ])
        let document = Samples.document(
            "<list>\(String(repeating: "<i/>", count: 350))</list>", "http://n.example/list.xml")
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task.detached { () -> ParseError? in
            start.finish()
            do throws(ParseError) {
                _ = try parser.parse([document])
                return nil
            } catch {
                return error
            }
        }
        for await _ in started {}
        task.cancel()
        let error = await task.value
        #expect(error?.isCancelled == true)
    }
}
