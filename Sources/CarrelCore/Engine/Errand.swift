import CarrelModel
import CarrelStages

/// What is asked of a run: a plan, and what is at hand of its catalogue.
struct Errand: Sendable {
    /// What to do.
    var plan: Plan
    /// Where its events go.
    var events: EventRelay
    /// How much it may bring.
    var share: ByteBudget.Share
    /// Who asked for it, if a person did.
    var reader: Reader?
    /// How its jobs are treated.
    var lane = JobLane.listed
    /// The catalogue that was planned, where it is at hand.
    var catalog: Catalog?
    /// What is remembered of it, where that was just read.
    var memory: LibraryMemory?
    /// Whether hosts that asked for patience in an earlier run are asked all the same.
    var asksHeldHosts = false
    /// When what is remembered was read.
    var mark: JobMark?
}
