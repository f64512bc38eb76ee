import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelMediaTypes
import CarrelModel
import CarrelStages
import Foundation

/// Looks whether everything that Carrel needs is there and sound.
public struct Checkup: Sendable {
    /// How something is.
    public enum State: String, Sendable {
        /// As it should be.
        case well
        /// Something cannot be done that the profile asks for.
        case lacking
        /// Something is broken.
        case broken
    }

    /// What was looked at.
    public struct Finding: Sendable {
        /// What it is about, such as `records`.
        public var subject: String
        /// How it is.
        public var state: State
        /// What was found.
        public var words: String
        /// What helps, where something does.
        public var remedy: String?

        public init(_ subject: String, _ state: State, _ words: String, remedy: String? = nil) {
            (self.subject, self.state, self.words, self.remedy) = (subject, state, words, remedy)
        }
    }

    // With less than that the next sync is likely to end early.
    private static let littleSpace: Int64 = 100 << 20

    private let builder: PluginBuilder
    private let searchPath: String

    /// Makes a checkup of a profile.
    public init(_ builder: PluginBuilder) {
        self.builder = builder
        searchPath = builder.context.environment["PATH"] ?? ""
    }

    /// Everything that is to be looked at, one after the other.
    public func findings() async -> [Finding] {
        var findings = [await room()] + previewers() + [fetcher(), detector()] + libraries()
        do {
            let store = try builder.makeStore()
            findings += [await space(store)] + (await documents(store))
            let keeper = try builder.makeLibraryKeeper(for: store)
            findings += await records(keeper)
        } catch {
            findings.append(Finding("profile", .broken, error.description, remedy: "See carrel config check"))
        }
        return findings
    }

    // MARK: Programs

    private func room() async -> Finding {
        let level = await builder.context.tools.roomLevel()
        let bound = await builder.context.tools.processBound()
        let processes = "the number of processes in it is limited by \(bound.words)"
        let words = "documents are read in a locked room, by \(level.words); \(processes)"
        guard !level.isLocked else { return Finding("room", .well, words) }
        let hasProgram = ProgramFinder.find("bwrap", in: searchPath) != nil
        return Finding(
            "room", .lacking, "the room that documents are read in is locked by \(level.words); \(processes)",
            remedy: hasProgram
                ? "bubblewrap is installed, but may not make rooms here; a container needs the right to"
                : "Install bubblewrap: apt-get install bubblewrap")
    }

    /// Each previewer that the profile names or has a table of, with the programs that it lacks.
    private func previewers() -> [Finding] {
        let configuration = builder.configuration
        let used = Set(configuration.previewers.values)
        return builder.registry.previewers.plugins.flatMap { plugin -> [Finding] in
            let tables = configuration.previewerSettings.keys.filter { $0.hasPrefix("\(plugin.name).") }
            let names =
                plugin.tables == nil ? (used.contains(plugin.name) ? [plugin.name] : []) : tables.sorted()
            return names.map { previewer($0, plugin, configuration.previewerSettings[$0] ?? Settings()) }
        }
    }

    private func previewer(_ name: String, _ plugin: Plugin<any Previewer>, _ settings: Settings) -> Finding {
        let programs = plugin.programs(settings, builder.context)
        let missing = programs.filter { ProgramFinder.find($0.name, in: searchPath) == nil }
        guard !missing.isEmpty else {
            let names = programs.map(\.name).joined(separator: ", ")
            return Finding("preview", .well, names.isEmpty ? name : "\(name), with \(names)")
        }
        let words = missing.map { $0.name + ($0.purpose.map { " for \($0)" } ?? "") }
        let packages = Set(missing.compactMap(\.package)).sorted().joined(separator: " ")
        let setting = plugin.tables.map { "preview.\(name).\($0.required)" } ?? "preview.\(name)"
        return Finding(
            "preview", .lacking, "\(name) lacks \(words.joined(separator: ", "))",
            remedy: packages.isEmpty
                ? "Install it, or correct \(setting) in the profile"
                : "Install it: apt-get install \(packages)")
    }

    private func fetcher() -> Finding {
        let name = builder.configuration[.download].use ?? "none"
        do {
            _ = try builder.makeAnonymousFetcher()
            if let problem = LoadedLibrary.curl.problem() {
                return Finding("download", .broken, problem.reason.singleLine, remedy: problem.remedy)
            }
            let library = BuildFacts.all.first { $0.name == "libcurl" }?.value ?? ""
            return Finding("download", .well, name == "curl" ? "curl, with libcurl \(library)" : name)
        } catch {
            return Finding("download", .broken, error.description, remedy: "See carrel config check")
        }
    }

    private func detector() -> Finding {
        do {
            try MagicMediaTypeDetector().check()
            return Finding("media types", .well, "libmagic has its database")
        } catch {
            return Finding("media types", .broken, error.reason, remedy: error.remedy)
        }
    }

    /// The libraries that cannot be loaded, of those that are only loaded when they are needed.
    private func libraries() -> [Finding] {
        let needed = [LoadedLibrary.sqlite, .crypto].map { ($0, State.broken) }
        let findings = (needed + LoadedLibrary.decoders.map { ($0, .lacking) }).compactMap { library, state in
            library.problem().map {
                Finding("libraries", state, $0.reason.singleLine, remedy: $0.remedy)
            }
        }
        return findings.isEmpty ? [Finding("libraries", .well, "all can be loaded")] : findings
    }

    // MARK: The library

    private func space(_ store: any Store) async -> Finding {
        guard let free = await store.freeSpace() else { return Finding("space", .well, "not known here") }
        let reserve = max(
            builder.configuration[.store].settings[StageSettings.reserve].bytes, Self.littleSpace)
        let words = "\(ByteCount(free)) free for the library"
        guard free < reserve else { return Finding("space", .well, words) }
        return Finding("space", .lacking, words, remedy: "Free some, or see what carrel prune would remove")
    }

    /// Whether a store on another machine answers.
    private func documents(_ store: any Store) async -> [Finding] {
        guard store.root == nil else { return [] }
        do {
            // Of any name: it answers, or says what is wrong.
            _ = try await store.held(of: ["carrel"])
            return [Finding("documents", .well, "what keeps them answers")]
        } catch {
            return [Finding("documents", .broken, "\(error.subject): \(error.reason)", remedy: error.remedy)]
        }
    }

    private func records(_ keeper: any LibraryKeeper) async -> [Finding] {
        do {
            let library = try await keeper.open(.shared)
            guard let refusal = try await library.refusal() else { return await records(keeper, library) }
            let finding = Finding("records", .lacking, refusal.reason, remedy: refusal.remedy)
            // What a server refuses is not looked at; what may not be written can be sound all the same.
            guard ![.denied, .forbidden].contains(refusal.code) else { return [finding] }
            return [finding] + (await records(keeper, library))
        } catch {
            return [Finding("records", .broken, error.reason, remedy: error.remedy)]
        }
    }

    private func records(_ keeper: any LibraryKeeper, _ library: any Library) async -> [Finding] {
        do {
            guard library.isThere else { return [Finding("records", .well, "there is no library yet")] }
            guard !(try await library.locations()).isEmpty else {
                return [Finding("records", .well, "the library is empty")]
            }
            if let damage = try await library.damage() {
                return [
                    Finding(
                        "records", .broken, "the database is damaged: \(damage)", remedy: "Run carrel verify")
                ]
            }
            return [Finding("records", .well, "the database is sound"), await index(keeper, library)]
                + [try await clock(library)]
        } catch {
            return [Finding("records", .broken, error.reason, remedy: error.remedy)]
        }
    }

    private func index(_ keeper: any LibraryKeeper, _ library: any Library) async -> Finding {
        do {
            let index = try await keeper.openIndex(builder.indexSettings.stemming)
            if let damage = try await index.damage() {
                return Finding(
                    "index", .broken, "it is damaged: \(damage)",
                    remedy: "Rebuild it: carrel index --rebuild")
            }
            let (there, last) = (try await index.position(), try await library.changes(since: .max).number)
            let count = try await index.count()
            guard there < last else { return Finding("index", .well, "\(count) documents can be searched") }
            return Finding(
                "index", .well, "\(count) documents can be searched; the next search looks for newer ones")
        } catch {
            let isDamaged = error.code == .database
            return Finding(
                "index", .broken, error.reason,
                remedy: isDamaged ? "Rebuild it: carrel index --rebuild" : error.remedy)
        }
    }

    /// Whether the clock is behind what was recorded.
    private func clock(_ library: any Library) async throws(StoreError) -> Finding {
        var newest = Date.distantPast
        for location in try await library.locations() {
            if let reading = try await library.reading(of: location) { newest = max(newest, reading.date) }
        }
        guard newest > builder.context.now().addingTimeInterval(3600) else {
            return Finding("clock", .well, "it is right")
        }
        return Finding(
            "clock", .broken, "it is behind now, or was ahead: a catalogue was read later than now",
            remedy: "Set it if it is wrong; otherwise the next carrel sync puts that right")
    }
}
