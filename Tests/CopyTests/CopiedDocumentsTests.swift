import CarrelBasics
import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import Testing

@testable import CarrelCopy

/// Documents go over, and the trouble of one concerns no other.
@Suite(.timeLimit(.minutes(1))) struct CopiedDocumentsTests {
    private let folder: TemporaryFolder
    private let from, to: DirectoryStore
    private let records = DocumentRecords(["a.txt", "b.txt", "c.txt"])

    init() throws {
        folder = try TemporaryFolder()
        from = DirectoryStore(root: folder.url.appending(path: "from"))
        to = DirectoryStore(root: folder.url.appending(path: "to"))
        for name in records.names { try folder.write("from/\(name)", "content of \(name)") }
    }

    private func copy(
        failing error: StoreError
    ) async throws -> (summary: CopySummary, progress: [CopyProgress]) {
        let progress = Recorder<CopyProgress>()
        let documents = CopiedDocuments(
            from: FailingTransfer(from: from, name: "b.txt", error: error), to: to, store: to
        ) { progress.append($0) }
        var summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        return (summary, progress.elements)
    }

    @Test(arguments: [
        StoreError(.readOnly, subject: "b.txt", reason: "Permission denied"),
        StoreError(.system, subject: "b.txt", reason: "Input/output error"),
    ])
    func `a document that cannot be read leaves the others alone`(error: StoreError) async throws {
        let (summary, progress) = try await copy(failing: error)
        #expect(summary.documents == 2 && !summary.isFinished)
        #expect(progress.contains(.trouble(CopyTrouble("b.txt", .unreadable, reason: error.reason))))
        #expect(progress.contains(.documents(3, of: 3)))
        #expect(try await to.names().sorted() == ["a.txt", "c.txt"])
        let incoming = folder.url.appending(path: "to/.carrel/incoming").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == [])
    }

    @Test func `a document that cannot be looked at leaves the others alone when a copy goes on`()
        async throws
    {
        var documents = CopiedDocuments(from: from, to: to, store: to) { _ in }
        var summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        let error = StoreError(.system, subject: "b.txt", reason: "it is refused")
        documents = CopiedDocuments(
            from: FailingTransfer(from: from, name: "b.txt", error: error, failsLooks: true), to: to,
            store: to
        ) { _ in }
        documents.isResumed = true
        try await documents.removeOutdated(recorded: records)
        summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        #expect(summary.documents == 2 && summary.troubles[.unreadable] == 1 && !summary.isFinished)
        #expect(try await to.names().sorted() == records.names)
    }

    @Test func `what a copy that was killed put in its places is made durable by the one that goes on`()
        async throws
    {
        let error = StoreError(.system, subject: "none", reason: "nothing is read")
        let taking = FailingTransfer(from: to, name: "none", error: error)
        for isResumed in [false, true] {
            var documents = CopiedDocuments(from: from, to: taking, store: to) { _ in }
            documents.isResumed = isResumed
            var summary = CopySummary()
            try await documents.copyAll(of: records, &summary)
            #expect(summary.documents == 3)
            try await taking.remove(.document("b.txt"))
        }
        #expect(taking.puts.elements == [3, 1, 0])
    }

    @Test func `versions that cannot be listed leave the others alone, and are told`() async throws {
        let digest = try #require(await from.digest(ofDocumentNamed: "b.txt"))
        let key = ItemKey(catalog: "c", collection: "C", item: "b")
        let staged = try #require(
            await from.stage([DocumentContent(key: key, bytes: Array("content of b.txt".utf8))]).first)
        let publication = Publication(document: try staged.get(), name: "b.txt", replaces: digest)
        #expect(try await from.publish([publication]).isEmpty)
        let unlisted = folder.url.appending(path: "from/.carrel/versions/a.txt").path
        try FileManager.default.createDirectory(atPath: unlisted, withIntermediateDirectories: true)
        let progress = Recorder<CopyProgress>()
        let documents = CopiedDocuments(from: from, to: to, store: to) { progress.append($0) }
        var summary = CopySummary()
        let failing: SystemFaults.Failing = { call, path in
            call == .list && path == unlisted ? EIO : nil
        }
        try await SystemFaults.failing.withValue(failing) {
            try await documents.copyAll(of: records, &summary)
        }
        #expect(summary.documents == 3 && summary.versions == 1 && !summary.isFinished)
        let troubles = progress.elements.compactMap { event -> CopyTrouble? in
            if case .trouble(let trouble) = event { trouble } else { nil }
        }
        #expect(troubles.map(\.name) == [unlisted])
    }

    @Test func `a server that cannot be reached ends the copy, which goes on later`() async throws {
        let error = StoreError(.unreachable, subject: "the bucket", reason: "no answer")
        await #expect(throws: error) { _ = try await copy(failing: error) }
        var documents = CopiedDocuments(from: from, to: to, store: to) { _ in }
        documents.isResumed = true
        var summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        #expect(summary.documents == 3 && summary.isFinished)
        try await documents.compare(with: records, isFast: true, &summary)
        #expect(summary.troubles[.damaged] == nil)
    }

    @Test func `where another file is in the place of a copy, it stays, and is what to move away`()
        async throws
    {
        try folder.write("to/b.txt", "an earlier state of it")
        let progress = Recorder<CopyProgress>()
        var documents = CopiedDocuments(from: from, to: to, store: to) { progress.append($0) }
        documents.isResumed = true
        var summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        #expect(summary.documents == 2 && !summary.isFinished)
        let reasons = progress.elements.compactMap { event -> String? in
            guard case .trouble(let trouble) = event, trouble.name == "b.txt" else { return nil }
            return trouble.reason
        }
        #expect(reasons.count == 1 && reasons[0].contains("move that one away"), "\(reasons)")
        #expect(
            try String(contentsOf: folder.url.appending(path: "to/b.txt"), encoding: .utf8)
                == "an earlier state of it")
    }

    @Test func `documents that took each other's names have their own contents in the copy`() async throws {
        let source = folder.url.appending(path: "from")
        for (former, name) in [("b.txt", "new.txt"), ("a.txt", "b.txt")] {
            try FileManager.default.moveItem(
                at: source.appending(path: former), to: source.appending(path: name))
        }
        var documents = CopiedDocuments(from: from, to: to, store: to) { _ in }
        documents.names = ["a.txt": "b.txt", "b.txt": "new.txt"]
        var summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        try await documents.compare(with: records, isFast: false, &summary)
        #expect(summary.documents == 3 && summary.troubles.isEmpty)
        #expect(try await to.names().sorted() == ["b.txt", "c.txt", "new.txt"])
    }

    @Test func `a document that was renamed before the copy went on has one name in the copy`() async throws {
        var documents = CopiedDocuments(from: from, to: to, store: to) { _ in }
        var summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        let source = folder.url.appending(path: "from")
        try FileManager.default.moveItem(
            at: source.appending(path: "a.txt"), to: source.appending(path: "new.txt"))
        (documents.isResumed, documents.names) = (true, ["a.txt": "new.txt"])
        summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        try await documents.compare(with: records, isFast: false, &summary)
        #expect(summary.documents == 3 && summary.troubles.isEmpty)
        #expect(try await to.names().sorted() == ["b.txt", "c.txt", "new.txt"])
    }

    @Test func `what a copy has otherwise than the original is removed, and copied again`() async throws {
        var documents = CopiedDocuments(from: from, to: to, store: to) { _ in }
        documents.isResumed = true
        var summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        try damage(folder.url.appending(path: "to/b.txt"), with: Data("contemt of b.txt".utf8))
        do throws(StoreError) {
            try await documents.compare(with: records, isFast: false, &summary)
            Issue.record("the damage was not noticed")
        } catch {
            #expect(error.reason == "its copy is not like the original")
        }
        #expect(try await to.names().sorted() == ["a.txt", "c.txt"])
        summary = CopySummary()
        try await documents.copyAll(of: records, &summary)
        try await documents.compare(with: records, isFast: false, &summary)
        #expect(summary.documents == 3 && !summary.hasFaults)
    }
}
