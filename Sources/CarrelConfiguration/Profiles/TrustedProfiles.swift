import Foundation

/// Remembers which profiles of folders the user trusts, by their paths and all their bytes.
///
/// The records are outside these folders, in `$XDG_DATA_HOME/carrel/trusted` (`~/.local/share/carrel/trusted`), with
/// one file for each profile, so that nothing is lost if two processes write.
public struct TrustedProfiles: Sendable {
    /// Whether a profile is trusted.
    public enum State: Sendable, Hashable {
        /// Nobody has trusted it.
        case unknown
        /// Another version of it, or of a profile that it extends, was trusted.
        case changed
        /// It is trusted.
        case trusted
    }

    /// The folder of the records.
    public var folder: URL
    /// Computes the SHA-256 of bytes, in hexadecimal digits.
    public var digest: @Sendable (Data) -> String

    /// Uses the user's own data folder.
    ///
    /// - Parameters:
    ///   - environment: the environment's variables.
    ///   - digest: computes the SHA-256 of bytes, in hexadecimal digits.
    public init(environment: [String: String], digest: @escaping @Sendable (Data) -> String) {
        let base =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            ?? URL(filePath: environment["HOME"] ?? "/").appending(path: ".local/share")
        folder = base.appending(path: "carrel/trusted")
        self.digest = digest
    }

    /// Whether a profile is trusted as it is now.
    ///
    /// - Parameter files: the profile, and the profiles of its folder that it extends.
    /// - Returns: the state.
    func state(of files: [ProfileLocator.File]) -> State {
        guard let name = files.first?.name,
            let text = try? String(contentsOf: record(of: name), encoding: .utf8)
        else { return .unknown }
        return text.prefix { $0 != " " } == fingerprint(of: files) ? .trusted : .changed
    }

    /// Trusts a profile as it is now.
    ///
    /// - Parameter files: the profile, and the profiles of its folder that it extends.
    /// - Throws: the system's error.
    func trust(_ files: [ProfileLocator.File]) throws {
        guard let name = files.first?.name else { return }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data("\(fingerprint(of: files)) \(name)\n".utf8).write(to: record(of: name), options: .atomic)
    }

    /// Stops trusting a profile.
    ///
    /// - Parameter path: the profile's path.
    /// - Returns: whether it was trusted.
    /// - Throws: the system's error.
    public func distrust(_ path: String) throws -> Bool {
        let file = record(of: path)
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        try FileManager.default.removeItem(at: file)
        return true
    }

    private func record(of path: String) -> URL { folder.appending(path: digest(Data(path.utf8))) }

    private func fingerprint(of files: [ProfileLocator.File]) -> String {
        digest(Data(files.map { "\($0.name)\n\($0.text.utf8.count)\n\($0.text)\n" }.joined().utf8))
    }
}
