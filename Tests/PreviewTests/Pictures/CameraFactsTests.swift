import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import ImagePreviewing

private let jpeg = MediaType("image/jpeg") ?? .octetStream

/// What pictures say beside their dimensions.
@Suite(.timeLimit(.minutes(1)))
struct CameraFactsTests {
    private func shown(_ data: Data, as type: MediaType = jpeg) async throws -> Preview {
        try await preview(data, as: type, with: ImagePreviewer(tools: ScriptedToolRunner([:])))
    }

    private let facts = [
        "taken": "2024-05-01 12:00:03", "camera": "Canon EOS 5D", "lens": "EF 50mm",
        "exposure": "1/250 s, f/2.8, ISO 100, 50 mm", "place": "60.39130, -5.50000", "altitude": "12 m",
        "author": "Ada", "description": "A lake[31m",
    ]

    @Test func `a photograph tells camera, time and place, and is turned as it is seen`() async throws {
        let shown = try await shown(TinyExif.jpeg)
        #expect(shown.metadata.filter { facts[$0.key] != nil } == facts)
        #expect(shown.metadata["width"] == "4" && shown.metadata["height"] == "6")
        #expect(shown.text.hasPrefix("JPEG, 4 × 6 pixels\n"))
        #expect(
            shown.text.hasSuffix(
                """
                A lake[31m
                Taken 2024-05-01 12:00:03 with Canon EOS 5D
                1/250 s, f/2.8, ISO 100, 50 mm
                At 60.39130, -5.50000, 12 m
                By Ada
                """), "\(shown.text)")
    }

    @Test func `PNG and TIFF have them, too`() async throws {
        #expect(try await shown(TinyExif.png).metadata["taken"] == facts["taken"])
        let tiff = try await shown(
            TinyExif.tiff(isLittleEndian: false), as: try #require(MediaType("image/tiff")))
        #expect(tiff.metadata["place"] == facts["place"])
    }

    @Test(arguments: [("heic", "HEIC"), ("avif", "AVIF"), ("mif1", "HEIF")])
    func `HEIC and AVIF tell the dimensions of the whole, and the camera`(brand: String, kind: String)
        async throws
    {
        let shown = try await shown(TinyExif.heif(brand: brand))
        #expect(shown.text.hasPrefix("\(kind), 480 × 640 pixels\n"), "\(shown.text)")
        #expect(shown.metadata["camera"] == "Canon EOS 5D")
    }

    @Test(arguments: [(UInt8(1), "480 × 640"), (2, "640 × 480"), (3, "480 × 640")])
    func `HEIC and AVIF are turned as they say themselves, whatever the camera says`(
        turns: UInt8, size: String
    ) async throws {
        let shown = try await shown(TinyExif.heif(brand: "avif", turns: turns))
        #expect(shown.text.hasPrefix("AVIF, \(size) pixels\n"), "\(shown.text)")
    }

    @Test func `where the camera had no clock, a picture has the time of the program after it`() async throws
    {
        var data = TinyExif.jpeg
        let time = try #require(data.firstRange(of: Data("2024:05:01 12:00:03".utf8)))
        data.replaceSubrange(time, with: Data("    :  :     :  :  ".utf8))
        #expect(try await shown(data).metadata["taken"] == "2020-01-02 03:04:05")
    }

    @Test(arguments: [(16, 16), (260, 130)])
    func `JPEG XL has its dimensions in bits`(width: Int, height: Int) async throws {
        // Small: eights less one in five bits, the ratio 1:1. Else 129 in nine bits, the ratio 2:1.
        let bits = width == 16 ? 1 | 1 << 1 | 1 << 6 : 129 << 3 | 7 << 12
        let header = [UInt8(bits & 0xFF), UInt8(bits >> 8)]
        #expect(JXLHeader.size(header) == PictureSize(width: width, height: height))
        let shown = try await shown(Data([0xFF, 0x0A] + header + [0, 0, 0, 0]))
        #expect(shown.summary == "JPEG XL, \(width) × \(height) pixels")
        let boxed =
            Data([0, 0, 0, 12]) + Data("JXL \r\n\u{87}\n".unicodeScalars.map { UInt8($0.value) })
            + TinyExif.box("jxlc", Data([0xFF, 0x0A] + header))
            + TinyExif.box("Exif", TinyExif.number(0, 4) + TinyExif.tiff(isLittleEndian: true))
        let other = try await self.shown(boxed)
        // The camera says that it is to be turned.
        #expect(other.summary == "JPEG XL, \(height) × \(width) pixels" && other.metadata["author"] == "Ada")
    }

    @Test func `JPEG 2000 has its dimensions in the first box of its head`() async throws {
        let shown = try await shown(TinyExif.jpeg2000, as: try #require(MediaType("image/jp2")))
        #expect(shown.summary == "JPEG 2000, 600 × 400 pixels")
    }

    @Test func `a picture of Silicon Graphics has its dimensions in its head`() async throws {
        let head = Data([0x01, 0xDA, 1, 1, 0, 3, 2, 88, 1, 0x90, 0, 3])
        let type = try #require(MediaType("image/x-sgi"))
        #expect(try await shown(head + Data(count: 500), as: type).summary == "SGI, 600 × 400 pixels")
        #expect(try await shown(head.prefix(9), as: type).summary == "SGI")
    }

    @Test func `compressed SVG tells what it tells unpacked, as far as it goes`() async throws {
        let packed = try #require(
            Data(
                base64Encoded: """
                    H4sIAAAAAAACAyWMQQqAIBAA771C9gGtVETE6g+69QRFhcrIpe35Gd2GYRgqd1DPvh3FQGQ+Z0QRaaVv8xWw01pjLUBJchwNjAOo6FOI\
                    bGCYwBIn3rxdcj4Ifyb2D9s1OV+q+pi+hW1e59aPBmsAAAA=
                    """))
        let type = try #require(MediaType("image/svg+xml-compressed"))
        let whole = try await shown(packed, as: type)
        #expect(whole.title == "Moon" && whole.text.hasPrefix("SVG, 64 × 48 pixels\n"))
        #expect(whole.withoutFactsInText.text == "Tides" && !whole.isTruncated)
        #expect(try await shown(packed.dropLast(12), as: type).isTruncated)
        await #expect(throws: PreviewError.self) { try await shown(Data([0x1F, 0x8B, 8, 0]), as: type) }
    }

    @Test func `SVG tells its title, its size and its words`() async throws {
        let svg = """
            <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="12cm" height="1e99" viewBox="0 0 640 480">
            <title>Cells</title><desc>Two of them</desc><script>alert(1)</script>
            <g><title>not this</title><text x="1">The <tspan>nucleus</tspan></text><text>Génes&#x202E;</text>
            <text><tspan x="0" y="1">One</tspan><tspan x="0" y="2">Mito</tspan><tspan x="9" y="2">sis</tspan></text>
            <text y="5">A<tspan x="5">V</tspan><tspan x="9" y="5">E</tspan></text>
            <text y="9"><tspan x="0" y="9">a</tspan><tspan x="4">v</tspan></text></g></svg>
            """
        let shown = try await shown(Data(svg.utf8), as: try #require(MediaType("image/svg+xml")))
        #expect(shown.title == "Cells" && shown.metadata["description"] == "Two of them")
        #expect(shown.text.hasPrefix("SVG, 640 × 480 pixels\n"))
        #expect(
            shown.text.hasSuffix("\nTwo of them\n\nThe nucleus\nGénes\nOne Mitosis\nAVE\nav"),
            "\(shown.text)")
        #expect(shown.withoutFactsInText.text == "The nucleus\nGénes\nOne Mitosis\nAVE\nav")
    }

    @Test(arguments: [
        ("width='210mm' height='297mm' viewBox='0 0 210 297'", "794 × 1123"),
        ("width='8.5in' height='11in'", "816 × 1056"), ("width='72pt' height='6pc'", "96 × 96"),
        ("width='100%' height='2em' viewBox='0 0 40 30'", "40 × 30"), ("width='20px' height='10'", "20 × 10"),
    ])
    func `lengths of a drawing are told in pixels`(size: String, expected: String) async throws {
        let svg = Data("<svg xmlns='http://www.w3.org/2000/svg' \(size)/>".utf8)
        let shown = try await shown(svg, as: try #require(MediaType("image/svg+xml")))
        #expect(shown.text.hasPrefix("SVG, \(expected) pixels\n"), "\(shown.text)")
    }

    @Test func `the words of a drawing are read as far as there is room, and no further without saying so`()
        async throws
    {
        let labels = (1...1500).map { "<text>label \($0)</text>" }.joined()
        let svg = Data("<svg xmlns=\"http://www.w3.org/2000/svg\">\(labels)</svg>".utf8)
        let type = try #require(MediaType("image/svg+xml"))
        let whole = try await shown(svg, as: type)
        #expect(whole.text.hasSuffix("\nlabel 1500") && !whole.isTruncated)
        let part = try await preview(
            svg, as: type, with: ImagePreviewer(tools: ScriptedToolRunner([:])),
            limits: PreviewLimits(maxText: 100))
        #expect(part.isTruncated)
    }

    @Test func `what stands behind a large photograph in a drawing is said to be left out`() async throws {
        let photograph = String(repeating: "A", count: 10_000_001)
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg"><text>Moon</text>
            <image href="\(photograph)"/><text>Tides</text></svg>
            """
        let shown = try await shown(Data(svg.utf8), as: try #require(MediaType("image/svg+xml")))
        #expect(shown.text.hasSuffix("\nMoon") && shown.isTruncated)
    }

    @Test func `a picture of which a larger form is coded has its own dimensions`() async throws {
        // The camera says that it is turned.
        let shown = try await shown(TinyExif.heif(brand: "heic", own: 1))
        #expect(shown.text.hasPrefix("HEIC, 240 × 320 pixels\n"), "\(shown.text)")
    }

    @Test(arguments: [true, false])
    func `the pages of a scan are counted, without copies and masks`(isLittleEndian: Bool) async throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        // Each directory has one tag, which tells what the picture is.
        func directory(_ kind: Int, next: Int) -> [UInt8] {
            [(1, 2), (0xFE, 2), (4, 2), (1, 4), (kind, 4), (next, 4)].flatMap { number($0.0, $0.1) }
        }
        let head = Array((isLittleEndian ? "II*\0" : "MM\0*").utf8) + number(8, 4)
        // The last one leads back to the first.
        let scan =
            head + directory(2, next: 26) + directory(1, next: 44) + directory(4, next: 62)
            + directory(0, next: 8)
        let shown = try await shown(Data(scan), as: try #require(MediaType("image/tiff")))
        #expect(shown.text.hasPrefix("TIFF, the first of 2 pages\n"), "\(shown.text)")
    }

    @Test func `of a scan of more pages than are counted it is said that there are more`() async throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        // Each directory has one tag.
        func directory(next: Int) -> [UInt8] {
            [(1, 2), (0xFE, 2), (4, 2), (1, 4), (2, 4), (next, 4)].flatMap { number($0.0, $0.1) }
        }
        let pages: [UInt8] = (1...5000).flatMap { directory(next: 8 + 18 * $0) }
        let scan = Data(Array("II*\0".utf8) + number(8, 4) + pages)
        let shown = try await shown(scan, as: try #require(MediaType("image/tiff")))
        #expect(shown.text.hasPrefix("TIFF, the first of more than 20"), "\(shown.text)")
    }

    @Test func `a long description of a drawing is a part of its text, to its end`() async throws {
        let words = String(repeating: "Two cells. ", count: 80) + "The end"
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">
            <desc>\(words)</desc><text>Nucleus</text></svg>
            """
        let shown = try await shown(Data(svg.utf8), as: try #require(MediaType("image/svg+xml")))
        #expect(shown.withoutFactsInText.text == "\(words)\nNucleus")
        #expect(shown.metadata["description"] == nil && shown.text.hasSuffix("\n\n\(words)\nNucleus"))
    }

    @Test func `damaged facts are left out, and end soon`() async throws {
        var random = SeededRandom(seed: 11)
        for sample in [TinyExif.jpeg, TinyExif.heif(brand: "heic"), TinyExif.tiff(isLittleEndian: true)] {
            for _ in 0..<150 {
                var data = sample
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    data[Int.random(in: 12..<data.count, using: &random)] = .random(
                        in: .min ... .max, using: &random)
                }
                let start = ContinuousClock.now
                let shown = try? await shown(data)
                #expect(ContinuousClock.now - start < .seconds(20))
                #expect(shown?.text.unicodeScalars.contains { $0.value < 0x20 && $0.value != 0x0A } != true)
            }
        }
    }

    @Test func `a directory that leads to itself ends`() async throws {
        // The camera's directory is the picture's own.
        var data = TinyExif.tiff(isLittleEndian: true)
        let mark = Data([0x69, 0x87, 4, 0, 1, 0, 0, 0])
        let place = try #require(data.firstRange(of: mark)?.upperBound)
        data.replaceSubrange(place..<(place + 4), with: [8, 0, 0, 0])
        #expect(try await shown(data).metadata["camera"] == "Canon EOS 5D")
    }
}
