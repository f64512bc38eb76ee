import CarrelModel
import CarrelStages
import CarrelTesting
import FlickrPlacesParsing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FlickrPhotosTests {
    private func parse(_ photos: String, _ settings: [String: any Sendable] = [:]) throws -> Catalog {
        let parser = try FlickrPlacesParser.plugin.make(Settings(settings), PluginContext())
        return try parser.parse([
            Samples.document(
                #"{"photos": {"photo": \#(photos)}, "stat": "ok"}"#, "http://h.example/photos.json")
        ])
    }

    /// The item of a photo with an id and these fields.
    private func item(_ fields: String, _ settings: [String: any Sendable] = [:]) throws -> Item {
        try #require(try parse(#"[{"id": "1", \#(fields)}]"#, settings).collections.first?.items.first)
    }

    /// Settings with a size as a config file writes it.
    private func sized(_ name: String) throws -> [String: any Sendable] {
        let setting = try #require(FlickrPlacesParser.plugin.settings.first { $0.name == "photo-size" })
        return ["photo-size": try #require(setting.decode(.string(name)))]
    }

    @Test
    func `a photo comes out with its facts`() throws {
        let catalog = try FlickrPlacesParser().parse([Samples.photos])
        #expect(catalog.collections.map(\.id) == ["photos"])
        #expect(catalog.collections[0].details == [Detail("Page", "1 of 3")])
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["990", "991"])
        #expect(items.map(\.title) == ["Title", "Unknown"])
        #expect(items.map(\.subtitle) == ["A bold one. Second.", nil])
        #expect(
            items.map(\.url) == [
                "http://farm8.static.flickr.com/7885/990_aa1_b.jpg",
                "http://farm8.static.flickr.com/7885/991_aa2_b.jpg",
            ])
        #expect(
            items[0].details == [
                Detail("Owner", "ada"), Detail("Taken", "2015-11-30 12:00:00"),
                Detail("Uploaded", "2015-12-01T00:00:01Z"), Detail("Coordinates", "53.410, -2.978"),
                Detail("Tags", "one two"), Detail("Description", "A bold one.\n\nSecond."),
            ])
        #expect(items[1].details == [])
    }

    @Test(arguments: [
        (#""title": "T", "description": {"_content": "D"}"#, "T", "D"),
        (#""title": "", "description": {"_content": "D"}"#, "D", nil),
        (#""title": " ", "description": {"_content": " \n First.\nMore."}"#, "First.", "First. More."),
        (#""title": "", "description": {"_content": ""}"#, "Unknown", nil),
        (#""title": "  ", "description": {"_content": "   "}"#, "Unknown", nil),
        (#""title": "T""#, "T", nil), (#""farm": 1"#, "Unknown", nil),
        (#""title": "T", "description": {"_content": "T"}"#, "T", nil),
        (#""title": {"_content": "T"}, "description": "D""#, "T", "D"),
        (
            #""title": "", "description": {"_content": "<p>One &amp; <b>two</b></p><p>Three"}"#, "One & two",
            "One & two Three"
        ),
        (#""title": null, "description": null"#, "Unknown", nil),
    ])
    func `title and subtitle are found where they are`(fields: String, title: String, subtitle: String?)
        throws
    {
        let item = try item(fields)
        #expect(item.title == title)
        #expect(item.subtitle == subtitle)
    }

    private static let parts =
        #""farm": 2, "server": "3", "secret": "ab", "originalsecret": "cd", "originalformat": "png""#

    @Test(arguments: [("large", "1_ab_b.jpg"), ("square", "1_ab_s.jpg"), ("original", "1_cd_o.png")])
    func `the setting chooses the size`(size: String, name: String) throws {
        #expect(try item(Self.parts, sized(size)).url == "http://farm2.static.flickr.com/3/\(name)")
    }

    @Test
    func `an original that is not given falls back to the large photo`() throws {
        let parts = #""farm": 2, "server": "3", "secret": "ab", "originalsecret": "cd""#
        #expect(try item(parts, sized("original")).url == "http://farm2.static.flickr.com/3/1_ab_b.jpg")
        let setting = try #require(FlickrPlacesParser.plugin.settings.first { $0.name == "photo-size" })
        #expect(setting.decode(.string("huge")) == nil)
        #expect(setting.choices == ["large", "square", "original"])
    }

    @Test(arguments: ["http://localhost:8027/photos", "http://localhost:8027/photos/"])
    func `photos can be on a server of one's own`(base: String) throws {
        #expect(try item(Self.parts, ["photo-base": base]).url == "http://localhost:8027/photos/3/1_ab_b.jpg")
        let noFarm = #""server": "3", "secret": "ab""#
        #expect(try item(noFarm, ["photo-base": base]).url == "http://localhost:8027/photos/3/1_ab_b.jpg")
        let setting = try #require(FlickrPlacesParser.plugin.settings.first { $0.name == "photo-base" })
        #expect(setting.decode(.string("photos")) == nil)
        #expect(setting.decode(.string("file:///x")) == nil)
    }

    @Test(arguments: [
        #""farm": 2, "server": "3""#, #""farm": 2, "secret": "ab""#, #""server": "3", "secret": "ab""#,
        #""farm": 0, "server": "0", "secret": "ab""#,
        #""farm": "1@evil.example/", "server": "3", "secret": "ab""#,
        #""farm": 2, "server": "../..", "secret": "ab""#, #""farm": 2, "server": "3", "secret": "a/b""#,
        #""farm": 2, "server": "3", "secret": "é""#, #""farm": 2.5, "server": "3", "secret": "ab""#,
        #""farm": -2, "server": "3", "secret": "ab""#, #""farm": [2], "server": {}, "secret": null"#,
    ])
    func `a photo without a usable part has no URL`(fields: String) throws {
        #expect(try item(fields).url == nil)
    }

    @Test
    func `a URL that the entry gives stands in for missing parts`() throws {
        #expect(try item(#""url_c": "https://live.example/x_c.jpg""#).url == "https://live.example/x_c.jpg")
        #expect(try item(#""url_c": "file:///etc/passwd""#).url == nil)
        #expect(try item(#""url_c": 5"#).url == nil)
        let both = Self.parts + #", "url_l": "https://live.example/x.jpg""#
        #expect(try item(both).url == "http://farm2.static.flickr.com/3/1_ab_b.jpg")
    }

    @Test
    func `coordinates that are none and dates out of range are left out`() throws {
        for fields in [
            #""latitude": 0, "longitude": 0"#, #""latitude": "91", "longitude": 0"#,
            #""latitude": "nan", "longitude": "1""#, #""dateupload": "soon""#,
            #""dateupload": "99999999999999""#,
            #""dateupload": -5"#, #""tags": " ""#,
        ] {
            #expect(try item(fields).details == [], "\(fields)")
        }
    }

    @Test
    func `one photo twice is a repetition, and no photo is an empty collection`() throws {
        let twice = try parse(#"[{"id": "1", "title": "A"}, {"id": 1, "title": "A"}]"#)
        #expect(twice.collections[0].items.map(\.duplicateOf) == [nil, "1"])
        #expect(twice.problems.map(\.place) == ["$.photos.photo[1]"])
        let none = try parse("[]")
        #expect(none.collections.map(\.id) == ["photos"])
        #expect(none.collections[0].items.isEmpty)
        #expect(none.problems == [])
    }

    @Test(arguments: [
        (#""page": 1, "pages": 2, "photo": [{"id": "1"}]"#, true),
        (#""page": 2, "pages": "2", "total": 2, "photo": [{"id": "1"}]"#, true),
        (#""page": 1, "pages": 1, "total": "2", "photo": [{"id": "1"}]"#, true),
        (#""total": 2, "photo": []"#, true),
        (#""page": 1, "pages": 1, "total": "1", "photo": [{"id": "1"}]"#, false),
        (#""page": 1, "pages": 0, "total": 0"#, false), (#""photo": [{"id": "1"}]"#, false),
    ])
    func `a page of several, or a list that counts more photos than it has, leaves some out`(
        fields: String, isPart: Bool
    ) throws {
        let catalog = try FlickrPlacesParser().parse([
            Samples.document(#"{"photos": {\#(fields)}, "stat": "ok"}"#, "http://h.example/")
        ])
        #expect(catalog.listsLatestOnly == isPart && !catalog.isIncomplete)
        #expect(catalog.problems == [])
    }

    @Test
    func `what cannot be used is skipped and reported with its path`() throws {
        let catalog = try parse(
            #"[null, {"title": "no id"}, {"id": ""}, {"id": "1", "title": 4, "description": {"_content": []}}]"#
        )
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "$.photos.photo[0]: null, expected a photo as an object",
                "$.photos.photo[1]: an object of 1 member, expected a photo's identity in \"id\"",
                "$.photos.photo[2].id: an empty string, expected a photo's identity in \"id\"",
                "$.photos.photo[3].description._content: an empty array, expected a string",
                "$.photos.photo[3].title: the number 4, expected a string",
            ])
        #expect(catalog.collections[0].items.map(\.title) == ["Unknown"])
    }
}
