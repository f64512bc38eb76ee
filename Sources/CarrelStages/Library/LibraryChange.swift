import CarrelModel

/// Something that happened to an item and is to be remembered.
public indirect enum LibraryChange: Sendable {
    /// A try ended. A failure is shown as the item's status until a later try; with `updateAvailable` the
    /// server has a newer version than the stored one.
    case attempt(Attempt, updateAvailable: Bool)
    /// A document's bytes are durable and about to get their name.
    case stored(ItemKey, title: String, StoredDocument, Publication)
    /// The server confirmed the stored document, perhaps with fresh validators or at another URL.
    case confirmed(ItemKey, DocumentOrigin)
    /// A document is an earlier version that somebody restored: its server has one of another digest, unless `nil`.
    case restored(ItemKey, over: String?)
    /// A document has another name, or is about to get it.
    case moved(ItemKey, to: String, Publication?)
    /// A document's file was written, and holds what it held: the time that it has now.
    case fileTime(ItemKey, FileTime)
    /// A document is that of an item of another catalogue from now on: the one that it was stored for is not listed.
    case handedOver(from: ItemKey, to: ItemKey)
    /// Somebody removed a document.
    case removed(ItemKey)
    /// A document is no longer stored.
    case lost(ItemKey, reason: String)
    /// A new version could not get its name, which holds the one before: the record is of that one again, and the
    /// next request asks for the whole document.
    case kept(ItemKey, ContentDigest, reason: String)
    /// What came is about to be in the quarantine, or is there already if nothing is published.
    case quarantined(QuarantinedDocument, Publication?)
    /// What had a name in the quarantine is no longer there.
    case released(token: String)
    /// What had a name in the quarantine was thrown away by somebody; it no longer counts as a failure.
    case discarded(QuarantinedDocument)
    /// Somebody was told that an item whose document is stored is no longer listed.
    case toldUnlisted(ItemKey)
    /// A host asked for patience.
    case held(HostHold)
}
