import CarrelCore
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelTesting
import Foundation
import Testing

/// A library that stays open for a front end.
@Suite(.timeLimit(.minutes(1)))
struct OpenedLibraryTests {
    private let folder: TemporaryFolder
    private let opener: LibraryOpener

    init() throws {
        folder = try TemporaryFolder()
        opener = Standard.opener(LibraryOpener.Options(folder: folder.url.path))
    }

    @Test(arguments: [false, true])
    func `over no library the desk stays as it is until one is begun`(isUnfinished: Bool) async throws {
        if isUnfinished {
            // As a process leaves it that was killed before it had begun the records.
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: ".carrel"), withIntermediateDirectories: true)
        }
        let library = OpenedLibrary(opener)
        let before = try await library.desk().documents
        let again = try await library.desk().documents
        #expect(isSame(again, before))
        let other = Standard.opener(LibraryOpener.Options(folder: folder.url.path))
        try await other.desk(.exclusive, begins: true).close()
        let begun = try await library.desk().documents
        #expect(!isSame(begun, before))
        let last = try await library.desk().documents
        #expect(isSame(last, begun))
    }

    private func isSame(_ one: any StoredDocuments, _ other: any StoredDocuments) -> Bool {
        (one as AnyObject) === (other as AnyObject)
    }
}
