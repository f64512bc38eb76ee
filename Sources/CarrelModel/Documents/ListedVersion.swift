import Foundation

/// What a catalogue said of a version of a document, and when the version's server was asked for it.
///
/// Where the catalogue says the same later on, and the date was over by then, no other version was put there since.
public struct ListedVersion: RawRepresentable, Sendable, Hashable, Codable {
    /// Both as one text, as it is recorded: the seconds since 1970, a space, and what was listed.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Joins both.
    ///
    /// - Parameters:
    ///   - version: what was listed (`Item.listedVersion`).
    ///   - date: when the server was asked, by the server's clock; not later.
    public init(_ version: String, askedAt date: Date) {
        rawValue = "\(Int64(date.timeIntervalSince1970.rounded(.down))) \(version)"
    }

    /// When the server was asked for the version, if a catalogue lists that one; `nil` if it lists another one.
    ///
    /// - Parameter version: what it lists.
    /// - Returns: the time by the server's clock.
    package func askedAt(for version: String?) -> Date? {
        guard let version, let space = rawValue.utf8.firstIndex(of: UInt8(ascii: " ")),
            rawValue[space...].utf8.dropFirst().elementsEqual(version.utf8)
        else { return nil }
        return Int64(rawValue[..<space]).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }
}
