/// A part that a store may have.
public enum StorePart: String, Sendable, CaseIterable {
    /// Continues downloads where they ended.
    case partials
    /// Keeps documents that were replaced.
    case versions
    /// Keeps what is not what was promised.
    case quarantine

    /// Every part.
    public static let all = Set(allCases)
}
