import Testing

@testable import CarrelExport

/// What a Metalink says of documents.
struct MetalinkFormatTests {
    private func names(_ documents: [String]) -> [String] {
        var text = ""
        MetalinkFormat().write(ExportedLibrary(names: documents)) { text += $0 }
        return text.matches(of: #/<file name="([^"]*)">/#).map { String($0.1) }
    }

    @Test func `a name that readers refuse is written as one that they take, and as that of no other file`() {
        #expect(names(["a/b:c.txt", "1*.txt"]) == ["a/b:c.txt", "1*.txt"])
        #expect(names(["a:b.txt", "c\\d.txt", "e/f\\g.txt"]) == ["a_b.txt", "c_d.txt", "e/f_g.txt"])
        let alike = names(["c:d.txt", "c\\d.txt", "c_d.txt"])
        #expect(Set(alike).count == 3 && alike.last == "c_d.txt", "\(alike)")
        #expect(!alike.contains { $0.contains("\\") || $0.contains(":") }, "\(alike)")
    }
}
