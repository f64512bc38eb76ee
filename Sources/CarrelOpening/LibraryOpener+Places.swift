import CarrelBasics
import CarrelConfiguration
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Catalogues that are named by their places.
extension LibraryOpener {
    /// The configuration of a catalogue that is named by its place.
    ///
    /// - Parameters:
    ///   - place: a path or a URL.
    ///   - mayBeGone: whether it counts also where there is no such file.
    /// - Throws: `ConfigurationError`; `OpeningError` for a text that names no place.
    func configuration(at place: String, mayBeGone: Bool = false) throws -> Configuration {
        guard !place.singleLine.isEmpty else {
            throw OpeningError(
                .unclear, "which catalogue? Name its URL, its file or its name: carrel catalogues")
        }
        let base = try configuration()
        if !mayBeGone {
            try checkPlace(place, catalogs: base.catalogs.map(\.name) + (known.value ?? []).map(\.name))
        }
        let roles = base[.source].roles.map(\.name)
        guard roles.isEmpty else {
            throw OpeningError(
                .unclear,
                """
                the profile's catalogue consists of \(Counted.text(roles.count, "document")) \
                (\(roles.joined(separator: ", "))): name each with --set source.ROLE.url=URL or source.ROLE.path=FILE
                """)
        }
        let added = assignments(for: place, over: base)
        if let named = assignments.last(where: { $0.key == "source.use" }),
            added.contains(where: { $0.key == named.key && $0.value != named.value })
        {
            throw OpeningError(
                .unclear,
                "\(named.option): the source “\(named.value)” does not read \(place). Leave out one of the two"
            )
        }
        return try loadedProfile().configuration(assignments + added)
    }

    /// Where a catalogue is that a text names by its place, even if its file is gone.
    ///
    /// - Parameter text: a path or a URL.
    /// - Returns: the location, as its source gives it; `nil` for a text that names no place.
    public func location(ofPlace text: String) -> String? {
        (try? configuration(at: text, mayBeGone: true)).flatMap { builder($0).catalogLocation }
    }

    /// The settings for a catalogue that is named by its place: the place, and its source unless the profile's own
    /// source reads such places, as a proxy does.
    func assignments(for catalog: String, over base: Configuration) -> [ConfigAssignment] {
        let (place, registry) = (CatalogPlace(of: catalog), surroundings.registry)
        var assignments: [ConfigAssignment] = []
        let current = base[.source].use.flatMap { registry.sources[$0] }
        // Sources that nothing implies, such as one of folders on the web, are there because the profile wants them.
        let isChosen = current.map { $0.wrapping != nil || $0.place == nil } ?? false
        let takesPlace = isChosen && current?.takes(place, with: base[.source].settings) == true
        if !takesPlace, let source = registry.source(reading: place) {
            assignments.append(ConfigAssignment(key: "source.use", value: source.name, option: catalog))
        }
        if let key = place.setting {
            assignments.append(ConfigAssignment(key: "source.\(key)", value: catalog, option: catalog))
        }
        return assignments
    }

    /// Refuses a place that no library could record, the URL of a file, a URL that is not one to request, and a path that does
    /// not exist if the user probably meant something else.
    ///
    /// - Parameters:
    ///   - place: a path or a URL.
    ///   - catalogs: the names of the catalogues that the profile lists and the library knows.
    /// - Throws: `OpeningError`, which says what may be meant.
    private func checkPlace(_ place: String, catalogs: [String]) throws {
        guard !place.hasControls else { throw OpeningError.severalLines(place) }
        // Whether it exists is not said: who names it may be a person at another machine.
        if let url = URL(string: place), url.isFileURL {
            throw OpeningError(
                .noFile,
                "\(place.singleLine): a file is named by its path, not by a URL: \(ShellWord.text(url.path))")
        }
        if CatalogPlace(of: place) == .url, let refusal = RequestTarget.refusal(of: place) {
            let remedy = refusal.remedy == nil ? ". Name one such as https://example.org/notes.json" : ""
            throw OpeningError(.unclear, "\(refusal)\(remedy)")
        }
        guard CatalogPlace(of: place) == .path,
            !FileManager.default.fileExists(atPath: surroundings.context.file(place).path),
            let remedy = remedy(for: place, catalogs: catalogs)
        else { return }
        throw OpeningError(.noFile, "\(place.singleLine): there is no such file. \(remedy)")
    }

    private func remedy(for place: String, catalogs: [String]) -> String? {
        if let name = NearestName.of(place, among: catalogs) {
            return "Did you mean the catalogue “\(name)”?"
        }
        if let url = Self.url(meantBy: place) {
            // What has neither a port nor a path may as well be the name of a file.
            let isName = !place.contains("/") && !place.contains(":")
            return "\(isName ? "Check the path; a" : "A") URL begins with its scheme: did you mean \(url)?"
        }
        if let own = unnamedLocation, CatalogIdentity.nearest(to: place, among: [own]) != nil {
            let path = URL(string: own).flatMap { $0.isFileURL ? $0.path : nil }
            return "Did you mean the profile's own catalogue, \((path ?? ShownText.of(own)).singleLine)?"
        }
        if let profile = NearestName.of(place, among: locator.availableNames) {
            return "Did you mean the profile, --profile \(profile)?"
        }
        // What has neither a folder nor an ending is rather a name than a path.
        guard !place.contains("/"), !place.contains(".") else { return nil }
        return catalogs.isEmpty && isToBegin
            ? "There is no catalogue yet either: carrel add URL"
            : "No catalogue has that name either: carrel catalogues shows them"
    }

    /// Where the profile's own catalogue is, if it has no name.
    private var unnamedLocation: String? {
        guard let own = (try? builder())?.catalogLocation,
            Self.catalog(at: own, in: known.value ?? []) == nil
        else { return nil }
        return own
    }

    /// Whether there is neither a library in its folder nor a place in the profile.
    private var isToBegin: Bool {
        guard let folder = try? libraryFolder(), let base = try? configuration() else { return false }
        return !base.namesPlace && Folder.isMissing(folder.appending(path: ".carrel").path)
    }

    /// Endings of files that look like hosts.
    private static let endings: Set<String> = [
        "atom", "bz2", "csv", "gz", "htm", "html", "json", "jsonl", "md", "meta4", "metalink", "opml", "pdf",
        "rss", "toml", "tsv", "txt", "xml", "xz", "yaml", "yml", "zip", "zst",
    ]

    /// The URL for a text without a whole scheme: a host, perhaps with a port or a path.
    public static func url(meantBy text: String) -> String? {
        if let match = text.wholeMatch(of: #/(?i:(https?)(?::/?|//)|//)([^/].*)/#) {
            let (scheme, host) = (match.output.1?.lowercased(), match.output.2.prefix { $0 != "/" })
            // Two slashes can begin a path, too.
            guard scheme != nil || host.contains(".") else { return nil }
            return (try? RequestTarget.check("\(scheme ?? "https")://\(match.output.2)"))?.absoluteString
        }
        let host = text.prefix { $0 != "/" && $0 != ":" }
        let rest = text.dropFirst(host.count)
        let port = rest.hasPrefix(":") ? rest.dropFirst().prefix { $0 != "/" } : ""
        let isLocal = host == "localhost" || IPAddress(host: String(host)) != nil
        let isNamed =
            host.split(separator: ".", omittingEmptySubsequences: false).count > 1
            && host.first != "." && host.last?.isLetter == true
        let isHost =
            rest.isEmpty
            ? isNamed && !endings.contains(host.split(separator: ".").last?.lowercased() ?? "")
            : isLocal || isNamed
        guard isHost, port.allSatisfy(\.isNumber), rest.isEmpty || rest.hasPrefix("/") || !port.isEmpty
        else { return nil }
        let url = (isLocal || !port.isEmpty ? "http://" : "https://") + text
        return (try? RequestTarget.check(url))?.absoluteString
    }
}
