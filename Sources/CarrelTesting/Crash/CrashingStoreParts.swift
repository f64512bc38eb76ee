import CarrelModel
import CarrelStages
import Foundation

/// Unfinished documents of a process that ends at a step of a script.
struct CrashingPartials: PartialDocuments {
    private let partials: any PartialDocuments
    private let script: CrashScript

    init(_ partials: any PartialDocuments, _ script: CrashScript) {
        (self.partials, self.script) = (partials, script)
    }

    func partialDocuments() async throws(StoreError) -> [ItemKey: PartialDocument] {
        try script.live()
        return try await partials.partialDocuments()
    }

    func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any PartialWriter {
        try script.live()
        return CrashingPartialWriter(try partials.writer(for: key, resuming: resuming), script)
    }

    func leave(
        _ document: StagedDocument, of key: ItemKey, _ note: PartialNote
    ) async throws(StoreError) {
        try script.live()
        try await partials.leave(document, of: key, note)
    }

    func removeAbandonedPartials() async throws(StoreError) {
        try script.live()
        try await partials.removeAbandonedPartials()
    }
}

/// The quarantine of a process that ends at a step of a script.
struct CrashingQuarantine: Quarantine {
    private let quarantine: any Quarantine
    private let script: CrashScript

    init(_ quarantine: any Quarantine, _ script: CrashScript) {
        (self.quarantine, self.script) = (quarantine, script)
    }

    func staged(quarantined name: String) async throws(StoreError) -> StagedDocument {
        try script.live()
        return try await quarantine.staged(quarantined: name)
    }

    func quarantinedNames() async throws(StoreError) -> [String] {
        try script.live()
        return try await quarantine.quarantinedNames()
    }

    func localFile(quarantined name: String) async throws(StoreError) -> URL? {
        try script.live()
        return try await quarantine.localFile(quarantined: name)
    }

    func discard(quarantined names: [String]) async throws(StoreError) {
        try script.step("before the quarantine is tidied")
        try await quarantine.discard(quarantined: names)
        try script.step("after the quarantine is tidied")
    }
}
