import CPlatform
import CarrelBasics
import CarrelDigest
import CarrelMarkup
import CurlFetching
import SQLiteKeeping

/// What this Carrel was built from, and what it runs with.
public enum BuildFacts {
    /// The facts, in the order in which they are shown; versions of libraries are those that run, as they say them.
    public static var all: [(name: String, value: String)] {
        let commit = String(cString: carrel_commit())
        return [
            ("commit", commit.isEmpty ? "unknown" : commit), ("build", build),
            // The standard library is part of the program, and as old as the compiler.
            ("Swift", _SwiftStdlibVersion.current.description),
            ("libcurl", String(CurlFetcher.libraryVersions.trimmingPrefix("libcurl/"))),
            ("libxml2", MarkupReader.libraryVersion),
            (
                "OpenSSL",
                version(of: .crypto) { String(MessageDigest.libraryVersion.trimmingPrefix("OpenSSL ")) }
            ),
            ("SQLite", version(of: .sqlite) { SQLiteKeeper.libraryVersion }),
        ]
    }

    private static func version(of library: LoadedLibrary, _ version: () -> String) -> String {
        library.problem().map { "cannot be loaded: \($0.reason)" } ?? version()
    }

    private static var build: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }
}
