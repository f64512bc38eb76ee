import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Fetchers that catalogues share if all their settings for downloads are the same.
///
/// A fetcher has threads and connections of its own. With one for each catalogue, many catalogues of one host would
/// have it answer over hundreds of connections at once, which some servers refuse and others let wait.
package final class SharedFetchers: Sendable {
    private let made = Locked<[String: any Fetcher]>([:])

    package init() {}

    /// The fetcher for settings; a new one if none was made for such settings yet.
    ///
    /// Those that the fetcher does not read count, too: what a server gave it for the credentials of one catalogue,
    /// such as a cookie, is not for a catalogue with others.
    func fetcher(
        for download: Configuration.PluginConfiguration, in libraryFolder: URL?,
        _ make: () throws(ConfigurationError) -> any Fetcher
    ) throws(ConfigurationError) -> any Fetcher {
        let groups = download.groups.sorted { $0.key < $1.key }.flatMap { group, tables in
            tables.sorted { $0.key < $1.key }.map { "\(group).\($0.key): \($0.value.fingerprint)" }
        }
        let key =
            ([download.use, libraryFolder?.path].map { $0 ?? "" } + [download.settings.fingerprint] + groups)
            .joined(separator: "\n")
        if let fetcher = made.value[key] { return fetcher }
        let fetcher = try make()
        return made.withLock { made in
            let first = made[key] ?? fetcher
            made[key] = first
            return first
        }
    }
}
