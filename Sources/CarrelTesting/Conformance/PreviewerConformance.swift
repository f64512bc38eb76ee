import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A previewer with a document of its kind, to check its promises with.
public struct PreviewerSubject: Sendable {
    /// The previewer.
    public var previewer: any Previewer
    /// A small valid document with some text.
    public var sample: Data
    /// The document's media type.
    public var mediaType: MediaType
    /// A word of the document's text.
    public var word: String
    /// How many damaged documents to try: fewer where each takes a child process.
    public var trials: Int

    public init(
        _ previewer: any Previewer, sample: Data, mediaType: MediaType, word: String, trials: Int = 200
    ) {
        self.previewer = previewer
        self.sample = sample
        self.mediaType = mediaType
        self.word = word
        self.trials = trials
    }
}

/// The promises of `Previewer`.
public enum PreviewerConformance {
    /// Every check.
    public static let checks: [ConformanceCheck<PreviewerSubject>] = [
        ConformanceCheck("a valid document gives its text, whole, and the media type that was found") {
            subject in
            try await withFile(subject.sample) { file in
                let preview = try await show(subject, file)
                try require(
                    preview.text.contains(subject.word), "the text holds “\(subject.word)”: \(preview.text)")
                try require(!preview.isTruncated, "the text is whole")
                try requireEqual(preview.mediaType, subject.mediaType, "the media type")
                try requireEqual(try Data(contentsOf: file), subject.sample, "the file after the preview")
            }
        },
        ConformanceCheck("calls may overlap, and each gives the same") { subject in
            try await withFile(subject.sample) { file in
                let first = try await show(subject, file)
                try await withThrowingTaskGroup(of: Preview.self) { group in
                    for _ in 0..<8 { group.addTask { try await show(subject, file) } }
                    for try await preview in group { try requireEqual(preview, first, "another preview") }
                }
            }
        },
        ConformanceCheck(
            "at most as much text comes as was asked for, never half a character, and a cut is said"
        ) {
            subject in
            try await withFile(subject.sample) { file in
                let whole = try await show(subject, file).text
                for limit in [0, 1, 2, 3, 5, 10, 20, whole.utf8.count - 1]
                where limit >= 0 && limit < whole.utf8.count {
                    let preview = try await show(subject, file, PreviewLimits(maxText: limit))
                    try require(
                        preview.text.utf8.count <= limit, "\(preview.text.utf8.count) of \(limit) bytes")
                    try require(whole.hasPrefix(preview.text), "“\(preview.text)” begins the text")
                    try require(preview.isTruncated, "a text of \(limit) bytes is marked as cut")
                }
            }
        },
        ConformanceCheck("a picture comes only where one is asked for, and fits") { subject in
            try await withFile(subject.sample) { file in
                try require(try await show(subject, file).picture == nil, "no picture that nobody asked for")
                for (width, height) in [(0, 0), (1, 2), (5, 3), (.max, .max)] {
                    let limit = PictureSize(width: width, height: height)
                    let preview = try await show(subject, file, PreviewLimits(picture: limit))
                    try requireFits(preview.picture, limit)
                }
            }
        },
        ConformanceCheck("little to read gives an error or less text") { subject in
            try await withFile(subject.sample) { file in
                for limit in [0, 1, 7, 64] {
                    try await tryAnything(subject, file, PreviewLimits(maxRead: limit))
                }
            }
        },
        ConformanceCheck("a missing file, a folder and a pipe are unreadable") { subject in
            try await withFile(subject.sample) { file in
                let folder = file.deletingLastPathComponent()
                let pipe = folder.appending(path: "pipe")
                try require(mkfifo(pipe.path, 0o600) == 0, "a pipe was made")
                for place in [folder.appending(path: "missing"), folder, pipe] {
                    try await expect(.unreadable, subject, place)
                }
            }
        },
        ConformanceCheck("any file name will do") { subject in
            for name in ["-opw x.bin", "--help", "a b\n'\"$(date)`.pdf", "ü%20#?.txt"] {
                try await withFile(subject.sample, name: name) { file in
                    try require(
                        try await show(subject, file).text.contains(subject.word), "the text of \(name)")
                }
            }
        },
        ConformanceCheck("an empty file is an empty text, or malformed") { subject in
            try await withFile(Data()) { file in
                let preview: Preview
                do throws(PreviewError) {
                    preview = try await show(subject, file)
                } catch {
                    try requireEqual(error.code, .malformed, "the error's code")
                    return
                }
                try requireEqual(preview.text, "", "the text")
            }
        },
        ConformanceCheck("a cancelled task gives the error of that name") { subject in
            try await withFile(subject.sample) { file in
                let task = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await expect(.cancelled, subject, file)
                }
                try await task.value
            }
        },
        ConformanceCheck("damaged documents give an error or text without control characters") { subject in
            var random = SeededRandom(seed: 5)
            for trial in 0..<subject.trials {
                var data = subject.sample
                switch trial % 3 {
                case 0: data = data.prefix(Int.random(in: 0..<data.count, using: &random))
                case 1:
                    for _ in 0..<Int.random(in: 1...8, using: &random) {
                        data[Int.random(in: 0..<data.count, using: &random)] = .random(
                            in: .min ... .max, using: &random)
                    }
                default: data = TestBytes.make(2000, seed: UInt64(trial))
                }
                try await withFile(data) { file in
                    try await tryAnything(
                        subject, file, PreviewLimits(picture: PictureSize(width: 16, height: 16)))
                }
            }
        },
    ]

    private static func show(
        _ subject: PreviewerSubject, _ file: URL, _ limits: PreviewLimits = PreviewLimits()
    ) async throws(PreviewError) -> Preview {
        try await subject.previewer.preview(
            PreviewDocument(file: file, mediaType: subject.mediaType), limits: limits)
    }

    /// An error of the stage's own, or a preview that is safe to show.
    private static func tryAnything(_ subject: PreviewerSubject, _ file: URL, _ limits: PreviewLimits)
        async throws
    {
        let preview: Preview
        do throws(PreviewError) {
            preview = try await show(subject, file, limits)
        } catch {
            try require(error.code == .malformed || error.code == .encrypted, "the code of \(error)")
            try requireEqual(error.subject, file.path, "the error's subject")
            return
        }
        try require(preview.text.utf8.count <= limits.maxText, "the text is within the limit")
        try requireFits(preview.picture, limits.picture)
        let facts = preview.metadata.flatMap { [$0.key, $0.value] }
        for text in [preview.text, preview.title ?? "", preview.summary ?? ""] + facts {
            try requireEqual(text, text.terminalSafe, "shown text")
        }
    }

    private static func requireFits(_ picture: Picture?, _ limit: PictureSize?) throws {
        guard let picture else { return }
        try require(picture.width > 0 && picture.height > 0, "a picture has pixels")
        try require(picture.width <= limit?.width ?? 0, "\(picture.width) columns fit")
        try require(picture.height <= limit?.height ?? 0, "\(picture.height) rows fit")
        try require(picture.pixels.allSatisfy { $0.count == picture.width }, "rows are of one length")
    }

    private static func expect(_ code: PreviewError.Code, _ subject: PreviewerSubject, _ file: URL)
        async throws
    {
        do throws(PreviewError) {
            _ = try await show(subject, file)
        } catch {
            try requireEqual(error.code, code, "the code of \(error)")
            return
        }
        throw ConformanceFailure(description: "\(file.path) gave a preview, expected \(code)")
    }

    private static func withFile(
        _ data: Data, name: String = "document", _ body: (URL) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: name)
        try data.write(to: file)
        try await body(file)
        withExtendedLifetime(folder) {}
    }
}
