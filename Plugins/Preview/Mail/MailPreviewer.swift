import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// Shows messages, and of a mailbox the first one.
public struct MailPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "mail", summary: "Reads mail: subject, sender, text and attachments; of a mailbox the first message",
        revision: 4
    ) { _, _ in MailPreviewer() }

    /// Reads the message.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let (data, isWhole) = try RegularFile.beginning(of: document.file, limit: limits.maxRead)
        try document.checkCancelled()
        let bytes = Array(data)
        let mailbox = Mailbox(bytes)
        let message = MailMessage(bytes, in: mailbox.first)
        try document.checkCancelled()
        var facts = message.decoding?.metadata ?? [:]
        for name in ["from", "to", "cc", "date", "reply-to"] { facts[name] = message.fields.text(name) }
        if !message.attachments.isEmpty { facts["attachments"] = String(message.attachments.count) }
        if mailbox.count > 1, isWhole { facts["messages"] = String(mailbox.count) }
        var shown = message.text
        if !message.attachments.isEmpty {
            shown += (shown.isEmpty ? "" : "\n\n") + "Attachments:\n"
            shown += message.attachments.prefix(1000).map { attachment in
                "- \(attachment.name ?? "unnamed") (\(attachment.type), \(ByteCount(Int64(attachment.size))))"
            }.joined(separator: "\n")
        }
        let (text, isCut) = shown.readable.prefix(utf8: limits.maxText)
        return Preview(
            title: message.fields.text("subject")?.titleText.nonEmpty,
            summary: message.text.leadingSummary(), text: text,
            isTruncated: isCut || !isWhole || mailbox.count > 1, mediaType: document.mediaType,
            metadata: facts.mapValues(\.titleText).filter { !$0.value.isEmpty },
            notes: Self.notes(mailbox, isWhole))
    }

    private static func notes(_ mailbox: Mailbox, _ isWhole: Bool) -> [String] {
        guard mailbox.count > 1 else { return [] }
        return ["Shown is the first message of \(mailbox.count)\(isWhole ? "" : " or more")"]
    }
}

/// Where the messages of a file are: one, or those that lines beginning with “From ” part (RFC 4155).
struct Mailbox {
    /// The first message.
    let first: Range<Int>
    /// The number of messages.
    let count: Int

    init(_ bytes: [UInt8]) {
        let mark = Array("From ".utf8)
        guard bytes.starts(with: mark) else {
            (first, count) = (0..<bytes.count, 1)
            return
        }
        var starts: [Int] = []
        var line = 0
        var isAfterEmpty = true
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            let isMark = isAfterEmpty && bytes[line..<end].starts(with: mark)
            // Such a line tells a time of the day; one of a text may begin with the same word.
            if isMark, starts.isEmpty || bytes[line..<end].contains(UInt8(ascii: ":")) { starts.append(end) }
            isAfterEmpty = end - line <= 2 && bytes[line..<end].allSatisfy { $0 <= 0x20 }
            line = end
        }
        let next = starts.dropFirst().first.map { Self.startOfLine(before: $0, bytes) } ?? bytes.count
        first = min(starts[0], next)..<next
        count = starts.count
    }

    private static func startOfLine(before end: Int, _ bytes: [UInt8]) -> Int {
        bytes[..<(end - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }
}
