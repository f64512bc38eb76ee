import CarrelBasics
import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import Testing

/// What a folder does where calls to its disk fail.
@Suite(.timeLimit(.minutes(1))) struct FailingDiskTests {
    private let folder: TemporaryFolder
    private let store: DirectoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = DirectoryStore(root: folder.url, isDurable: false, versionsKept: 5)
    }

    /// Does something while the n-th call of a kind fails, or each one without a number.
    private func failing<Value: Sendable>(
        _ kind: SystemFaults.Call, at number: Int? = nil, of ending: String = "",
        _ body: () async throws -> Value
    ) async throws -> Value {
        let calls = Locked(0)
        let failing: SystemFaults.Failing = { call, path in
            guard call == kind, path.hasSuffix(ending) else { return nil }
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            return count == number ?? count ? EIO : nil
        }
        return try await SystemFaults.failing.withValue(failing) { try await body() }
    }

    private func publish(_ text: String) async throws -> ContentDigest {
        let document = try await store.stage(text)
        #expect(try await store.publish([Publication(document: document, name: "a.txt")]).isEmpty)
        return document.digest
    }

    /// What the document holds, and its versions.
    private func contents() throws -> [String] {
        let versions = ".carrel/versions/a.txt"
        let kept = try folder.names(versions).map { try folder.text("\(versions)/\($0)") }
        return [try folder.text("a.txt")] + kept
    }

    @Test(arguments: 1...16) func `whichever look fails, what was replaced is kept, or it is not replaced`(
        number: Int
    ) async throws {
        let first = try await publish("one")
        try folder.write("a.txt", "somebody's own")
        let document = try await store.stage("two")
        let publication = Publication(document: document, name: "a.txt", replaces: first)
        let refused = try await failing(.look, at: number) { try await store.publish([publication]) }
        let contents = try contents()
        #expect(contents.contains("somebody's own"))
        #expect(contents.first == (refused.isEmpty ? "two" : "somebody's own"))
    }

    @Test(arguments: 1...3) func `whichever look fails, a version that stays is not called removed`(
        number: Int
    ) async throws {
        let first = try await publish("one")
        let document = try await store.stage("two")
        _ = try await store.publish([Publication(document: document, name: "a.txt", replaces: first)])
        let version = try #require(await store.versions(ofDocumentNamed: "a.txt").first)
        let isRemoved = try? await failing(.look, at: number) { try await store.remove(version) }
        let contents = try contents()
        #expect(isRemoved != true || contents == ["two"])
    }

    @Test func `a document goes although its versions cannot be listed, and they stay`() async throws {
        let first = try await publish("one")
        let document = try await store.stage("two")
        _ = try await store.publish([Publication(document: document, name: "a.txt", replaces: first)])
        let isGone = try await failing(.list, of: "/.carrel/versions/a.txt") {
            try await store.remove(documentNamed: "a.txt", holding: document.digest)
        }
        #expect(isGone)
        #expect(try await store.names().isEmpty)
        #expect(folder.names(".carrel/versions/a.txt").count == 1)
    }

    @Test func `no document goes where something else has the name of the folder of versions`() async throws {
        let digest = try await publish("one")
        let versions = folder.url.appending(path: ".carrel/versions")
        try? FileManager.default.removeItem(at: versions)
        try FileManager.default.createSymbolicLink(at: versions, withDestinationURL: folder.url)
        await #expect(throws: StoreError.self) {
            try await store.remove(documentNamed: "a.txt", holding: digest)
        }
        #expect(try await store.names() == ["a.txt"])
    }

    @Test func `a document that cannot be looked at is not missing`() async throws {
        _ = try await publish("one")
        let entries = try await failing(.look, of: "/a.txt") {
            try await store.entries(of: ["a.txt", "b.txt"])
        }
        #expect(entries == ["a.txt": StoreEntry.unseen])
    }

    @Test func `what cannot be done with an open file is not blamed on its name`() throws {
        let opened = try #require(try Folder.open(folder.url.path))
        let file = try opened.file(creating: "a.txt")
        do throws(StoreError) {
            try file.truncate(to: -1)
            Issue.record("no file is that short")
        } catch {
            #expect(error.reason.contains("cut off") && error.remedy == nil, "\(error)")
        }
    }

    @Test(arguments: ["", "/inner", "/.carrel/quarantine", "/.carrel/versions/a.txt"])
    func `a folder that cannot be listed to its end is an error`(path: String) async throws {
        _ = try await publish("one")
        for folder in ["inner", ".carrel/quarantine", ".carrel/versions/a.txt"] {
            try FileManager.default.createDirectory(
                at: self.folder.url.appending(path: folder), withIntermediateDirectories: true)
        }
        await #expect(throws: StoreError.self) {
            try await failing(.list, of: folder.url.path + path) {
                _ = try await store.names()
                _ = try await store.quarantinedNames()
                _ = try await store.versions(ofDocumentNamed: "a.txt")
            }
        }
    }
}
