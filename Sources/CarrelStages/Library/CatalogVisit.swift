import Foundation

/// The last time that a catalogue was asked for, whether it could be read or not.
public struct CatalogVisit: Sendable, Hashable {
    /// The location of the catalogue.
    public var location: String
    /// When it was asked for.
    public var date: Date
    /// Before when its server wants not to be asked again; `nil` if it says nothing of that.
    public var notBefore: Date?
    /// How many visits in a row have failed, this one included.
    public var failures: Int

    public init(location: String, date: Date, notBefore: Date? = nil, failures: Int = 0) {
        (self.location, self.date, self.notBefore, self.failures) = (location, date, notBefore, failures)
    }
}
