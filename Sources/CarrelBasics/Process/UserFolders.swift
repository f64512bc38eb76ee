import Foundation

/// Where the user has files of their own.
///
/// A variable that is not an absolute path counts as none.
package struct UserFolders: Sendable {
    /// The home: `HOME`, or what the system's list of users says.
    package let home: URL
    private let environment: [String: String]

    /// - Parameter environment: the environment's variables.
    package init(environment: [String: String]) {
        self.environment = environment
        home =
            Self.folder(environment["HOME"])
            ?? URL(filePath: ListedUser.text { $0.pw_dir } ?? "/")
    }

    /// Where settings are: `XDG_CONFIG_HOME`, or `~/.config`.
    package var configuration: URL { folder("XDG_CONFIG_HOME", usual: ".config") }

    /// Where data are: `XDG_DATA_HOME`, or `~/.local/share`.
    package var data: URL { folder("XDG_DATA_HOME", usual: ".local/share") }

    /// Where copies are that can be made again: `XDG_CACHE_HOME`, or `~/.cache`.
    package var cache: URL { folder("XDG_CACHE_HOME", usual: ".cache") }

    private func folder(_ variable: String, usual: String) -> URL {
        Self.folder(environment[variable]) ?? home.appending(path: usual)
    }

    private static func folder(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
}
