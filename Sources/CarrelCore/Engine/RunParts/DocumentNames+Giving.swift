import CarrelBasics
import CarrelModel
import CarrelStages

extension DocumentNames {
    /// Names the documents that a plan transfers, beside the recorded names that they can meet.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - catalog: its catalogue, as far as it is known; it is read if a new document needs a name.
    ///   - part: the part of the catalogue that is planned, if it comes in parts.
    ///   - memory: what is remembered of the catalogue.
    ///   - parts: what names are given with.
    static func giving(
        _ plan: Plan, catalog: Catalog?, part: CatalogPart? = nil, memory: LibraryMemory, with parts: RunParts
    ) async throws(StoreError) -> DocumentNames {
        let plain = parts.plainNames(of: plan.catalog)
        var round = NamingRound(plan, memory: memory, part: part, by: plain)
        // If every document has a name already, the names of others do not matter.
        guard round.needsNames else {
            return DocumentNames(
                round, NameAllocator(plain, among: parts.names, isOfPart: part != nil), areAllKnown: false,
                parts)
        }
        let known =
            if let catalog { catalog } else { try await parts.library.catalog(at: plan.catalog) }
        let recorded = try await parts.library.names(meeting: round.wanted(in: known))
        var allocator = NameAllocator(
            plain, among: parts.names, recorded: recorded.names, isOfPart: part != nil)
        round.give(by: &allocator)
        return DocumentNames(round, allocator, areAllKnown: recorded.areAll, parts)
    }

    /// The names that whoever planned leased jobs gave them.
    ///
    /// Names that other machines give meanwhile are looked up when a document is recorded.
    convenience init(of jobs: LeasedJobs, with parts: RunParts) {
        let names = GivenNames(jobs.plan) { GivenNames.Name(text: jobs.jobs[$0].name) }
        let numbers = jobs.jobs.compactMap { job in job.naming?.value.number.map { (job.key, $0) } }
        self.init(
            names, numbers: Dictionary(numbers) { first, _ in first },
            allocator: NameAllocator(parts.plainNames(of: jobs.catalog), among: parts.names),
            areAllKnown: false, usesContentDisposition: parts.downloads.usesContentDisposition,
            detect: parts.context.mediaType)
    }

    private convenience init(
        _ round: NamingRound, _ allocator: NameAllocator, areAllKnown: Bool, _ parts: RunParts
    ) {
        self.init(
            round.names, numbers: round.numbers, allocator: allocator, areAllKnown: areAllKnown,
            usesContentDisposition: parts.downloads.usesContentDisposition, detect: parts.context.mediaType)
    }
}

extension RunParts {
    /// The names of a catalogue's documents before collisions are resolved.
    func plainNames(of catalog: String) -> PlainNames {
        PlainNames(
            template: downloads.nameTemplate, isPortable: downloads.hasPortableNames,
            catalog: catalogName(of: catalog), date: context.now())
    }
}
