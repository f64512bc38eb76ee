import Foundation

/// The samples of a clone, `Config/Samples`: documents of every kind, of the project's own making.
public enum SampleData {
    /// The folder.
    public static let folder = Project.folder.appending(path: "Config/Samples")

    /// One of its files.
    public static func file(_ path: String) -> URL { folder.appending(path: path) }

    /// The content of one of its files.
    public static func data(_ path: String) throws -> Data { try Data(contentsOf: file(path)) }

    /// The paths of its files that have one of these extensions, in alphabetical order.
    public static func paths(_ extensions: String...) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { extensions.contains(URL(filePath: $0).pathExtension) }.sorted()
    }
}
