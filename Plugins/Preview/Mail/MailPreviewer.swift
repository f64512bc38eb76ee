import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// Shows messages; those of a mailbox one after the other, as pages.
public struct MailPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "mail", summary: "Reads mail and mailboxes: subject, sender, text and attachments", revision: 7
    ) { _, _ in MailPreviewer() }

    /// Reads the message, or those of the mailbox.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let (data, isWhole) = try RegularFile.beginning(of: document.file, limit: limits.maxRead)
        try document.checkCancelled()
        let bytes = Self.withLineFeeds(Array(data))
        let messages = MailboxReader.messages(bytes)
        var result: Preview
        if messages.count == 1 {
            let message = MailMessage(bytes, in: messages[0], maxText: limits.usefulRead())
            result = Self.preview(message, document.mediaType, limits)
            try document.checkCancelled()
        } else {
            result = try Self.mailbox(messages, bytes, document, limits)
            if isWhole { result.pages = messages.count }
        }
        result.isTruncated = result.isTruncated || !isWhole
        return result
    }

    /// Old programs of the Macintosh end lines with carriage returns alone.
    private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        bytes.contains(0x0A) ? bytes : bytes.map { $0 == 0x0D ? 0x0A : $0 }
    }

    /// One message: what its fields say are facts.
    private static func preview(
        _ message: MailMessage, _ mediaType: MediaType, _ limits: PreviewLimits
    ) -> Preview {
        var facts = message.decoding?.metadata ?? [:]
        for name in ["from", "to", "cc", "date", "reply-to"] { facts[name] = message.fields.text(name) }
        if !message.attachments.isEmpty { facts["attachments"] = String(message.attachments.count) }
        let (text, isCut) = message.textAndAttachments.readable.prefix(utf8: limits.maxText)
        return Preview(
            title: message.fields.text("subject")?.titleText.nonEmpty,
            summary: message.events ?? message.text.leadingSummary(), text: text,
            form: message.events == nil ? .plain : .markdown, isTruncated: isCut || message.isCut,
            mediaType: mediaType,
            metadata: facts.mapValues(\.titleText).filter { !$0.value.isEmpty },
            notes: message.note.map { [$0] } ?? [])
    }

    /// The messages of a mailbox: each is a page that begins with its fields.
    private static func mailbox(
        _ messages: [Range<Int>], _ bytes: [UInt8], _ document: PreviewDocument, _ limits: PreviewLimits
    ) throws(PreviewError) -> Preview {
        let clock = PreviewClock(file: document.file, timeout: limits.timeout)
        var pages = PagedText(limit: limits.maxText)
        var subjects = ""
        var isCut = false
        var encrypted = 0
        for (index, range) in messages.enumerated() where limits.pages?.contains(index + 1) != false {
            try clock.check()
            let message = MailMessage(bytes, in: range, maxText: limits.usefulRead())
            pages.add(page: index + 1, message.fieldsAndText)
            isCut = isCut || message.isCut
            if message.seal == .encrypted { encrypted += 1 }
            if subjects.utf8.count < 600, let subject = message.fields.text("subject")?.titleText.nonEmpty {
                subjects += (subjects.isEmpty ? "" : "; ") + subject
            }
            if pages.isCut { break }
        }
        return Preview(
            summary: subjects.leadingSummary(), text: pages.text, isTruncated: isCut || pages.isCut,
            mediaType: document.mediaType, pageMarks: pages.marks,
            notes: encrypted > 0 ? ["Encrypted messages: \(encrypted). Open them with a mail program"] : [])
    }
}

extension MailMessage {
    /// Why it has no text; what is signed as a whole may be attached to another message.
    fileprivate var note: String? {
        guard let seal, seal == .encrypted || text.isEmpty else { return nil }
        return "The message is \(seal.rawValue): open it with a mail program"
    }

    /// What it says, and a list of what is attached.
    fileprivate var textAndAttachments: String {
        guard !attachments.isEmpty else { return text }
        let list = attachments.prefix(1000).map { attachment in
            "- \(attachment.name ?? "unnamed") (\(attachment.type), \(ByteCount(Int64(attachment.size))))"
        }
        return (text.isEmpty ? "" : "\(text)\n\n") + "Attachments:\n" + list.joined(separator: "\n")
    }

    /// The same below the fields that people read.
    fileprivate var fieldsAndText: String {
        let lines = ["subject", "from", "to", "cc", "date"].compactMap { name in
            fields.text(name)?.titleText.nonEmpty.map { "\(name.capitalized): \($0)" }
        }
        return [lines.joined(separator: "\n"), textAndAttachments].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }
}
