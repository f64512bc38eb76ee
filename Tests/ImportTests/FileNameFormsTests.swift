import CarrelCore
import CarrelModel
import Testing

@testable import CarrelImport

struct FileNameFormsTests {
    private func wanted(_ title: String, _ url: String) -> WantedItem {
        let item = Item(title: title, url: url)
        return WantedItem(
            key: ItemKey(catalog: "c", collection: "C1", item: item.id), item: item, label: title,
            collectionTitle: "Logic", name: "C1/name.pdf")
    }

    @Test(arguments: [
        "notes.pdf", "NOTES.PDF", "notes.pdf.1", "notes.1.pdf", "notes (1).pdf", "notes(12).pdf",
    ])
    func `a file that had to give way to another is known by the name that it wanted`(name: String) {
        let keys = FileNameForms.keys(of: wanted("Week 1", "http://a.example/x/notes.pdf"))
        #expect(!keys.isDisjoint(with: FileNameForms.keys(ofFile: name)), "\(keys)")
    }

    @Test(arguments: [
        ("http://a.example/get.php?id=3&x=%20", "get.php?id=3&x=%20"),
        ("http://a.example/get.php?id=3", "get.php@id=3"),
        ("http://a.example/a%20b.pdf", "a b.pdf"), ("http://a.example/a%20b.pdf", "a%20b.pdf"),
        ("http://a.example/page", "page.html"), ("http://a.example/folder/", "index.html"),
        ("http://a.example/x.pdf", "Week 1.pdf"), ("http://a.example/x.pdf", "name.pdf"),
        ("http://a.example/x.pdf", "Week 1"),
    ])
    func `wget, aria2, PFERD and Carrel name the same document differently`(url: String, name: String) {
        let keys = FileNameForms.keys(of: wanted("Week 1", url))
        #expect(!keys.isDisjoint(with: FileNameForms.keys(ofFile: name)), "\(keys)")
    }

    @Test(arguments: ["notes.pdfx", "notes.12345", "other.pdf", "notes", "1.pdf", "xnotes.pdf"])
    func `other names stay other names`(name: String) {
        let keys = FileNameForms.keys(of: wanted("Week 1", "http://a.example/x/notes.pdf"))
        #expect(keys.isDisjoint(with: FileNameForms.keys(ofFile: name)))
    }

    @Test func `folders agree from the innermost outwards`() {
        let chains = FileNameForms.folders(of: wanted("T", "http://a.example/x/y/n.pdf"))
        func agreement(_ folders: String...) -> Int {
            FileNameForms.agreement(folders.map(FileNameForms.key), chains)
        }
        #expect(agreement("a.example", "x", "y") == 3)
        #expect(agreement("z", "x", "y") == 2)
        #expect(agreement("any", "LOGIC") == 1)
        #expect(agreement("C1") == 1)
        #expect(agreement("y", "x") == 0)
        #expect(agreement() == 0)
    }

    @Test(arguments: [
        ("a.pdf", true), ("a.pdf.aria2", true), ("b.pdf", false), ("c.zip.part", true),
        ("d.crdownload", true), (".e.pdf.tmp.3", true), (".hidden", false), ("part", false),
    ])
    func `what a program has not finished is known by its name`(name: String, isUnfinished: Bool) {
        #expect(UnfinishedFile.isUnfinished(name, among: ["a.pdf", "a.pdf.aria2", "b.pdf"]) == isUnfinished)
    }
}
