import CarrelBasics
import Foundation

/// The executables in the user's folder of plug-ins, `~/.config/carrel/plugins`, which a profile names without a path.
public struct OutsidePlugins: Sendable {
    /// The folder.
    public let folder: URL

    /// - Parameter environment: with `XDG_CONFIG_HOME` or `HOME`.
    public init(environment: [String: String]) {
        folder = UserFolders(environment: environment).configuration.appending(path: "carrel/plugins")
    }

    /// A file of the folder.
    public struct Entry: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its path.
        public var path: String
        /// Why Carrel does not run it; `nil` if it does.
        public var fault: String?
    }

    private static let most = 1000

    /// The files of the folder, by name; none if there is no folder.
    public var entries: [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().prefix(Self.most).compactMap(entry)
    }

    /// The file of a name; `nil` if there is none.
    public func entry(_ name: String) -> Entry? {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
        let path = folder.appending(path: name).path
        var link = stat()
        guard lstat(path, &link) == 0 else { return nil }
        return Entry(name: name, path: path, fault: Self.fault(path) ?? folderFault)
    }

    private static func fault(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return "it leads to a file that is not there" }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
        guard access(path, X_OK) == 0 else { return "it is not executable; chmod +x \(ShellWord.text(path))" }
        return ownerFault(status, path)
    }

    /// Whoever can put files there could have Carrel run them.
    private var folderFault: String? {
        var status = stat()
        guard stat(folder.path, &status) == 0 else { return nil }
        return Self.ownerFault(status, folder.path).map { "its folder: \($0)" }
    }

    private static func ownerFault(_ status: stat, _ path: String) -> String? {
        if status.st_uid != geteuid(), status.st_uid != 0 { return "it belongs to another user" }
        guard status.st_mode & S_IWOTH != 0 else { return nil }
        return "anybody can change it; chmod o-w \(ShellWord.text(path))"
    }
}
