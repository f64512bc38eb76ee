import Foundation

/// Real and format-true documents that are kept outside of the project, because their licences differ.
///
/// They lie in the folder `shared/data` beside the package. Tests that need them are enabled where it is there:
///
///     @Suite(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
public enum RealData {
    /// The folder.
    public static let folder = Project.folder.deletingLastPathComponent().appending(path: "shared/data")

    /// Whether the folder is there.
    public static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// One of its files.
    public static func file(_ path: String) -> URL { folder.appending(path: path) }

    /// The content of one of its files.
    public static func data(_ path: String) throws -> Data { try Data(contentsOf: file(path)) }
}
