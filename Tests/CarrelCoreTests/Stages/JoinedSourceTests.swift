import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct JoinedSourceTests {
    private let week = FixedSource("week", location: "http://x.example/week")
    private let modules = FixedSource("modules", location: "http://x.example/modules")

    private var source: JoinedSource {
        JoinedSource(.init(role: "week", source: week), [.init(role: "modules", source: modules)])
    }

    private func documents(after validators: Validators?) async throws -> [CatalogDocument]? {
        guard case .documents(let documents) = try await source.read(after: validators) else { return nil }
        return documents
    }

    @Test(arguments: SourceConformance.checks)
    func `it keeps the promises of a source`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { source }
    }

    @Test func `every document has its role, and the first source names the catalogue`() async throws {
        let documents = try #require(try await documents(after: nil))
        #expect(documents.map(\.role) == ["week", "modules"])
        #expect(documents.map { String(decoding: $0.data, as: UTF8.self) } == ["week", "modules"])
        #expect(source.location == "http://x.example/week")
    }

    @Test func `nothing has changed only where no document has`() async throws {
        let harness = try PipelineHarness("= C1\nA | http://x.example/a")
        var pipeline = harness.pipeline
        pipeline.source = source
        week.replace(with: "= C1")
        for changes in [true, false, true] {
            if changes { modules.replace(with: "= C1\n\(UUID().uuidString)") }
            let before = harness.events.lines.count
            _ = try await pipeline.readCatalog(records: true)
            let news = harness.events.lines.dropFirst(before).joined()
            #expect(news.contains("unchanged") != changes, "\(news)")
        }
    }

    @Test func `where one document has changed, all are delivered`() async throws {
        let first = try #require(try await documents(after: nil))
        let joined = first.validators
        #expect(try await documents(after: joined) == nil)
        modules.replace(with: "others")
        let second = try #require(try await documents(after: joined))
        #expect(second.map { String(decoding: $0.data, as: UTF8.self) } == ["week", "others"])
    }

    @Test func `a document whose location changed is read, whatever was known of the other one`() async throws
    {
        let known = try #require(try await documents(after: nil)).validators
        let moved = FixedSource("modules", location: "http://x.example/modules-2")
        let source = JoinedSource(.init(role: "week", source: week), [.init(role: "modules", source: moved)])
        guard case .documents = try await source.read(after: known) else {
            Issue.record("the document of the old location was taken for it")
            return
        }
    }

    @Test func `a catalogue of one document with a role is unchanged where that is`() async throws {
        let source = JoinedSource(.init(role: "week", source: week), [])
        guard case .documents(let first) = try await source.read(after: nil) else { return }
        #expect(first.map(\.role) == ["week"])
        guard case .unchanged = try await source.read(after: first.validators) else {
            Issue.record("it was read again")
            return
        }
        week.replace(with: "another")
        guard case .documents = try await source.read(after: first.validators) else {
            Issue.record("it was taken for unchanged")
            return
        }
    }

    @Test func `no server can say what several documents' validators are`() async throws {
        let first = try #require(try await documents(after: nil))
        let joined = try #require(first.validators.entityTag)
        // As a response has it, and as earlier versions of Carrel recorded it.
        for line in [
            joined.replacing("\n", with: " "), String(try #require(joined.split(separator: "\n").last)),
        ] {
            let tag = Validators(entityTag: line)
            #expect(try await documents(after: tag)?.count == 2)
            #expect(tag.ofOneDocument == tag && tag.redirectedOrigin == nil)
        }
        #expect(first.validators.ofOneDocument == nil && first.validators.redirectedOrigin == nil)
    }

    @Test func `documents that cannot be told apart are read each time`() {
        var part = CatalogDocument(
            role: "week", data: Data(), url: URL(filePath: "/x"), validators: Validators(entityTag: "1"))
        part.sourceLocation = "http://x.example/week"
        #expect(![part].validators.isEmpty && [part, part].validators.isEmpty)
    }

    private struct Broken: Source {
        let location = "http://x.example/source.path"
        func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
            throw SourceError(
                .notFound, subject: location, reason: "it is not there",
                remedy: "Check \(setting: "path"); \(location) is no folder")
        }
    }

    @Test func `a document that cannot be read is named, and so is its table`() async throws {
        let source = JoinedSource(
            .init(role: "week", source: week), [.init(role: "rooms", source: Broken())])
        let error = await #expect(throws: SourceError.self) { try await source.read(after: nil) }
        #expect(error?.subject == "http://x.example/source.path" && error?.role == "rooms")
        #expect(error?.reason == "the rooms document: it is not there")
        #expect(error?.remedy == "Check source.rooms.path; http://x.example/source.path is no folder")
    }

    @Test func `a document that cannot be read ends the reading of the others`() async throws {
        /// Never answers.
        struct Silent: Source {
            let location = "http://x.example/silent"
            func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
                try? await Gate().wait()
                throw SourceError(.cancelled, subject: location, reason: "cancelled")
            }
        }
        let source = JoinedSource(
            .init(role: "week", source: Silent()), [.init(role: "rooms", source: Broken())])
        let error = await #expect(throws: SourceError.self) { try await source.read(after: nil) }
        #expect(error?.code == .notFound && error?.subject == Broken().location)
    }
}
