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

    @Test(arguments: [
        "<list><i><t>A</t><u>a.pdf</u></i><i><t>B</t><u>b.pdf</u></i></list>",
        "<!doctype html><p><a href='a.pdf'>A</a> <a href='b.pdf'>B</a></p>",
        #"[{"title": "A", "url": "a.pdf"}, {"title": "B", "url": "b.pdf"}]"#,
    ])
    func `the search for a mapping ends when it is cancelled`(text: String) async throws {
        let parser = try MapParser(Settings())
        let document = Samples.document(text, "http://n.example/list")
        for isCancelled in [false, true] {
            let task = Task.detached { () -> ParseError? in
                if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                do throws(ParseError) {
                    _ = try parser.suggestion(for: document, at: "http://n.example/list")
                    return nil
                } catch {
                    return error
                }
            }
            let error = await task.value
            #expect((error?.isCancelled == true) == isCancelled, "\(text)")
        }
    }
}
