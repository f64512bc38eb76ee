import CarrelBasics
import CarrelHTTP
import Foundation

/// What a setting lets a profile do beyond its own folder, for which the user has to trust it.
///
/// A profile in the current folder may have come with the folder, from anybody.
public enum ProfilePower: Sendable, Hashable {
    /// Run a program: its name and arguments.
    case run([String])
    /// Send an environment variable to a server.
    case sendVariable(String)
    /// Read a file; within the profile's folder this needs no trust.
    case readFile(String)
    /// Write into a folder; within the profile's own this needs no trust.
    case writeFolder(String)
    /// Have servers trusted that the certificates in a file vouch for, wherever the file is.
    case trustCertificates(String)
    /// Something else, as the end of a sentence that begins with "may".
    case other(String)

    /// The power to read the file that a setting names.
    public static func reading(_ path: String?) -> ProfilePower? { path.map(ProfilePower.readFile) }

    /// The power to read the file of a `file:` URL; `nil` for any other URL.
    public static func readingFile(at url: String?) -> ProfilePower? {
        guard let url, let file = URL(string: RequestTarget.encoded(url)), file.isFileURL else { return nil }
        return .readFile(file.path)
    }

    /// The power to read a secret.
    public static func reading(_ secret: Secret?) -> ProfilePower? {
        switch secret {
        case nil: nil
        case .environment(let name): .sendVariable(name)
        case .file(let path): .readFile(path)
        case .command(let words): .run(words)
        }
    }

    /// The file that is read, as the setting names it.
    package var file: String? {
        switch self {
        case .readFile(let path), .trustCertificates(let path): path
        case .run, .sendVariable, .writeFolder, .other: nil
        }
    }

    /// Whether the power reaches beyond a folder, with symbolic links followed.
    ///
    /// - Parameters:
    ///   - folder: the profile's folder.
    ///   - resolve: makes a path of a setting absolute.
    /// - Returns: whether it does; always true for all that is more than a file.
    package func goesBeyond(_ folder: URL, resolve: (String) -> URL) -> Bool {
        switch self {
        case .readFile(let path), .writeFolder(let path): !resolve(path).isReallyWithin(folder)
        case .run, .sendVariable, .trustCertificates, .other: true
        }
    }
}

extension ProfilePower: CustomStringConvertible {
    /// The power as the end of a sentence that begins with "may".
    public var description: String {
        switch self {
        case .run(let words): "run “\(words.joined(separator: " "))”"
        case .sendVariable(let name): "send the variable \(name) to a server"
        case .readFile(let path): "read \(path)"
        case .writeFolder(let path): "write into \(path)"
        case .trustCertificates(let path):
            "have servers trusted that the certificates in \(path) vouch for"
        case .other(let text): text
        }
    }
}

/// A power that a profile of the current folder asks for, with the setting that asks for it.
public struct ProfileGrant: Sendable, Hashable {
    /// Where the setting was made.
    public var origin: ConfigOrigin
    /// The setting with its table, such as `download.token`.
    public var key: String
    /// What the setting lets the profile do.
    public var power: ProfilePower

    package init(origin: ConfigOrigin, key: String, power: ProfilePower) {
        (self.origin, self.key, self.power) = (origin, key, power)
    }
}

extension URL {
    /// Whether a file, which need not exist yet, is in a folder or is the folder, with symbolic links followed.
    package func isReallyWithin(_ folder: URL) -> Bool {
        guard let place = standardizedFileURL.path.withoutLinks(), let root = folder.path.withoutLinks()
        else { return false }
        return place == root || place.behind(root == "/" ? root : root + "/") != nil
    }
}
