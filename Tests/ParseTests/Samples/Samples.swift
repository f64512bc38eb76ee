import CarrelHTTP
import CarrelModel
import Foundation

/// Small documents of each kind.
enum Samples {
    static let modules = document(
        #"""
        [
          {"moduleCode": "BIO101", "moduleTitle": "Cells", "moduleLecturer": "Dr Ada", "moduleURL": "bio/",
           "moduleDescription": "Life.", "moduleNotes": [{"Week 1": "week1.pdf"}, {"Week 2": ""}]},
          {"moduleCode": "BIO102", "moduleTitle": "Genes \u2013 \"part 2\"", "moduleNotes": []}
        ]
        """#, "http://notes.example.org/lists/modules.json", "application/json")

    static let form = document(
        #"""
        {"carrel": 1, "title": "Lectures", "base": "http://notes.example.org/bio/", "interval": 3600}
        {"type": "collection", "id": "BIO101", "title": "Cells", "details": {"Lecturer": "Dr Ada"}}
        {"type": "item", "title": "Week 1", "url": "week1.pdf", "size": 12}
        {"type": "item", "title": "Week 2"}
        {"type": "meeting", "day": "monday", "time": "09:00", "place": "R1"}
        {"type": "section", "title": "Lent"}
        {"type": "collection", "id": "BIO102", "further": "more.jsonl"}
        {"type": "place", "id": "R1", "name": "Room 1"}
        """#, "http://notes.example.org/lists/catalogue.jsonl")

    static let page = document(
        """
        <!DOCTYPE html><html><head><title>Bio &amp; more</title></head><body>
        <h1>Notes</h1><p><a href="week1.pdf">Week 1</a>, <a href='/x/week2.pdf#page=2'>Week <b>2</b></a>
        <!-- <a href="hidden.pdf">no</a> --><a href="mailto:a@b.example">mail</a>
        </body></html>
        """, "http://notes.example.org/bio/handouts.html", "text/html")

    static let feed = document(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>T</title></channel></rss>",
        "http://notes.example.org/feed.rss", "application/rss+xml")

    static func document(_ text: String, _ url: String, _ type: String? = nil) -> CatalogDocument {
        CatalogDocument(
            data: Data(text.utf8), mediaType: type.flatMap { MediaType($0) },
            url: URL(string: url) ?? URL(filePath: "/"))
    }
}

/// What an item's detail of a label says.
func value(_ item: Item, _ label: String) -> String? { item.details.first { $0.label == label }?.value }
