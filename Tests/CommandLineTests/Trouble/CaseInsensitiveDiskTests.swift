import CarrelTesting
import Foundation
import Testing

/// A library on a disk that takes names for one which differ by letter case.
@Suite(.timeLimit(.minutes(2))) struct CaseInsensitiveDiskTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    @Test(.enabled(if: CaseInsensitiveDisk.isAvailable, "exfat-fuse, exfatprogs and mounting are needed"))
    func `names that differ by case or normalisation never meet, and a second sync changes nothing`()
        async throws
    {
        let disk = try CaseInsensitiveDisk(in: workspace.folder.appending(path: "disk"))
        let library = disk.url.appending(path: "library")
        let paths = [
            "/1/Week.txt", "/2/WEEK.TXT", "/3/Stra%C3%9Fe.txt", "/4/STRASSE.txt", "/5/caf%C3%A9.txt",
            "/6/cafe%CC%81.TXT", "/7/mine.txt", "/8/%CE%BF%CF%82.txt", "/9/%CE%9F%CE%A3.txt",
        ]
        func serve(_ round: Int) {
            for (number, path) in paths.enumerated() {
                server.on(path, .document("\(number) \(round)", entityTag: "\"\(round)\""))
            }
        }
        let catalog = try workspace.writeNotes(paths.map { ("A note", server.address($0)) })
        let arguments = ["sync", catalog, "--library", library.path]
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: library.appending(path: "c1-MINE.TXT"))

        for round in 1...2 {
            serve(round)
            let first = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(first.status == 0, "\(first.output)\(first.error)")
            let documents = try workspace.documents(in: library)
            #expect(documents.count == paths.count + 1)
            #expect(
                Set(documents.values)
                    == Set(paths.indices.map { Data("\($0) \(round)".utf8) } + [Data("mine".utf8)]))
            let second = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(
                second.status == 0 && second.output.contains("\(paths.count) unchanged"), "\(second.output)")
            #expect(try workspace.documents(in: library) == documents)
        }
    }

    @Test(.enabled(if: CaseInsensitiveDisk.isAvailable, "exfat-fuse, exfatprogs and mounting are needed"))
    func `a copy says which names its disk takes for one`() async throws {
        let disk = try CaseInsensitiveDisk(in: workspace.folder.appending(path: "disk"))
        for name in ["a.txt", "b.txt"] { server.on("/\(name)", .text(name)) }
        let list = try workspace.write(
            "list.txt", "\(server.address("/a.txt"))\n\(server.address("/b.txt"))\n")
        let synced = try await workspace.carrel("sync", list, "--set", "store.name={basename}")
        #expect(synced.status == 0, "\(synced.error)")
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: "b.txt"),
            to: workspace.library.appending(path: "A.txt"))
        let copied = try await workspace.carrel(
            "library", "copy", workspace.library.path, disk.url.appending(path: "copy").path)
        #expect(copied.status == 1, "\(copied.error)")
        #expect(
            copied.output.contains("takes its name for that of a.txt; rename one of them"),
            "\(copied.output)")
    }
}
