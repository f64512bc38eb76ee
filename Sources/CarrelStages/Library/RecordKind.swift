/// The kinds of records that a library keeps, in an order in which they can be taken: each after what it belongs to.
public enum RecordKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The number of the last change.
    case sequence
    /// Catalogues as they were read last, with their schedules.
    case catalogs
    /// The collections of catalogues, with their sections.
    case collections
    /// Items.
    case items
    /// The catalogues that were read for one collection alone.
    case further
    /// Stored documents.
    case documents
    /// How each try went.
    case attempts
    /// What is about to get its name.
    case publications
    /// What was set aside.
    case quarantine
    /// What somebody threw away.
    case discarded
    /// The hosts that asked to wait.
    case hosts
    /// The catalogues that the library keeps up to date.
    case known
    /// When each catalogue was asked for last.
    case visits
    /// The collections that are not wanted.
    case unchosen
    /// The items that are left alone.
    case ignored
    /// The patterns of what is left alone.
    case patterns
    /// What readers viewed and marked as read.
    case reading
    /// The selected collections.
    case selections
    /// The lists that terminals printed last.
    case printed
}
