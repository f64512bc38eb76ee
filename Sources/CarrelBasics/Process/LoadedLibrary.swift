import Foundation

/// A library of the system that is loaded when it is first needed, because most commands need none.
public struct LoadedLibrary: Sendable, Hashable {
    /// Why a library cannot be loaded.
    public struct Problem: Sendable, Hashable {
        /// What the loader says.
        public let reason: String
        /// What helps; `nil` if that is not known.
        public let remedy: String?
    }

    /// SQLite, for the records of libraries.
    public static let sqlite = LoadedLibrary("libsqlite3.so.0", package: "libsqlite3-0")
    /// OpenSSL's libcrypto, for digests.
    public static let crypto = LoadedLibrary("libcrypto.so.3", package: "libssl3")
    /// libcurl, for downloads.
    public static let curl = LoadedLibrary("libcurl.so.4", package: "libcurl4")
    /// The decoders of Brotli and Zstandard, for documents that come in these codings.
    public static let decoders = [
        LoadedLibrary("libbrotlidec.so.1", package: "libbrotli1"),
        LoadedLibrary("libzstd.so.1", package: "libzstd1"),
    ]

    /// What the loader knows it by, such as `libcrypto.so.3`.
    public let name: String
    /// Debian's package with it.
    public let package: String

    public init(_ name: String, package: String) { (self.name, self.package) = (name, package) }

    /// Loads it; `nil` if it is there, where it then stays.
    public func problem() -> Problem? {
        guard dlopen(name, RTLD_NOW | RTLD_LOCAL) == nil else { return nil }
        let reason = dlerror().map { String(cString: $0) } ?? "the loader does not say why"
        // It may be there, and the process may be out of descriptors or memory.
        let isMissing = reason.contains("No such file")
        return Problem(reason: reason, remedy: isMissing ? "Install it: apt-get install \(package)" : nil)
    }
}
