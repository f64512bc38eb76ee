import CarrelModel
import CarrelStages

/// A receipt whose document is staged, with the name that it is to get if nothing stands in its way.
struct StagedReceipt {
    /// What is settled before its name is; in one place, since a group is gone through several times.
    final class Arrived: Sendable {
        let receipt: Receipt
        let response: Receipt.Response
        /// Why it is set aside; `nil` if it is to be stored.
        let aside: (reason: String, isWhole: Bool)?
        let document: StagedDocument
        /// The stored version, if there is one; its file may be missing.
        let stored: StoredDocument?
        /// The SHA-256 of the version that was last looked at, if none is stored.
        let read: String?

        init(
            receipt: Receipt, response: Receipt.Response, aside: (reason: String, isWhole: Bool)?,
            document: StagedDocument, stored: StoredDocument?, read: String?
        ) {
            (self.receipt, self.response, self.aside) = (receipt, response, aside)
            (self.document, self.stored, self.read) = (document, stored, read)
        }
    }

    private let arrived: Arrived
    var name: String
    /// The name of the stored version if somebody edited it: it keeps that name, and the new version gets another.
    var edited: String?
    /// Whether its name has its content already: the records are older than the document, as those of a backup are.
    var isThere = false

    init(_ arrived: Arrived, name: String) {
        (self.arrived, self.name) = (arrived, name)
    }

    var receipt: Receipt { arrived.receipt }
    var representation: Receipt.Representation { arrived.response.representation }
    var aside: (reason: String, isWhole: Bool)? { arrived.aside }
    var document: StagedDocument { arrived.document }
    var stored: StoredDocument? { arrived.stored }
    var read: String? { arrived.read }
    var key: ItemKey { arrived.receipt.job.key }

    /// Whether it would replace the stored version without being asked to; an edited one must not be replaced so.
    var replacesUnasked: Bool { aside == nil && !receipt.isRestored && stored?.name == name }

    /// Whether it gets a name that it does not have yet.
    var isNewName: Bool { aside == nil && stored?.name != name }

    /// The receipt, with remarks on an edited version that stays, and on a name that does not say what it is by now.
    var remarked: Receipt {
        let remarks = [
            edited.map { "\($0) was changed on disk, and stays" },
            otherKind.map { "it is \($0) by now, which its name does not say: see carrel move --dry-run" },
        ].compactMap(\.self)
        return remarks.isEmpty ? receipt : receipt.remarked(remarks.joined(separator: "; "))
    }

    /// What it is, if it keeps the name of a version of another kind.
    private var otherKind: String? {
        guard aside == nil, !receipt.isRestored, let stored else { return nil }
        return ContentSniff.otherKind(
            than: DocumentName.fileExtension(of: name), prefix: representation.beginning,
            declared: representation.mediaType, before: stored.mediaType)
    }
}
