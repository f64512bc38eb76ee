import CarrelHTTP
import CarrelModel
import Foundation

/// Something that happened to an item, to be recorded.
public indirect enum LibraryChange: Sendable {
    /// A try ended. A failure is the item's status until a later try; with `updateAvailable` the server has a newer
    /// version than the stored one.
    case attempt(Attempt, updateAvailable: Bool)
    /// A document's bytes are durable and about to get their name.
    case stored(ItemKey, title: String, StoredDocument, Publication)
    /// The server confirmed the stored document, perhaps with fresh validators or at another URL.
    case confirmed(ItemKey, DocumentOrigin)
    /// The server calls the stored document something else by now: it was wrong before, or names another charset.
    case declared(ItemKey, MediaType)
    /// Somebody restored an earlier version; `over` is the SHA-256 of the server's version, `nil` if it is the same.
    case restored(ItemKey, over: String?)
    /// A document was taken although it is not what its catalogue promises; `promise` is that promise
    /// (`StoredDocument.acceptedPromise`), `nil` for what is recorded of the item.
    case accepted(ItemKey, promise: String?)
    /// A document has another name, or is about to get it.
    case moved(ItemKey, to: String, Publication?)
    /// A document's file was written again with the same content; its time changed.
    case fileTime(ItemKey, FileTime)
    /// A document now belongs to another item, because its own is no longer listed: one of another catalogue, or one that its
    /// catalogue lists in its place, which is ignored then if the former one was, and has what was tried, set aside and thrown
    /// away for it. Such a one takes that over without a document, too.
    case handedOver(from: ItemKey, to: ItemKey)
    /// Somebody removed a document.
    case removed(ItemKey)
    /// A document is no longer stored.
    case lost(ItemKey, reason: String)
    /// A new version could not be published, or does not count: record the document before again as it was, whatever its
    /// name holds now.
    case kept(ItemKey, StoredDocument, reason: String)
    /// The document of an item's last try could not get its name: the try, which was recorded as stored, has failed.
    case refused(ItemKey, reason: String)
    /// A document is about to be in the quarantine, or is there already if there is no publication.
    case quarantined(QuarantinedDocument, Publication?)
    /// A document is no longer in the quarantine.
    case released(token: String)
    /// Somebody discarded a document of the quarantine, or its server sent it again since; it no longer counts as a failure.
    case discarded(QuarantinedDocument)
    /// Somebody was told that an item whose document is stored is no longer listed.
    case toldUnlisted(ItemKey)
    /// A host asked then not to be sent requests for a while. Where several machines write, what it said last counts, whoever
    /// records it last.
    case held(HostHold, said: Date = .distantPast)
    /// A host that asked so has answered all the same, after that time. What it has asked for since then counts.
    case answered(HostHold, after: Date = .distantPast)
}
