import CarrelBasics
import CarrelConfiguration
import CarrelStages
import Foundation

/// Why there is nothing to open, or nothing to read.
public struct OpeningError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: Sendable {
        /// It is not said which catalogue is meant.
        case unclear
        /// There is no file where the catalogue is said to be.
        case noFile
        /// A catalogue of the profile or the library has no source.
        case noSource
        /// The folder that is meant holds no library.
        case noLibrary
        /// What is said of a catalogue has a line break, with which a library cannot record it.
        case severalLines
        /// A catalogue of a library would come from standard input, which can be read only once.
        case standardInput
    }

    /// The kind.
    public let code: Code
    /// One or two sentences for the person: what was not found, and what helps.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// Standard input in the place of a catalogue that is read again and again.
    public static let standardInput = OpeningError(
        .standardInput, "standard input cannot be read again; save it to a file, and add that")

    /// A choice without a source to read.
    ///
    /// - Parameters:
    ///   - choice: what was chosen.
    ///   - builder: makes its plug-ins.
    public static func noSource(_ choice: CatalogChoice, _ builder: PluginBuilder) -> OpeningError {
        if let (setting, source) = unread(builder) {
            return OpeningError(
                .noSource, "source.\(setting) counts only with source.use = \"\(source)\"; add that")
        }
        guard let name = choice.name else {
            return OpeningError(.unclear, "there is no catalogue yet; add one: carrel add URL")
        }
        return OpeningError(
            .noSource,
            "the catalogue “\(name)” has no source; give its [[catalogue]] a source.url or a source.path")
    }

    /// A setting of a source that is used only if it is named, which it is not.
    private static func unread(_ builder: PluginBuilder) -> (setting: String, source: String)? {
        let stage = builder.configuration[.source]
        guard stage.use == nil else { return nil }
        for value in stage.values where value.origin != .builtIn {
            let owners = builder.registry.sources.plugins.filter { plugin in
                plugin.settings.contains { $0.name == value.key }
            }
            if owners.count == 1, owners[0].place == nil { return (value.key, owners[0].name) }
        }
        return nil
    }

    /// A place or a setting with a line break or another control character.
    ///
    /// - Parameter what: the place, or the setting's name.
    static func severalLines(_ what: String) -> OpeningError {
        OpeningError(
            .severalLines,
            "\(ShownText.of(what).singleLine): a library records no line break and no control character; "
                + "rename the file, or give a value of one line")
    }

    /// A place without a library.
    ///
    /// - Parameter place: the place, as the person named it where somebody did.
    static func noLibrary(in place: String) -> OpeningError {
        OpeningError(
            .noLibrary,
            "there is no library in \(ShownText.of(place)). Begin one there with: carrel add URL")
    }

    /// A library whose listings are of catalogues that it does not keep up to date.
    ///
    /// - Parameters:
    ///   - location: where one of these is.
    ///   - command: what was typed without a catalogue, such as `carrel plan`.
    static func notKept(_ location: String, for command: String) -> OpeningError {
        let path = URL(string: location).flatMap { $0.isFileURL ? $0.path : nil }
        // Neither “-” nor an option is put in quotes.
        let input = CatalogPlace.input(at: ShownText.of(location))?.map { word in
            word.hasPrefix("-") ? word : ShellWord.text(word)
        }
        let scheme = URL(string: location)?.scheme?.lowercased()
        guard input != nil || scheme.map({ ["file", "http", "https"].contains($0) }) ?? true else {
            return OpeningError(
                .unclear,
                "the library keeps no catalogue up to date yet, and only a profile says how "
                    + "\(ShownText.of(location).singleLine) is read. Name that: --profile NAME or --config FILE"
            )
        }
        let operands = input?.joined(separator: " ") ?? ShellWord.operands(ShownText.of(path ?? location))
        return OpeningError(
            .unclear,
            "the library keeps no catalogue up to date yet; name the one to read: \(command) \(operands)")
    }
}

/// What whoever opens a library may want to tell a person; nothing fails for it.
public enum OpeningNotice: Sendable {
    /// Another process uses the library, as the error says; the call goes on as soon as it is free.
    case waiting(StoreError)
    /// A catalogue that the library knows cannot be read with the profile that it was added with.
    case unreadable(KnownCatalog, ConfigurationError)
    /// That the person trusts a catalogue could not be recorded.
    case trustNotRecorded(KnownCatalog, reason: String)
}
