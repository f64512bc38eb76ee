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
        "mail", summary: "Reads mail and mailboxes: subject, sender, text and attachments", revision: 5
    ) { _, _ in MailPreviewer() }

    /// Reads the message, or those of the mailbox.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let (data, isWhole) = try RegularFile.beginning(of: document.file, limit: limits.maxRead)
        try document.checkCancelled()
        let bytes = Array(data)
        let messages = MailboxReader.messages(bytes)
        var result: Preview
        if messages.count == 1 {
            result = Self.preview(MailMessage(bytes, in: messages[0]), document.mediaType, limits)
            try document.checkCancelled()
        } else {
            result = try Self.mailbox(messages, bytes, document, limits)
            if isWhole { result.pages = messages.count }
        }
        result.isTruncated = result.isTruncated || !isWhole
        return result
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
            summary: message.text.leadingSummary(), text: text, isTruncated: isCut || message.isCut,
            mediaType: mediaType,
            metadata: facts.mapValues(\.titleText).filter { !$0.value.isEmpty },
            notes: message.isEncrypted ? ["The message is encrypted: open it with a mail program"] : [])
    }

    /// The messages of a mailbox: each is a page that begins with its fields.
    private static func mailbox(
        _ messages: [Range<Int>], _ bytes: [UInt8], _ document: PreviewDocument, _ limits: PreviewLimits
    ) throws(PreviewError) -> Preview {
        let clock = PreviewClock(file: document.file, timeout: limits.timeout)
        var pages = PagedText(limit: limits.maxText)
        var subjects = ""
        var isCut = false
        for (index, range) in messages.enumerated() where limits.pages?.contains(index + 1) != false {
            try clock.check()
            let message = MailMessage(bytes, in: range)
            pages.add(page: index + 1, message.fieldsAndText)
            isCut = isCut || message.isCut
            if subjects.utf8.count < 600, let subject = message.fields.text("subject")?.titleText.nonEmpty {
                subjects += (subjects.isEmpty ? "" : "; ") + subject
            }
            if pages.isCut { break }
        }
        return Preview(
            summary: subjects.leadingSummary(), text: pages.text, isTruncated: isCut || pages.isCut,
            mediaType: document.mediaType, pageMarks: pages.marks)
    }
}

extension MailMessage {
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

/// Finds the messages of a file: one, or those that lines beginning with “From ” part (RFC 4155).
enum MailboxReader {
    /// Where they are; at least one.
    static func messages(_ bytes: [UInt8]) -> [Range<Int>] {
        let mark = Array("From ".utf8)
        guard bytes.starts(with: mark) else { return [0..<bytes.count] }
        var marks: [Range<Int>] = []
        var line = 0
        var isAfterEmpty = true
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            let isMark = isAfterEmpty && bytes[line..<end].starts(with: mark)
            // Such a line tells a time of the day; one of a text may begin with the same word.
            if isMark, marks.isEmpty || holdsTime(bytes[line..<end]) { marks.append(line..<end) }
            isAfterEmpty = end - line <= 2 && bytes[line..<end].allSatisfy { $0 <= 0x20 }
            line = end
        }
        let ends = marks.dropFirst().map(\.lowerBound) + [bytes.count]
        return zip(marks, ends).map { $0.upperBound..<$1 }
    }

    private static func holdsTime(_ line: ArraySlice<UInt8>) -> Bool {
        zip(line, zip(line.dropFirst(), line.dropFirst(2))).contains { first, next in
            first.isDigit && next.0 == UInt8(ascii: ":") && next.1.isDigit
        }
    }
}
