import CarrelBasics
import CarrelStages
import Foundation

/// Finds the files of a profile: the profile itself and those that it extends.
public struct ProfileLocator: Sendable {
    /// The name of the profile that every chain ends with.
    public static let baseName = "default"
    /// The key of the profile that another one adds to.
    public static let extendsKey = "extends"
    /// The largest config file, in bytes.
    public static let maxFileSize = 1 << 20
    /// The longest chain of profiles that extend each other.
    static let maxChain = 32

    /// The shipped profiles, by name.
    public var shipped: [String: String] { didSet { parsed = Locked([:]) } }
    /// The folder of the user's profiles.
    public var userFolder: URL
    /// The folder in which to look for `carrel.toml`.
    public var workingDirectory: URL
    /// Reads the syntax.
    public let reader: any ConfigReader
    /// The shipped profiles that were parsed: one of them ends the chain of every catalogue's own settings.
    private var parsed = Locked<[String: ConfigTable]>([:])
    /// The profiles of folders that are trusted.
    public var trusted: TrustedProfiles

    /// Makes a locator; the user's folder is `$XDG_CONFIG_HOME/carrel`, or `~/.config/carrel`.
    public init(
        shipped: [String: String], environment: [String: String], workingDirectory: URL,
        reader: any ConfigReader, trusted: TrustedProfiles
    ) {
        self.shipped = shipped
        self.userFolder = UserFolders(environment: environment).configuration.appending(path: "carrel")
        self.workingDirectory = workingDirectory
        self.reader = reader
        self.trusted = trusted
    }

    /// A locator of the shipped profiles alone.
    public var withoutFiles: ProfileLocator {
        var locator = self
        // Nothing is below a file that holds nothing.
        locator.userFolder = URL(filePath: "/dev/null/carrel")
        locator.workingDirectory = locator.userFolder
        return locator
    }

    /// One file of a profile.
    public struct File: Sendable {
        /// The path, or `NAME (shipped)`.
        public var name: String
        /// The parsed content.
        public var table: ConfigTable
        /// The content.
        var text: String
        /// Whether nobody named it: it was found in a folder, or such a profile extends it.
        var isFound = false
        /// Whether it is what a library keeps of commands, and not a file.
        var isOfLibrary = false
        /// Its name in messages about trust, and the remedy.
        var subject = "the profile of this folder"
        var remedy = "Look at it, then: carrel config trust"
        /// Where a found profile extends one outside its folder, such as the user's own.
        var extendsOther: ProfileGrant?
    }

    private enum Place: Hashable {
        case file(String)
        case shipped(String)
        /// Settings that are not in a file.
        case table(ConfigTable, text: String, name: String)

        /// What messages and origins call it.
        var name: String {
            switch self {
            case .file(let path): path
            case .shipped(let name): "\(name) (shipped)"
            case .table(_, _, let name): name
            }
        }
    }

    /// Finds and parses a profile and everything that it extends.
    ///
    /// - Parameters:
    ///   - config: the file that `--config` names; it comes first.
    ///   - profile: the name that `--profile` gives; without it, `carrel.toml` in the working directory, or else the
    ///     user's `default.toml`, or else the shipped default.
    /// - Returns: the files, nearest first.
    public func files(config: String?, profile: String?) throws(ConfigurationError) -> [File] {
        let start = try start(config: config, profile: profile)
        return try files(
            from: start, isFound: config == nil && profile == nil && start == .file(foundPath),
            takesPipes: config != nil)
    }

    /// Finds and parses everything that is extended by settings outside files, such as those of a library.
    ///
    /// They count as found in the working directory, because nobody named them.
    ///
    /// - Parameters:
    ///   - table: the settings.
    ///   - text: the same as text, to compare it with what was trusted.
    ///   - name: their name in messages.
    /// - Returns: the settings and the files, nearest first.
    func files(of table: ConfigTable, text: String, name: String) throws(ConfigurationError) -> [File] {
        try files(from: .table(table, text: text, name: name), isFound: true, takesPipes: false)
    }

    private func files(
        from start: Place, isFound: Bool, takesPipes: Bool
    ) throws(ConfigurationError) -> [File] {
        var files: [File] = []
        var visited: [Place] = []
        var next: Place? = start
        var origin: ConfigOrigin?
        var isFound = isFound
        while let place = next {
            guard !visited.contains(place) else {
                let chain = (visited + [place]).map(\.name).joined(separator: " → ")
                throw problem(origin, "extends", "the profile extends itself: \(chain)")
            }
            guard visited.count < Self.maxChain else {
                throw problem(origin, "extends", "more than \(Self.maxChain) profiles extend one another")
            }
            visited.append(place)
            // Only a file that the user named may be a pipe.
            var file = try load(place, origin: origin, takesPipes: takesPipes && files.isEmpty)
            // Shipped profiles are part of Carrel, so they need no trust.
            if case .shipped = place {} else { file.isFound = isFound }
            (next, origin) = try base(of: file, at: place)
            if isFound, case .file(let path) = next, !URL(filePath: path).isReallyWithin(workingDirectory) {
                isFound = false
                file.extendsOther = origin.map {
                    ProfileGrant(
                        origin: $0, key: "extends", power: .other("use and change the profile \(path)"))
                }
            }
            files.append(file)
        }
        return files
    }

    /// Whether what names a profile is the path of its file.
    public static func isPath(_ profile: String) -> Bool {
        profile.contains("/") || profile.hasSuffix(".toml")
    }

    /// The path of the profile that is found without being named.
    public var foundPath: String { workingDirectory.appending(path: "carrel.toml").path }

    private func start(config: String?, profile: String?) throws(ConfigurationError) -> Place {
        if let config { return .file(workingDirectory.resolving(path: config).path) }
        if let profile { return try locate(profile, from: nil, origin: .commandLine("--profile \(profile)")) }
        if try isThere(foundPath, origin: nil, "go to another folder, or name a profile: --profile NAME") {
            return .file(foundPath)
        }
        return try locate(Self.baseName, from: nil, origin: nil)
    }

    /// The place of the profile that a file extends: the one that it names, or the default profile, which ends every
    /// chain.
    private func base(of file: File, at place: Place) throws(ConfigurationError) -> (Place?, ConfigOrigin?) {
        guard let entry = file.table[Self.extendsKey] else {
            return place == .shipped(Self.baseName) ? (nil, nil) : (.shipped(Self.baseName), nil)
        }
        guard case .string(let name) = entry.value else {
            throw problem(entry.origin, "extends", "found \(entry.value.found)", "the name of a profile")
        }
        return (try locate(name, from: place, origin: entry.origin), entry.origin)
    }

    private func locate(
        _ name: String, from place: Place?, origin: ConfigOrigin?
    ) throws(ConfigurationError) -> Place {
        if Self.isPath(name) {
            var folder = workingDirectory
            if case .file(let path) = place { folder = URL(filePath: path).deletingLastPathComponent() }
            return .file(folder.resolving(path: name).path)
        }
        let user = userFolder.appending(path: "\(name).toml").path
        // A user's own `default` extends the shipped one, not itself.
        if place != .file(user),
            try isThere(user, origin: origin, "set XDG_CONFIG_HOME to another folder")
        {
            return .file(user)
        }
        if shipped[name] != nil { return .shipped(name) }
        let names = availableNames
        throw ConfigurationError(
            ConfigProblem(
                origin: origin, key: place == nil ? nil : "extends", found: "there is no profile “\(name)”",
                expected: "a file, or one of \(names.joined(separator: ", "))",
                suggestion: NearestName.of(name, among: names)))
    }

    /// Whether there is a file; settings that cannot be looked for may say something, so that nothing runs without them.
    private func isThere(
        _ path: String, origin: ConfigOrigin?, _ remedy: String
    ) throws(ConfigurationError) -> Bool {
        var status = stat()
        guard stat(path, &status) != 0 else { return true }
        let code = errno
        // What has no name on this disk is not there either.
        if [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code) { return false }
        throw unreadable(path, origin, .system(code), remedy)
    }

    /// The names of the shipped profiles and of the user's, in alphabetical order.
    public var availableNames: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: userFolder.path)) ?? []
        let own = files.filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }
        return Set(own).union(shipped.keys).sorted()
    }

    private func load(
        _ place: Place, origin: ConfigOrigin?, takesPipes: Bool
    ) throws(ConfigurationError) -> File {
        switch place {
        case .shipped(let profile):
            let text = shipped[profile] ?? ""
            if let table = parsed.value[profile] { return File(name: place.name, table: table, text: text) }
            let table = try reader.read(text, file: place.name)
            parsed.withLock { $0[profile] = table }
            return File(name: place.name, table: table, text: text)
        case .file(let path):
            let text = try text(ofFile: path, origin: origin, takesPipes: takesPipes)
            return File(name: path, table: try reader.read(text, file: path), text: text)
        case .table(let table, let text, let name): return File(name: name, table: table, text: text)
        }
    }

    private func text(
        ofFile path: String, origin: ConfigOrigin?, takesPipes: Bool
    ) throws(ConfigurationError) -> String {
        let data: Data
        do {
            data = try InputFile.data(of: path, limit: Self.maxFileSize, takesPipes: takesPipes)
        } catch .system(let code) where code == ENOENT || code == ENOTDIR {
            let name = origin == nil ? "of that name" : path
            let question = question(path)
            throw problem(
                origin ?? .commandLine(path), nil,
                "there is no config file \(name)" + (question.isEmpty ? ". Check the path" : question))
        } catch {
            throw unreadable(path, origin, error, "name another one: --config FILE")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw problem(.commandLine(path), nil, "the file is not UTF-8 text")
        }
        return text
    }

    /// Asks whether a profile is meant by the path of a file that is not there.
    private func question(_ path: String) -> String {
        let file = URL(filePath: path)
        let name = file.pathExtension == "toml" ? file.deletingPathExtension() : file
        let near = NearestName.of(name.lastPathComponent, among: availableNames)
        return near.map { "; did you mean the profile “\($0)”?" } ?? ""
    }

    private func unreadable(
        _ path: String, _ origin: ConfigOrigin?, _ failure: InputFile.Failure, _ remedy: String
    ) -> ConfigurationError {
        // If another file names it, the problem has that file's place, and the message this file's name.
        let name = origin == nil ? "the file" : path
        // Rights do not make a file of a folder.
        let advice =
            if case .system = failure { ". Make it and its folders readable, or \(remedy)" } else { "" }
        return problem(
            origin ?? .commandLine(path), nil, "\(name) cannot be read: \(failure)\(advice)")
    }

    private func problem(
        _ origin: ConfigOrigin?, _ key: String?, _ found: String, _ expected: String? = nil
    ) -> ConfigurationError {
        ConfigurationError(ConfigProblem(origin: origin, key: key, found: found, expected: expected))
    }
}
