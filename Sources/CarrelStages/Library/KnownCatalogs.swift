import CarrelBasics
import Foundation

/// The catalogues that a library keeps up to date: where each one is, and how it is read.
///
/// **Calls.** Each call is one transaction.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`; with `.invalidSetting` for settings
/// that cannot be recorded.
///
/// **Concurrency.** Calls may overlap and run one after the other; none blocks a cooperative thread.
public protocol KnownCatalogs: Sendable {
    /// The catalogues, in the order in which they were added.
    func knownCatalogs() async throws(StoreError) -> [KnownCatalog]

    /// Adds a catalogue, or replaces the one at the same location, which keeps its place in the order.
    func keep(_ catalog: KnownCatalog) async throws(StoreError)

    /// Removes a catalogue. Its listing and documents stay.
    func leave(_ location: String) async throws(StoreError)
}

/// A catalogue that a library knows.
public struct KnownCatalog: Sendable, Hashable, Codable {
    /// Where it is, as its source names it.
    public var location: String
    /// Its name in this library; no two names differ only in case.
    public var name: String
    /// The profile to read it with: a name, or the path of a config file; `nil` for the default profile.
    public var profile: String?
    /// Settings that override the profile, each as `STAGE.KEY=VALUE`; a later one wins.
    public var settings: [String]
    /// When it was added.
    public var addedAt: Date

    public init(
        location: String, name: String, profile: String? = nil, settings: [String] = [], addedAt: Date
    ) {
        (self.location, self.name, self.profile) = (location, name, profile)
        (self.settings, self.addedAt) = (settings, addedAt)
    }
}

extension KnownCatalog {
    /// What a name is, for messages.
    public static let nameRule =
        "a catalogue's name is one line of text without a slash and without needless spaces, and not “-”"

    /// Whether a catalogue can get a name; a slash ends it where items are named, and `-` is standard input.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text == text.singleLine && !text.contains("/") && text != "-"
    }

    /// The settings as one text, each on a line of its own, as libraries keep them.
    ///
    /// - Returns: the text.
    /// - Throws: `StoreError` with `.invalidSetting` for one of several lines, which would be read as several settings.
    public func settingLines() throws(StoreError) -> String {
        guard !settings.contains(where: { $0.utf8.contains(0x0A) }) else {
            throw StoreError(
                .invalidSetting, subject: "“\(name.singleLine)”",
                reason: "one of its settings has a line break",
                remedy: "Give it a value of one line")
        }
        return settings.joined(separator: "\n")
    }

    /// The settings in a text that `settingLines()` made.
    public static func settings(inLines text: String) -> [String] {
        text.utf8.split(separator: 0x0A).map { String(Substring($0)) }
    }
}
