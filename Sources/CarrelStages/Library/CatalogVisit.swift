import Foundation

/// The last time that Carrel tried to read a catalogue, whether it succeeded or not.
public struct CatalogVisit: Sendable, Hashable {
    /// The location of the catalogue.
    public var location: String
    /// When that was.
    public var date: Date
    /// The earliest time at which its server wants to be asked again; `nil` if it named none.
    public var notBefore: Date?
    /// How many visits in a row have failed, this one included.
    public var failures: Int

    public init(location: String, date: Date, notBefore: Date? = nil, failures: Int = 0) {
        (self.location, self.date, self.notBefore, self.failures) = (location, date, notBefore, failures)
    }
}
