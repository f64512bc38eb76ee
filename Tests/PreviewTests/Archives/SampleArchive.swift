import CarrelTesting
import Foundation

/// Archives that bsdtar makes for a test.
enum SampleArchive {
    /// Whether the program that makes and lists them is installed.
    static let canBeRead = (try? TestProgram.run("bsdtar", "--version")) != nil

    /// An archive of a folder with a file, a long file, a name with a bar and a link.
    ///
    /// - Parameters:
    ///   - name: its name, whose extension says its kind.
    ///   - options: further options of bsdtar.
    /// - Returns: its content.
    /// - Throws: the error of the system.
    static func make(_ name: String, _ options: [String] = []) throws -> Data {
        let folder = try TemporaryFolder()
        try folder.write("notes/week 1.txt", "Cells and genes\n")
        try folder.write("notes/génes|2.txt", String(repeating: "a", count: 5000))
        let notes = folder.url.appending(path: "notes")
        for file in ["week 1.txt", "génes|2.txt"] {
            let date = Date(timeIntervalSince1970: 1_551_700_800)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: notes.appending(path: file).path)
        }
        try FileManager.default.createSymbolicLink(
            atPath: notes.appending(path: "latest").path, withDestinationPath: "week 1.txt")
        let archive = folder.url.appending(path: name)
        let script =
            "export LC_ALL=C.UTF-8; cd '\(folder.url.path)' && bsdtar -acf '\(name)' \(options.joined(separator: " ")) notes"
        try TestProgram.run("sh", "-c", script)
        return try Data(contentsOf: archive)
    }
}
