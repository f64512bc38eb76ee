import CarrelModel
import Foundation

extension Samples {
    /// A document of the sample's kind, in its place, with some thousand entries.
    static func large(_ sample: CatalogDocument, entries: Int = 3000) -> CatalogDocument {
        var document = sample
        document.data = Data(largeText(sample, entries).utf8)
        return document
    }

    private static func largeText(_ sample: CatalogDocument, _ count: Int) -> String {
        func list(_ separator: String = ",", _ entry: (Int) -> String) -> String {
            (0..<count).map(entry).joined(separator: separator)
        }
        switch sample.data {
        case _ where Samples.listings.contains { $0.data == sample.data }:
            return "<html><title>Index of /pub/</title><pre>"
                + list("\n") { "<a href=\"\($0).pdf\">\($0).pdf</a>  04-May-2017 21:37   118" }
                + "</pre></html>"
        case rss.data:
            return "<rss><channel>"
                + list("\n") { "<item><title>T \($0)</title><enclosure url=\"\($0).mp3\"/></item>" }
                + "</channel></rss>"
        case rdf.data:
            return "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><channel/>"
                + list("\n") { "<item><title>T \($0)</title><link>\($0).html</link></item>" } + "</rdf:RDF>"
        case atom.data:
            return "<feed xmlns=\"http://www.w3.org/2005/Atom\">"
                + list("\n") { "<entry><title>T \($0)</title><link href=\"\($0).html\"/></entry>" }
                + "</feed>"
        case opds.data:
            return "<feed xmlns=\"http://www.w3.org/2005/Atom\">"
                + list("\n") {
                    "<entry><title>T</title><link rel=\"http://opds-spec.org/acquisition\" href=\"\($0)\"/></entry>"
                } + "</feed>"
        case opdsJSON.data:
            return #"{"publications": ["#
                + list { #"{"metadata": {"title": "T"}, "links": [{"rel": "preview", "href": "\#($0)"}]}"# }
                + "]}"
        case oaiPMH.data:
            return "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><ListRecords>"
                + list("\n") { "<record><header><identifier>\($0)</identifier></header></record>" }
                + "</ListRecords></OAI-PMH>"
        case webDAV.data:
            return "<multistatus xmlns=\"DAV:\">"
                + list("\n") { "<response><href>\($0)</href><propstat><prop/></propstat></response>" }
                + "</multistatus>"
        case s3.data:
            return "<ListBucketResult><Name>b</Name>"
                + list("\n") { "<Contents><Key>a/\($0)</Key><Size>1</Size></Contents>" }
                + "</ListBucketResult>"
        case jsonFeed.data:
            return #"{"version": "https://jsonfeed.org/version/1", "items": ["#
                + list { #"{"id": "\#($0)", "url": "\#($0).html"}"# } + "]}"
        case sitemap.data:
            return "<urlset>" + list("\n") { "<url><loc>http://h.example/\($0).html</loc></url>" }
                + "</urlset>"
        case metalink.data:
            return "<metalink>"
                + list("\n") { "<file name=\"\($0)\"><url>http://h.example/\($0)</url></file>" }
                + "</metalink>"
        case opml.data:
            return "<opml><body>" + list("\n") { "<outline text=\"T \($0)\" xmlUrl=\"/\($0).xml\"/>" }
                + "</body></opml>"
        case addresses.data: return list("\n") { "http://h.example/\($0).pdf Week \($0)" }
        case fetchList.data: return list("\n") { "http://h.example/\($0).pdf - data/\($0).pdf" }
        case addressTable.data: return "url,title\n" + list("\n") { "http://h.example/\($0).pdf,Week \($0)" }
        case form.data:
            return #"{"carrel": 1}"# + "\n"
                + list("\n") { #"{"type": "item", "title": "Week \#($0)", "url": "\#($0).pdf"}"# }
        case page.data:
            return "<title>T</title>" + list("\n") { "<a href=\"\($0).pdf\">Week <b>\($0)</b></a>" }
        case chart.data:
            return #"{"feed": {"title": {"label": "T"}, "entry": ["#
                + list { #"{"im:name": {"label": "\#($0)"}, "im:image": [{"label": "\#($0).png"}]}"# } + "]}}"
        case places.data:
            return #"{"stat": "ok", "places": {"place": ["#
                + list { #"{"place_id": "\#($0)", "_content": "Town \#($0), Country"}"# } + "]}}"
        case photos.data:
            return #"{"stat": "ok", "photos": {"photo": ["#
                + list { #"{"id": "\#($0)", "secret": "a", "server": 1, "farm": 1, "title": "\#($0)"}"# }
                + "]}}"
        case timetable.data:
            return #"{"timetable": [[{"time": "9:00", "events": ["#
                + list { #"{"module": "M\#($0)", "room": "R\#($0)", "type": "lab"}"# } + "]}]]}"
        case timetableModules.data: return "{" + list { #""M\#($0)": {"moduleTitle": "Title \#($0)"}"# } + "}"
        case theatres.data: return "{" + list { #""R\#($0)": {"name": "Theatre \#($0)"}"# } + "}"
        default:
            return #"[{"moduleCode": "C", "moduleNotes": ["# + list { #"{"Week \#($0)": "\#($0).pdf"}"# }
                + "]}]"
        }
    }
}
