import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import MediaPreviewing
import Testing

private let film = MediaType("video/mp4") ?? .octetStream

/// A second of sound that the tests write themselves.
enum TinySound {
    /// Whether the program that reads it is installed.
    static let canBeRead = (try? TestProgram.run("ffprobe", "-version")) != nil

    /// A WAV file of 8000 samples of silence, with a title.
    static let wav: Data = {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
        }
        let format =
            number(1, 2) + number(1, 2) + number(8000, 4) + number(8000, 4) + number(1, 2) + number(8, 2)
        let title = Array("INFOINAM".utf8) + number(6, 4) + Array("Bells\0".utf8)
        let parts =
            Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("LIST".utf8) + number(title.count, 4)
            + title
            + Array("data".utf8) + number(8000, 4)
        let samples = [UInt8](repeating: 0x80, count: 8000)
        return Data(Array("RIFF".utf8) + number(parts.count + 8000, 4) + parts + samples)
    }()
}

/// What ffprobe tells of sound and film.
@Suite(.timeLimit(.minutes(1)))
struct MediaPreviewerTests {
    private func shown(_ json: String) async throws -> Preview {
        let output = ToolOutput(output: Data(json.utf8), status: 0)
        let tools = ScriptedToolRunner(["ffprobe": .output(output)])
        return try await preview(Data("x".utf8), as: film, with: MediaPreviewer(tools: tools))
    }

    @Test func `length, tracks, tags and chapters are shown`() async throws {
        let shown = try await shown(
            """
            {"streams": [
              {"codec_type": "video", "codec_name": "h264", "width": 1280, "height": 720, "avg_frame_rate": "30000/1001"},
              {"codec_type": "audio", "codec_name": "aac", "sample_rate": "44100", "channel_layout": "stereo",
               "tags": {"language": "eng"}},
              {"codec_type": "subtitle", "codec_name": "mov_text", "tags": {"language": "und"}},
              {"codec_type": "video", "codec_name": "mjpeg", "width": 600, "height": 600,
               "disposition": {"attached_pic": 1}}, {"codec_type": "other"}],
             "chapters": [{"start_time": "0.0", "tags": {"title": "Opening"}}, {"start_time": "3725.5"}],
             "format": {"format_long_name": "QuickTime / MOV", "duration": "3723.9", "bit_rate": "415564",
              "tags": {"TITLE": "Cells\\u001b[31m", "artist": "Ada", "date": "2024"}}}
            """)
        #expect(shown.title == "Cells[31m" && shown.summary == "Film, 1:02:03, 1280 × 720 pixels, h264, aac")
        #expect(
            shown.text == """
                Film, 1:02:03, 1280 × 720 pixels, h264, aac
                Container: QuickTime / MOV, 415 kbit/s
                Film: h264, 1280 × 720 pixels, 29.97 pictures a second
                Sound: aac, 44.1 kHz, stereo, eng
                Subtitles: mov_text
                Cover: mjpeg, 600 × 600 pixels
                Artist: Ada
                Date: 2024

                Chapters:
                0:00 Opening
                1:02:05
                """)
        #expect(shown.metadata["duration"] == "1:02:03" && shown.metadata["author"] == "Ada")
        #expect(shown.metadata["width"] == "1280" && shown.metadata["bit-rate"] == "415 kbit/s")
        // What is told as facts is left out of the text where they stand beside it.
        #expect(shown.withoutFactsInText.text == "Chapters:\n0:00 Opening\n1:02:05")
        #expect(shown.metadata["audio"] == "aac, 44.1 kHz, stereo, eng")
        #expect(shown.metadata["subtitles"] == "mov_text")
        #expect(shown.metadata["cover"] == "mjpeg, 600 × 600 pixels")
    }

    @Test func `tracks of one kind are one fact, and all tags of the text are facts`() async throws {
        let shown = try await shown(
            """
            {"streams": [{"codec_type": "audio", "codec_name": "aac", "tags": {"language": "eng"}},
              {"codec_type": "audio", "codec_name": "aac", "tags": {"language": "ger"}}],
             "format": {"tags": {"composer": "Ada", "album_artist": "Jo"}}}
            """)
        #expect(shown.metadata["audio"] == "aac, eng; aac, ger")
        #expect(shown.metadata["composer"] == "Ada" && shown.metadata["album artist"] == "Jo")
        #expect(shown.withoutFactsInText.text.isEmpty)
    }

    @Test func `a film that is to be turned has the size that is seen`() async throws {
        let shown = try await shown(
            """
            {"streams": [{"codec_type": "video", "codec_name": "hevc", "width": 1920, "height": 1080,
              "side_data_list": [{"rotation": -90}]}, {"codec_type": "audio", "codec_name": "aac", "channels": 1}]}
            """)
        #expect(shown.text.hasSuffix("Film: hevc, 1080 × 1920 pixels\nSound: aac, mono"), "\(shown.text)")
        #expect(shown.metadata["width"] == "1080" && shown.metadata["height"] == "1920")
    }

    @Test func `tags that a track keeps count, too`() async throws {
        let shown = try await shown(
            #"{"streams": [{"codec_type": "audio", "codec_name": "vorbis", "tags": {"TITLE": "Bells"}}], "format": {}}"#
        )
        #expect(shown.title == "Bells" && shown.text == "Sound, vorbis\nSound: vorbis")
    }

    @Test(arguments: [("matroska,webm", nil), ("ogg", "Stereo")] as [(String, String?)])
    func `the title of a film's sound is not that of the film, unless all tags stand with tracks`(
        format: String, title: String?
    ) async throws {
        let shown = try await shown(
            """
            {"streams": [{"codec_type": "video", "codec_name": "vp8"},
              {"codec_type": "audio", "codec_name": "vorbis", "tags": {"title": "Stereo"}}],
             "format": {"format_name": "\(format)"}}
            """)
        #expect(shown.title == title)
    }

    @Test(arguments: [
        "", "{}", #"{"streams": []}"#, #"{"streams": [{"codec_type": "audio"}"#, "[1]", #"{"streams": 3}"#,
    ])
    func `what is not sound or film is said to be none`(json: String) async {
        let error = await previewError(
            Data("x".utf8), as: film,
            with: MediaPreviewer(
                tools: ScriptedToolRunner(["ffprobe": .output(ToolOutput(output: Data(json.utf8)))])))
        #expect(error?.code == .malformed && error?.reason == "no sound or film can be found in the file")
    }

    @Test func `notes to be played are not said to be damaged`() async throws {
        let error = await previewError(
            Data("MThd".utf8), as: try #require(MediaType("audio/midi")),
            with: MediaPreviewer(
                tools: ScriptedToolRunner(["ffprobe": .output(ToolOutput(output: Data(), status: 1))])))
        #expect(error?.code == .unsupported && error?.reason == "MIDI holds notes, and not sound")
    }

    /// The beginning of Matroska: a head, and a segment of four bytes.
    private static let matroska = Data(
        [0x1A, 0x45, 0xDF, 0xA3, 0x82, 0, 0, 0x18, 0x53, 0x80, 0x67, 0x84, 1, 2, 3, 4])
    /// A head, and a box of as many bytes.
    private static let boxes = Data("\0\0\0\u{C}ftypisom\0\0\0\u{C}mdat\u{1}\u{2}\u{3}\u{4}".utf8)

    @Test(arguments: [(TinySound.wav, 12), (matroska, 3), (boxes, 3)])
    func `sound and film whose end is missing are said to be incomplete`(
        data: Data, missing: Int
    ) async throws {
        let json = #"{"streams": [{"codec_type": "audio", "codec_name": "flac"}], "format": {}}"#
        let tools = ScriptedToolRunner(["ffprobe": .output(ToolOutput(output: Data(json.utf8)))])
        let whole = try await preview(data, as: film, with: MediaPreviewer(tools: tools))
        #expect(whole.notes.isEmpty)
        let cut = try await preview(data.dropLast(missing), as: film, with: MediaPreviewer(tools: tools))
        #expect(cut.notes == ["The file is incomplete: its end is missing. Download it again"])
        let none = ScriptedToolRunner(["ffprobe": .output(ToolOutput(output: Data(), status: 1))])
        let error = await previewError(data.dropLast(missing), as: film, with: MediaPreviewer(tools: none))
        #expect(error?.reason == "the file is incomplete: its end is missing")
    }

    // Of sound that is sent while it is made, and of a program that counts the head of eight bytes, too.
    @Test(arguments: [0, 0x7FFF_F024, 0x8000_0024, .max, UInt32(TinySound.wav.count)] as [UInt32])
    func `a length that sound cannot have does not make it incomplete`(length: UInt32) async throws {
        var data = TinySound.wav
        data.replaceSubrange(4..<8, with: withUnsafeBytes(of: length.littleEndian) { Data($0) })
        try await expectWhole(data)
    }

    @Test(arguments: ["TAG, as ID3 has it", "APETAGEX, as APE has it", "<?xpacket begin=''?>", "\0\0\0"])
    func `what other programs put behind a film does not make it incomplete`(tail: String) async throws {
        try await expectWhole(Self.boxes + Data(tail.utf8))
    }

    private func expectWhole(_ data: Data) async throws {
        let json = #"{"streams": [{"codec_type": "audio", "codec_name": "flac"}], "format": {}}"#
        let tools = ScriptedToolRunner(["ffprobe": .output(ToolOutput(output: Data(json.utf8)))])
        let shown = try await preview(data, as: film, with: MediaPreviewer(tools: tools))
        #expect(shown.notes.isEmpty)
    }

    @Test func `ffprobe sees the one file and opens no other protocol`() async throws {
        let tools = ScriptedToolRunner([:])
        let error = await previewError(Data("x".utf8), as: film, with: MediaPreviewer(tools: tools))
        #expect(error?.code == .toolMissing && error?.remedy == "Install ffmpeg: apt-get install ffmpeg")
        let invocation = try #require(tools.invocations.first)
        #expect(invocation.reads?.count == 1 && invocation.processes == 1)
        #expect(
            invocation.arguments.suffix(2).first == "-i" && invocation.arguments.last?.hasPrefix("/") == true)
        #expect(invocation.arguments.contains("-protocol_whitelist"))
    }

    @Test(.enabled(if: TinySound.canBeRead, "needs ffprobe of ffmpeg"))
    func `a real file tells its length`() async throws {
        let type = try #require(MediaType("audio/wav"))
        let shown = try await preview(
            TinySound.wav, as: type, with: MediaPreviewer(tools: ProcessToolRunner()))
        #expect(shown.title == "Bells" && shown.metadata["duration"] == "0:01", "\(shown)")
        #expect(shown.text.contains("Sound: pcm_u8, 8 kHz"), "\(shown.text)")
    }
}
