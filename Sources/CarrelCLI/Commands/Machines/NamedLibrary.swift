import CarrelBasics
import CarrelConfiguration
import CarrelCopy
import CarrelCore
import CarrelOpening
import CarrelStages
import CarrelStandard
import Foundation

/// A library that an operand names: by a profile, or by its folder.
struct NamedLibrary: Sendable {
    /// The operand.
    let title: String
    /// The option of other commands that means the same, such as `--profile team`.
    let option: String
    private let place: Place
    private let opener: LibraryOpener
    /// Knows what the person trusts, also where the library itself is opened without the person's profiles.
    private let loader: ConfigurationLoader
    private let store: any Store
    private let keeper: any LibraryKeeper

    /// What an operand can be.
    private enum Place {
        case profile(String)
        case file(String)
        case folder(String)
    }

    /// Reads the profile; no library is opened.
    ///
    /// - Parameters:
    ///   - operand: the operand.
    ///   - invocation: the command.
    /// - Throws: `CommandError` if it names nothing, `ConfigurationError`.
    init(_ operand: String, _ invocation: Invocation) throws {
        title = operand.singleLine
        // An opener for each of the two, so that neither waits for the other's disk.
        var opener = try Workspace(invocation).opener
        try Workspace.checkFolder(operand, "", invocation)
        (place, loader) = (try Self.place(operand, opener.locator), opener.loader)
        switch place {
        case .profile(let name):
            (opener.options.config, opener.options.profile) = (nil, name)
            option = "--profile \(ShellWord.text(title))"
        case .file(let path):
            (opener.options.config, opener.options.profile) = (path, nil)
            option = "--config \(ShellWord.text(title))"
        case .folder(let path):
            // The user's own default may be about a bucket.
            opener = opener.withoutFiles()
            (opener.options.config, opener.options.profile) = (nil, ProfileLocator.baseName)
            option = "--library \(ShellWord.text(title))"
            let plugins = [PluginKind.store, .library, .queue].compactMap { kind in
                Standard.registry.defaultName(of: kind).map { ("\(kind.rawValue).use", $0) }
            }
            opener.options.assignments += (plugins + [("store.path", path)]).map {
                ConfigAssignment(key: $0.0, value: $0.1, option: operand)
            }
        }
        let builder = try opener.builder()
        store = try builder.makeStore()
        keeper = try builder.makeLibraryKeeper(for: store)
        self.opener = opener
    }

    private static func place(_ operand: String, _ locator: ProfileLocator) throws -> Place {
        if operand.hasSuffix(".toml") { return .file(operand) }
        guard !operand.isEmpty else {
            throw CommandError.usage("library", "FROM or TO is empty; expected a profile or a folder")
        }
        let isFolder = Self.isFolder(operand)
        if isFolder == false, !locator.availableNames.contains(operand) {
            throw CommandError(
                status: .configuration,
                message: """
                    carrel: \(operand): this is a file; expected the folder of a library, a profile, or a profile's file, \
                    which ends in .toml
                    """.terminalSafe)
        }
        if operand.contains("/") || operand.hasPrefix("~") || operand == "." || operand == ".." {
            return .folder(operand)
        }
        if locator.availableNames.contains(operand) { return .profile(operand) }
        if isFolder == true { return .folder(operand) }
        let near = NearestName.of(operand, among: locator.availableNames).map { "Did you mean “\($0)”? " }
        throw CommandError(
            status: .configuration,
            message: """
                carrel: \(operand): there is no such profile, and no such folder. \(near ?? "")\
                A new folder has a slash before its name: ./\(operand)
                """.terminalSafe)
    }

    /// Whether there is a folder; `nil` for nothing at all.
    private static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        let path = Standard.makeContext().file(path).path
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
        return isFolder.boolValue
    }

    // MARK: For the copy

    /// The library as one side of a copy.
    func side() throws -> CopySide {
        let (opener, keeper) = (opener, keeper)
        return CopySide(title: title, store: store, profile: profileOfCatalogs) {
            (access: LibraryAccess) async throws(StoreError) in
            try await opener.opened(access, keeper)
        }
    }

    /// How catalogues that were added with it name their profile.
    private var profileOfCatalogs: String? {
        switch place {
        case .profile(let name): name == ProfileLocator.baseName ? nil : name
        case .file(let path): Standard.makeContext().file(path).path
        case .folder: nil
        }
    }

    /// Finishes what a killed process left.
    func recover(_ library: any Library) async throws(StoreError) {
        guard try await !library.pendingPublications().isEmpty else { return }
        try await asking(library) { try await $0.recover() }
    }

    /// The names that somebody gave documents since the last sync, by the recorded ones.
    func renamed(_ library: any Library) async throws(StoreError) -> [String: String] {
        try await asking(library) { try await $0.renamedDocuments() }
    }

    private func asking<Answer>(
        _ library: any Library, _ body: (Pipeline) async throws -> Answer
    ) async throws(StoreError) -> Answer {
        do {
            let pipeline = try opener.builder().makePipeline(
                store: store, library: library, observer: SilentObserver(), readsCatalog: false)
            return try await body(pipeline)
        } catch {
            throw Failure.library(error)
                ?? StoreError(.system, subject: title, reason: Failure(error).reason)
        }
    }

    /// Trusts what catalogues may do as it was trusted in the other library.
    func takeOverTrust(from other: NamedLibrary) async {
        guard let root = store.libraryFolder, let otherRoot = other.store.libraryFolder,
            let catalogs = try? await keeper.open(.shared).knownCatalogs(),
            let originals = try? await other.keeper.open(.shared).knownCatalogs()
        else { return }
        for catalog in catalogs {
            guard let original = originals.first(where: { $0.location == catalog.location }) else { continue }
            let question = try? loader.trustQuestion(of: original, in: otherRoot)
            // Where it cannot be noted, the next sync asks for it.
            if question?.state == .trusted { try? loader.trust(catalog, in: root) }
        }
    }
}
