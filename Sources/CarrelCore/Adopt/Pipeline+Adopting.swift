import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension Pipeline {
    /// Makes files from outside the documents of items.
    ///
    /// Each is copied and checked as a download is, and takes the same steps: staged, flushed, recorded, named. One that
    /// cannot be read or is not what was promised fails alone.
    ///
    /// - Parameters:
    ///   - adoptions: the files, each for another item of the catalogue.
    ///   - location: the catalogue.
    ///   - catalog: what it lists.
    ///   - report: called for each file once its document is stored, or has failed; in no order, from any thread. Where this
    ///     throws, a stored document may get its name only with the next start.
    /// - Throws: `PipelineError` if the library can no longer be written to, or the task was cancelled; documents that
    ///   were stored before stay.
    package func adopt(
        _ adoptions: [Adoption], at location: String, of catalog: Catalog,
        report: @escaping @Sendable (Adoption, AdoptionResult) -> Void
    ) async throws(PipelineError) {
        try await runs.holdingNames { () async throws(PipelineError) in
            try await adoptAll(adoptions, at: location, of: catalog, report: report)
        }
    }

    private func adoptAll(
        _ adoptions: [Adoption], at location: String, of catalog: Catalog,
        report: @escaping @Sendable (Adoption, AdoptionResult) -> Void
    ) async throws(PipelineError) {
        let memory = try await memoryFindingMoved(of: location, listing: catalog, EventRelay(observer))
        let left = adoptions.filter { adoption in
            let known = memory.items[adoption.wanted.key]
            guard let document = known?.document, known?.isMissing == false else { return true }
            report(adoption, .failed(reason: "its item has a document by now: \(document.name)"))
            return false
        }
        let assigned = try await asPipelineError { () async throws(StoreError) in
            let names = try await names(of: left, at: location, of: catalog, memory)
            return AdoptedDocuments(left, memory: memory, names: names)
        }
        let sources = Dictionary(left.map { ($0.wanted.key, $0) }) { first, _ in first }
        let committer = Committer(
            CommitWork(store: store, library: library, now: context.now) { _ in
                assigned
            } conclude: { [observer] receipts in
                for receipt in receipts {
                    guard let adoption = sources[receipt.job.key] else { continue }
                    report(adoption, AdoptionResult(receipt))
                    if let event = receipt.event() { observer.receive(event) }
                }
            })
        let failure = await copy(left, as: assigned, to: committer, report)
        if let failure = committer.failure ?? failure { throw .library(failure) }
        if Task.isCancelled { throw .cancelled }
    }

    /// Copies the files one after the other, while those before are committed.
    ///
    /// - Returns: the error if no file can be copied any more.
    private func copy(
        _ adoptions: [Adoption], as documents: AdoptedDocuments, to committer: Committer,
        _ report: @escaping @Sendable (Adoption, AdoptionResult) -> Void
    ) async -> StoreError? {
        let copying = AdoptionCopy(store: store, maxSize: downloads.limits.maxSize, now: context.now)
        let disk = context.disk
        return await withTaskGroup { group in
            group.addTask {
                // An unstructured task, so that what is copied is committed even if the import is cancelled.
                await Task(executorPreference: disk) { await committer.run {} }.value
            }
            let reading = BlockingExecutor(label: "carrel.import")
            var failure: StoreError?
            for (place, adoption) in adoptions.enumerated() {
                if Task.isCancelled || committer.failure != nil { break }
                let name = documents.name(of: adoption.wanted)
                do throws(StoreError) {
                    let receipt = try await copying.receipt(adoption, name: name, place, on: reading)
                    await committer.add([receipt])
                } catch {
                    if error.code == .cancelled { break }
                    report(adoption, .failed(reason: error.reason))
                    // A full disk is full for the others, too.
                    if error.endsRun {
                        failure = error
                        break
                    }
                }
            }
            committer.finish()
            await group.waitForAll()
            return failure
        }
    }

    /// Names the documents as a sync would.
    private func names(
        of adoptions: [Adoption], at location: String, of catalog: Catalog, _ memory: LibraryMemory
    ) async throws(StoreError) -> DocumentNames {
        let plan = Plan(
            catalog: location,
            entries: adoptions.map {
                PlanEntry(
                    .download, reason: "imported", collection: $0.wanted.key.collection, item: $0.wanted.item)
            })
        return try await DocumentNames.giving(plan, catalog: catalog, memory: memory, with: runParts)
    }
}

extension AdoptionResult {
    fileprivate init(_ receipt: Receipt) {
        if case .stored(let document) = receipt.ending {
            self = .stored(document)
        } else {
            self = .failed(reason: receipt.reason ?? "it was not recorded")
        }
    }
}
