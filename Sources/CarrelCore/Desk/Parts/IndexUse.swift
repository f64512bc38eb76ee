import CarrelBasics
import CarrelStages

/// The index of a desk's library, and who uses it.
struct IndexUse {
    /// The index, once it was needed.
    var opened: (any DocumentIndex)?
    /// How often an index was opened, so that who finds one damaged knows whether somebody has made it again.
    var openings = 0
    /// Whose turn it is to update it.
    let turn = Slots(1)
    /// How many calls store documents that are to be indexed.
    var storing = 0
    /// Updates it while they do.
    var following: Task<Void, Never>?
}
