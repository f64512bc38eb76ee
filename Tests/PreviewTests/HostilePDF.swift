import Foundation

/// Small PDF documents that take their reader's memory or time.
///
/// What is coded is so three times, by zlib.
enum HostilePDF {
    /// A page of two billion by two billion points.
    static let enormousPage = document(page: stream(text), box: "0 0 2000000000 2000000000")

    /// A page of a billion opening brackets.
    static let brackets = document(page: coded(brackets1))

    /// A page of twenty billion spaces.
    static let spaces = document(page: coded(spaces20))

    /// A page that shows a drawing, which shows another one ten times, and so on, twelve deep.
    static let nested: Data = {
        let drawing = "/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources"
        let drawings = (0..<12).map { depth in
            let next = "/X\(depth + 1)"
            return stream(
                String(repeating: "\(next) Do ", count: 10),
                "\(drawing) << /XObject << \(next) \(7 + depth) 0 R >> >>")
        }
        return document(
            page: stream("/X0 Do"), resources: "/XObject << /X0 6 0 R >>",
            more: drawings + [stream(text, "\(drawing) << /Font << /F1 3 0 R >> >>")])
    }()

    /// A title of 900 million letters, in a stream of objects.
    static let title: Data = {
        var (bytes, offsets) = body([
            Data("<< /Type /Catalog /Pages 2 0 R >>".utf8),
            Data("<< /Type /Pages /Kids [3 0 R] /Count 1 >>".utf8),
            Data("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>".utf8),
            coded(title900, "/Type /ObjStm /N 1 /First 4"),
        ])
        let start = bytes.count
        var entries: [UInt8] = [0, 0, 0, 0, 255]
        for offset in offsets + [start] { entries += [1, 0, UInt8(offset >> 8), UInt8(offset & 255), 0] }
        // The sixth object is the first one of the fourth.
        entries += [2, 0, 0, 4, 0]
        let table = stream(Data(entries), "/Type /XRef /Size 7 /W [1 3 1] /Root 1 0 R /Info 6 0 R")
        bytes += Data("5 0 obj\n".utf8) + table + Data("\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
        return bytes
    }()

    // MARK: Documents

    private static let text = "BT /F1 12 Tf 72 720 Td (some words) Tj ET"

    /// A document of one page, whose contents are the fifth object.
    private static func document(
        page: Data, box: String = "0 0 612 792", resources: String = "/Font << /F1 3 0 R >>",
        more: [Data] = []
    ) -> Data {
        let head = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [\(box)] /Contents 5 0 R /Resources << \(resources) >> >>",
        ]
        var (bytes, offsets) = body(head.map { Data($0.utf8) } + [page] + more)
        let start = bytes.count
        bytes += Data("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets { bytes += Data(String(format: "%010d 00000 n \n", offset).utf8) }
        let trailer = "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return bytes + Data(trailer.utf8)
    }

    private static func body(_ objects: [Data]) -> (bytes: Data, offsets: [Int]) {
        var bytes = Data("%PDF-1.5\n".utf8)
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(bytes.count)
            bytes += Data("\(index + 1) 0 obj\n".utf8) + object + Data("\nendobj\n".utf8)
        }
        return (bytes, offsets)
    }

    private static func stream(_ text: String, _ entries: String = "") -> Data {
        stream(Data(text.utf8), entries)
    }

    private static func stream(_ content: Data, _ entries: String = "") -> Data {
        Data("<< /Length \(content.count) \(entries) >>\nstream\n".utf8) + content + Data("\nendstream".utf8)
    }

    private static func coded(_ text: String, _ entries: String = "") -> Data {
        let content = Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
        return stream(content, "/Filter [/FlateDecode /FlateDecode /FlateDecode] \(entries)")
    }

    // MARK: Content

    private static let brackets1 = """
        eNqruPX2jqLfnECJtouKCRlMSxclZ0W48XKaZrBcXcK9Yn0yRyJnLAtfs8Mjt0dsARwqiiyNTT4zI52v/p+zeN2/J7NnPz9/9/HVjy8Op/z+\
        VZte8y2ThYGBgefOk28ppakfb8w7/+1bPRNQxPn768/PbhWJVFj/+XbYEiiQ8MGvfF++bj3HHpm/ccV8QBGJPevXf999WjfBav+PogdyQBGD\
        CvMmRiA9QUkCSDLogjkXIBxDZM6ozKjMqMyozKjMkJL59P1r3aYZTGXLP9889ouDoeH/08qanwX/vvDvKrt6GABE0yVu
        """
    private static let spaces20 = """
        eNrt2V9LU2EcwPEnlRJciV7kRLHT2qW6LWUgw1wXigSFQVAoVkNaL6Bwsgynll4EMummMMq7iMCuEoVgK3MM/JNg7GIMPSEktTNdoyiYaOc5\
        diGM3XrT9+Y55/d8z+c8L+Dpi2uJurMPPdWjX3qeWf8Ut3Vcels4b2o9GY0U3F1yRMqXLbXhgkZXerzWXW79qnZH7t246s/YdjefZr+nNn54\
        M7fPde1oqcSbi0KIwPhEaG1qaqfFu7C58bhB37mp1TtjL+cuq9n+39FqfcPu9x3LTsyVDn5KLrxqkl/8nA6tlY52hVcznuTnGuMT29AR/Rm0\
        mPVV1BnDyv7gODhQKBQKhUKhUCgUCoVCoVAoFAqFQqFQDruEbS6fIreU6Lo/WGIVwvtAtrTFJK+LKjyyvSsulPdAbYa1fZBrX9lRfQ0/sssB\
        AoFAIBAIBAKBQCAQCAQCgUAgEAgEko8ovVtuueMOhn4pFe1C2M/kULXVoA25p103ToNAIBAIBAKBQCAQCAQCgUAgEAgEAoHkI24tMShfA8pA\
        8nx9UH+pzKX7VzhPck/7d+sDgUAgEAgEAoFAIBAIBAKBQCAQCAQCyUMC8dmeqiJ9GGp0XhlTzc6Rj8+PXxt2mIfjsffa6V4t7bvTXyOEEjFc\
        p0n+d3L+wEChUCgUCoVCoVAoFArlfy63BppP7dnVXVfs2/0qIQKvt2cWX6SKTiQuTP8FYpKCqg==
        """
    private static let title900 = """
        eNqruPX2zsLsKYwy7R+nG+5wNljz2lDwdELGJs6mg2ppkxNEEqcZRswsc+R9xs0WWdgUm8+RFPB7U2GETlTeob/i1fPPq//9ZP7v0Obyol07\
        Nhnm8L12j74+/9z7+pn82d2n108vj7fdufXvi7f99vvf10ZLMzAwNAha/7DcbRIb+9/ubk0dB1Ck527r37lnr+o/uH7z5BUZoIBBVfTy7vTV\
        8QdObz4efv8mM1DI7X2GUaQpU57+/f0zZkMEIgyAFEMQC4i3wBXMSULmRI3KjMqMyozKjMrgkLHz27eO/3Dvy4MP77MfP82fLxcHKn0f/JlV\
        e3+v2e7PP+2bpX0uAAAvWAM4
        """
}
