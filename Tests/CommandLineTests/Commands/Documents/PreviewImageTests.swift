import CarrelTesting
import Foundation
import Testing

/// Where `carrel preview --image` writes.
@Suite(.timeLimit(.minutes(1))) struct PreviewImageTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func link(_ name: String, to file: String, isHard: Bool) throws {
        let place = workspace.folder.appending(path: name)
        let target = workspace.folder.appending(path: file)
        if isHard {
            try FileManager.default.linkItem(at: target, to: place)
        } else {
            try FileManager.default.createSymbolicLink(at: place, withDestinationURL: target)
        }
    }

    @Test func `the file that is shown is not replaced by its picture, whatever leads to it`() async throws {
        try workspace.write("a.txt", "text")
        try link("hard.txt", to: "a.txt", isHard: true)
        try link("soft.txt", to: "a.txt", isHard: false)
        for target in ["a.txt", "./a.txt", "hard.txt", "soft.txt"] {
            let result = try await workspace.carrel("preview", "a.txt", "--image", target)
            #expect(result.status == 2, "\(result.error)")
            #expect(result.error.hasSuffix("it is the file that is read. Name another\n"), "\(result.error)")
        }
    }

    @Test func `no document of the library is replaced, and a collection has no picture`() async throws {
        let server = try LoopbackServer()
        for number in 1...2 { server.on("/\(number).txt", .text("text \(number)")) }
        server.on("/notes.csv", .text("module,title,url\nA,One,/1.txt\nA,Two,/2.txt"))
        let catalog = server.address("/notes.csv")
        #expect(try await workspace.carrel("sync", "--profile", "url-list", "--quiet", catalog).status == 0)
        let documents = try workspace.documents()
        let name = try #require(documents.keys.sorted().first)
        try workspace.write("other.txt", "text")
        let result = try await workspace.carrel(
            "preview", "other.txt", "--image", workspace.library.appending(path: name).path)
        #expect(result.status == 2, "\(result.error)")
        #expect(result.error.hasSuffix("it is one of the library's own files. Name another\n"))
        let several = try await workspace.carrel("preview", "A", "--image", "p.png")
        #expect(several.status == 2, "\(several.error)")
        #expect(several.error.contains("--image takes one document; name one item"), "\(several.error)")
        #expect(try workspace.documents() == documents)
    }
}
