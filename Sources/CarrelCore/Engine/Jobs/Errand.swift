import CarrelModel
import CarrelStages

/// A request to a run: a plan, and what was already read about its catalogue.
struct Errand: Sendable {
    /// What to do.
    var plan: Plan
    /// Where the plan is counted, together with others of the run, and where its events go.
    var counts: RunCounts
    /// How much it may fetch, and until when.
    var share: RunBudget.Share
    /// The request that it is, if a person made one.
    var request: ReaderRequest?
    /// The priority of its jobs; what a person asked for is requested even of hosts that asked in an earlier run to wait.
    var lane = JobLane.listed
    /// The planned catalogue, if it was just read.
    var catalog: Catalog?
    /// The part of a catalogue in parts that is planned; `nil` for a whole one.
    var part: CatalogPart?
    /// The names that its documents were given before; `nil` to name them now.
    var names: DocumentNames?
    /// What is remembered of it, if that was just read.
    var memory: LibraryMemory?
    /// Whether the events of the plan were sent.
    var isTold = false
    /// Whether it fetches again what came over mixed connections.
    var isRepetition = false
    /// The queue's mark from before `memory` was read.
    var mark: JobMark?
}
