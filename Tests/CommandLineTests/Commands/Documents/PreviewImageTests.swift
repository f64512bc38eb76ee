import CarrelTesting
import Foundation
import Testing

/// Where `carrel preview --image` writes.
@Suite(.timeLimit(.minutes(1))) struct PreviewImageTests {
    private static let hasVips = (try? TestProgram.run("vipsthumbnail", "--version")) != nil

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

    @Test(.enabled(if: hasVips, "needs vipsthumbnail of libvips-tools"))
    func `a picture goes to a file or to standard output, whole, and into no link`() async throws {
        let pixels =
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4wcCAFTEMLQkAu+UyAWbVCP0AAAAASUVORK5CYII="
        let picture = try #require(Data(base64Encoded: pixels))
        try picture.write(to: workspace.folder.appending(path: "a.png"))
        let drawn = try await workspace.shell(
            """
            carrel preview a.png --image file.png
            carrel preview a.png --image - > piped.png
            cmp file.png piped.png
            test ! -e ./-
            """)
        #expect(drawn.status == 0 && drawn.output.isEmpty, "\(drawn.output)\(drawn.error)")
        try link("link.png", to: "file.png", isHard: false)
        let refused = try await workspace.carrel("preview", "a.png", "--image", "link.png")
        #expect(refused.status == 1 && refused.error.contains("it is a link or a device"), "\(refused.error)")
    }

    @Test func `a terminal gets no picture, and a size without a picture is not passed over`() async throws {
        try workspace.write("a.txt", "text")
        let terminal = try PseudoTerminal()
        let program = try terminal.start(["preview", "a.txt", "--image", "-"], in: workspace)
        #expect(try await program.wait() == 2)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains("name a file, or redirect the output"), "\(output)")
        let size = try await workspace.carrel("preview", "a.txt", "--size", "64")
        #expect(size.status == 2 && size.error.contains("add --image FILE"), "\(size.error)")
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
