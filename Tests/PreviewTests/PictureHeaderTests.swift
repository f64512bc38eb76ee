import CarrelHTTP
import CarrelMediaTypes
import CarrelModel
import CarrelTesting
import Foundation
import Testing

@testable import ImagePreviewing

@Suite(.timeLimit(.minutes(1)))
struct PictureHeaderTests {
    private func header(_ data: Data) throws -> PictureHeader? {
        PictureHeader(try ContentDescription(ofBeginning: data), beginning: data)
    }

    private func header(_ type: String, _ text: String) -> PictureHeader? {
        PictureHeader(ContentDescription(mediaType: MediaType(type), text: text), beginning: Data())
    }

    @Test(arguments: [
        ("PNG", TinyPictures.png), ("GIF", TinyPictures.gif), ("JPEG", TinyPictures.jpeg),
        ("WebP", TinyPictures.losslessWebP),
    ])
    func `kind and dimensions are read from the content`(kind: String, data: Data) throws {
        let header = try #require(try header(data))
        #expect(header.kind == kind && header.isDrawable)
        #expect(header.size == PictureSize(width: 6, height: 4))
    }

    @Test(arguments: [
        ("image/tiff", "TIFF image data, big-endian, direntries=2, height=180, bps=8, width=240", "TIFF"),
        ("image/bmp", "PC bitmap, Windows 3.x format, 240 x 180 x 24, cbSize 129738", "BMP"),
        ("image/bmp", "PC bitmap, Windows 3.x format, 240 x -180 x 24, cbSize 129738", "BMP"),
        ("image/vnd.adobe.photoshop", "Adobe Photoshop Image, 240 x 180, RGB", "PSD"),
        ("image/x-portable-pixmap", "Netpbm image data, size = 240 x 180, rawbits, pixmap", "Netpbm"),
        ("image/vnd.microsoft.icon", "MS Windows icon resource - 1 icon, 240x180, 24 bits/pixel", "ICO"),
        ("image/x-qoi", "QOI image data 240x180, sRGB (linear alpha)", "QOI"),
        ("image/x-tga", "Targa image data - RGB - RLE 240 x 180 x 24 - top", "TGA"),
        ("image/webp", "RIFF (little-endian) data, Web/P image, VP8 encoding, 240x180, YUV color", "WebP"),
    ])
    func `other kinds have theirs in the description`(type: String, text: String, kind: String) {
        #expect(header(type, text)?.kind == kind)
        #expect(header(type, text)?.size == PictureSize(width: 240, height: 180))
    }

    @Test
    func `extended WebP has its dimensions less one in three bytes each`() {
        let head = Data("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0".utf8)
        #expect(
            WebPHeader.size(head + Data([0x4F, 0xC3, 0, 0xFF, 0xFF, 0xFF]))
                == PictureSize(width: 50000, height: 1 << 24))
        #expect(WebPHeader.size(head + Data([0, 0, 0, 0, 0])) == nil)
    }

    @Test(arguments: [
        ("image/svg+xml", "SVG Scalable Vector Graphics image", "SVG"),
        ("image/vnd.adobe.photoshop", "Adobe Photoshop Image", "PSD"),
        ("image/x-pcx", "PCX ver. 3.0 image data", "PCX"),
    ])
    func `any other kind has a name and is not drawn`(type: String, text: String, kind: String) {
        #expect(header(type, text)?.kind == kind)
        #expect(header(type, text)?.isDrawable == false)
    }

    @Test
    func `a comment that claims other dimensions is not believed, and any other does no harm`() throws {
        let liar = try header(TinyPictures.jpeg(comment: "x\", precision 8, 1x1, components 3"))
        #expect(liar?.kind == "JPEG" && liar?.size == nil)
        let honest = try header(TinyPictures.jpeg(comment: "PNG image data, 1 x 1,"))
        #expect(honest?.size == PictureSize(width: 6, height: 4))
    }

    @Test(arguments: ["0 x 4", "6 x 0", "99999999999 x 4", "-6 x 4", "x"])
    func `dimensions that cannot be are none`(text: String) {
        #expect(header("image/png", "PNG image data, \(text), 8-bit")?.size == nil)
        #expect(header("image/png", "PNG image data, \(text), 8-bit")?.kind == "PNG")
    }

    @Test
    func `what is no picture has no header`() throws {
        for text in ["", "just text", "%PDF-1.4\n", "<html></html>"] {
            #expect(try header(Data(text.utf8)) == nil, "\(text)")
        }
    }

    @Test(arguments: [TinyPictures.png, TinyPictures.gif, TinyPictures.jpeg, TinyPictures.losslessWebP])
    func `cut at each byte and damaged, a picture has a header or none`(data: Data) throws {
        for length in data.indices { _ = try header(data.prefix(length)) }
        var random = SeededRandom(seed: 9)
        for _ in 0..<500 {
            var damaged = data
            for _ in 0..<4 {
                let place = Int.random(in: 0..<min(200, data.count), using: &random)
                damaged[place] = .random(in: .min ... .max, using: &random)
            }
            if let size = try header(damaged)?.size { #expect(size.width > 0 && size.height > 0) }
        }
    }
}
