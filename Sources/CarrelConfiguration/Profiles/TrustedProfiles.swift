import CarrelBasics
import CarrelStages
import Foundation

/// Remembers which profiles of folders the user trusts, by their paths and all their bytes.
///
/// The records are outside these folders, in `$XDG_DATA_HOME/carrel/trusted` (`~/.local/share/carrel/trusted`), with
/// one file for each profile, so that nothing is lost if two processes write. A record is a copy of the trusted bytes:
/// every command compares them, and to load what computes digests would take it longer than all else about trust.
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
    /// Computes the SHA-256 of bytes, in hexadecimal digits, for records of earlier versions.
    public var digest: @Sendable (Data) -> String

    /// Uses the user's own data folder.
    ///
    /// - Parameters:
    ///   - environment: the environment's variables.
    ///   - digest: computes the SHA-256 of bytes, in hexadecimal digits.
    public init(environment: [String: String], digest: @escaping @Sendable (Data) -> String) {
        folder = UserFolders(environment: environment).data.appending(path: "carrel/trusted")
        self.digest = digest
    }

    /// Whether a profile is trusted as it is now.
    ///
    /// - Parameter files: the profile, and the profiles of its folder that it extends.
    func state(of files: [ProfileLocator.File]) -> State {
        guard let name = files.first?.name else { return .unknown }
        if let trusted = try? Data(contentsOf: record(of: name)) {
            return trusted == text(of: files) ? .trusted : .changed
        }
        guard let former = try? String(contentsOf: formerRecord(of: name), encoding: .utf8) else {
            return .unknown
        }
        guard former.prefix(while: { $0 != " " }) == digest(text(of: files)) else { return .changed }
        // So that the next command need not compute it; what cannot be written now holds as it is.
        try? trust(files)
        return .trusted
    }

    /// Trusts a profile as it is now.
    ///
    /// - Parameter files: the profile, and the profiles of its folder that it extends.
    func trust(_ files: [ProfileLocator.File]) throws(TrustRecordError) {
        guard let name = files.first?.name else { return }
        let record = record(of: name)
        do {
            try FileManager.default.createDirectory(
                at: record.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try text(of: files).write(to: record, options: .atomic)
        } catch {
            throw TrustRecordError(folder, error)
        }
        // Addresses can hold secrets.
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: record.path)
        try? FileManager.default.removeItem(at: formerRecord(of: name))
    }

    /// Stops trusting a profile.
    ///
    /// - Parameter path: the profile's path.
    /// - Returns: whether it was trusted.
    public func distrust(_ path: String) throws(TrustRecordError) -> Bool {
        let records = [record(of: path), formerRecord(of: path)].filter {
            FileManager.default.fileExists(atPath: $0.path)
        }
        do {
            for record in records { try FileManager.default.removeItem(at: record) }
        } catch {
            throw TrustRecordError(folder, error)
        }
        return !records.isEmpty
    }

    /// Where the trusted bytes of a profile are: under its path, in folders where that is long; where it is too long for
    /// a path of its own, under its digest.
    private func record(of path: String) -> URL {
        let name = path.percentEncoded { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        var rest = name.utf8.count > Self.longestPath ? digest(Data(path.utf8))[...] : name[...]
        var place = folder.appending(path: "profiles")
        while rest.count > Self.longestName {
            place.append(path: rest.prefix(Self.longestName))
            rest = rest.dropFirst(Self.longestName)
        }
        // No folder has a dot in its name.
        return place.appending(path: rest + ".trusted")
    }

    private static let longestName = 200
    private static let longestPath = 2000

    /// Where earlier versions kept the digest of the trusted bytes.
    private func formerRecord(of path: String) -> URL {
        folder.appending(path: digest(Data(path.utf8)))
    }

    /// All that is trusted: the name and the content of each file.
    private func text(of files: [ProfileLocator.File]) -> Data {
        Data(files.map { "\($0.name)\n\($0.text.utf8.count)\n\($0.text)\n" }.joined().utf8)
    }
}

/// Why it could not be recorded what the user trusts.
public struct TrustRecordError: StageError {
    /// The folder of the records, what went wrong, and what helps.
    public let message: ErrorMessage

    init(_ folder: URL, _ error: any Error) {
        let failure = StoreError(cocoaError: error, subject: folder.path, doing: "it could not be written")
        message = ErrorMessage(
            subject: folder.path, reason: failure.reason,
            remedy: failure.code == .full
                ? failure.remedy : "Set XDG_DATA_HOME to a folder that may be written to")
    }
}
