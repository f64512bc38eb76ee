import CarrelBasics
import CarrelStages
import Foundation

/// Reads the profiles of catalogues that a library knows.
///
/// A library may come from somebody else, for example in an archive, so its settings need the user's trust for the same
/// things as a profile that is found in a folder.
extension ConfigurationLoader {
    /// Reads the library's settings for a catalogue, and the profile that it names.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue.
    ///   - library: the library's folder; settings that reach beyond it need trust.
    /// - Throws: `ConfigurationError` if a file cannot be found, read or parsed.
    public func profile(
        of catalog: KnownCatalog, in library: URL
    ) throws(ConfigurationError) -> LoadedProfile {
        let loader = self.loader(ofCatalogsIn: library)
        return LoadedProfile(loader, try loader.files(of: catalog, in: library))
    }

    /// Trusts the library's settings for a catalogue, until they change.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue.
    ///   - library: the library's folder.
    /// - Throws: `ConfigurationError` if they cannot be read; `TrustRecordError`.
    public func trust(_ catalog: KnownCatalog, in library: URL) throws {
        try locator.trusted.trust(
            loader(ofCatalogsIn: library).files(of: catalog, in: library).filter(\.isFound))
    }

    /// Forgets what was trusted of a library's catalogue, which is gone or has another name.
    ///
    /// - Parameters:
    ///   - name: the catalogue's name.
    ///   - library: the library's folder.
    /// - Throws: `TrustRecordError`.
    public func distrust(catalogNamed name: String, in library: URL) throws {
        _ = try locator.trusted.distrust(KnownCatalog.label(ofCatalogNamed: name, in: library))
    }

    /// What a library's catalogue needs to be trusted with.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue.
    ///   - library: the library's folder.
    ///   - countsAllFiles: whether files of that folder count, too, which need no trust.
    /// - Throws: `ConfigurationError` if its settings cannot be read or parsed.
    public func trustQuestion(
        of catalog: KnownCatalog, in library: URL, countsAllFiles: Bool = false
    ) throws(ConfigurationError) -> TrustQuestion {
        var loader = self.loader(ofCatalogsIn: library)
        loader.countsAllFiles = countsAllFiles
        return loader.question(about: try loader.files(of: catalog, in: library))
    }

    /// The loader for profiles that are found in a folder.
    public func loader(in folder: URL) -> ConfigurationLoader {
        var loader = self
        loader.locator.workingDirectory = folder
        return loader
    }

    /// The loader for the catalogues of a library: they may not reach beyond it, but their relative paths begin where
    /// those of the command do.
    private func loader(ofCatalogsIn library: URL) -> ConfigurationLoader {
        var loader = self.loader(in: library)
        loader.pathsBegin = locator.workingDirectory
        return loader
    }

    private func files(
        of catalog: KnownCatalog, in library: URL
    ) throws(ConfigurationError) -> [ProfileLocator.File] {
        let name = catalog.label(in: library)
        var layer = ConfigLayer()
        layer.set(
            [ProfileLocator.extendsKey], to: .string(catalog.profile ?? ProfileLocator.baseName),
            origin: .file(name, line: 1, column: 1))
        for (index, setting) in catalog.settings.enumerated() {
            try layer.set(setting, origin: .file(name, line: index + 2, column: 1))
        }
        var files: [ProfileLocator.File]
        do throws(ConfigurationError) {
            files = try locator.files(of: layer.table, text: catalog.trustedText, name: name)
        } catch {
            throw ConfigurationError(error.problems.map { catalog.remedied($0, in: name) })
        }
        files[0].isOfLibrary = true
        files[0].subject = "“\(catalog.name.singleLine)” of this library"
        files[0].remedy =
            "Look at it with carrel catalogues --verbose, then: carrel config trust \(ShellWord.operands(catalog.name.singleLine))"
        return files
    }
}

extension KnownCatalog {
    /// How messages and origins name its settings, which are in no file.
    func label(in library: URL) -> String { Self.label(ofCatalogNamed: name, in: library) }

    /// A problem of its profile with what helps: one that was moved, and is not there any longer, is named again.
    fileprivate func remedied(_ problem: ConfigProblem, in label: String) -> ConfigProblem {
        let isOfProfile = problem.origin == .file(label, line: 1, column: 1)
        guard isOfProfile, problem.expected == nil else { return problem }
        var problem = problem
        let change = ShellWord.operands(name.singleLine, "\(ProfileLocator.extendsKey)=FILE")
        problem.expected = "it there, or another one: carrel set \(change)"
        return problem
    }

    /// What is trusted: a line for each part, and a line break within one does not begin another.
    fileprivate var trustedText: String {
        ([location, profile ?? ""] + settings).map { $0.replacing(scalar: "\n", with: "\0") }
            .joined(separator: "\n")
    }

    fileprivate static func label(ofCatalogNamed name: String, in library: URL) -> String {
        "\(library.path)/“\(name.singleLine)”"
    }
}
