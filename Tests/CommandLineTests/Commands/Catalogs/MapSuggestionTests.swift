import Foundation
import Testing

/// Mappings that are proposed for documents of any format.
@Suite(.timeLimit(.minutes(2))) struct MapSuggestionTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write("empty.toml", "")
    }

    private func run(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: workspace).wait()
    }

    @Test func `a file that is not there is an operand, and not a setting`() async throws {
        let missing = try await run("map", "suggest", "nosuch.json")
        #expect(missing.status == 4 && missing.error.contains(". Check the path; "), "\(missing.error)")
        let folder = try await run("map", "suggest", workspace.folder.path)
        #expect(folder.status == 4 && folder.error.contains(". Change the path to "), "\(folder.error)")
    }

    static let suggested: [(name: String, text: String, items: Int)] = [
        (
            "list.json",
            #"""
            {"data": {"courses": [{"code": "NAV1", "title": "Charts", "notes": [
              {"id": 1, "title": "Week 1", "file_url": "files/1.txt", "lecturer": "Dr Tide"},
              {"id": 2, "title": "Week 2", "file_url": "files/2.txt"}]},
              {"code": "NAV2", "title": "Lights", "notes": [{"id": 3, "title": "Week 3", "file_url": "files/3.txt"}]}]},
             "tags": [{"name": "a"}, {"name": "b"}]}
            """#, 3
        ),
        (
            "list.xml",
            """
            <?xml version="1.0"?><list xmlns="urn:x"><note href="files/1.txt"><title>One</title></note>
            <note href="files/2.txt"><title>Two</title></note></list>
            """, 2
        ),
        (
            "prefixes.xml",
            """
            <?xml version="1.0"?><records xmlns="urn:x"><record ID="a1"><dc:title xmlns:dc="urn:dc">One</dc:title>
            <dc:file xmlns:dc="urn:dc" Href="files/1.txt"/></record><record ID="a2"><t:title xmlns:t="urn:dc">Two</t:title>
            <t:file xmlns:t="urn:dc" Href="files/2.txt"/></record></records>
            """, 2
        ),
        (
            "undeclared.xml",
            """
            <list><e:note x:href="files/1.txt"><e:title>One</e:title></e:note>
            <e:note x:href="files/2.txt"><e:title>Two</e:title></e:note></list>
            """, 2
        ),
        (
            "list.html",
            """
            <html><body><p><a href="/">Home</a> <a href="/about">About</a></p><ul class="notes">
            <li><a href="files/1.txt">One</a><li><a href="files/2.txt">Two</a></ul></body></html>
            """, 2
        ),
        (
            "papers.json",
            #"""
            {"papers": {"P-1": {"Titel": "One", "files": [{"name": "A", "url": "files/1.txt"}]},
              "P-2": {"Titel": "Two", "files": [{"name": "B", "url": "files/2.txt"}, {"name": "C", "url": "files/3.txt"}]}}}
            """#, 3
        ),
        (
            "rows.json",
            #"[["title", "url", "week"], ["One", "files/1.txt", 1], ["Two", "files/2.txt", 2]]"#, 2
        ),
        (
            "lines.jsonl",
            #"{"Titel": "Eins", "Datei": "files/1.txt"}"# + "\n\n"
                + #"{"Titel": "Zwei", "Datei": "files/2.txt"}"# + "\n", 2
        ),
        (
            "marked.json",
            "\u{FEFF}"
                + #"[{"title": "One", "file": "files/1.txt"}, {"title": "Two", "file": "files/2.txt"}]"#, 2
        ),
        ("returns.csv", "Title;File;Week\rOne;files/1.txt;1\rTwo;files/2.txt;2\r", 2),
        (
            "identified.xml",
            """
            <?xml version="1.0"?><list><note><identifier>files/1.txt</identifier><title>One</title></note>
            <note><identifier>files/2.txt</identifier><title>Two</title></note></list>
            """, 2
        ),
        (
            "named.json",
            #"""
            {"notes": [{"name": "One", "Week 1, Introduction.": "", "@type": "a"},
              {"name": "Two", "Week 1, Introduction.": "files/1.txt", "@type": "b"}]}
            """#, 2
        ),
        ("labels.json", #"{"entry": [{"label": "files/1.txt"}, {"label": "files/2.txt"}]}"#, 2),
        (
            "names.html",
            """
            <html><body><ul class="notes"><li><a href="one"><img src="one.png"></a><li><a href="two">Two</a></ul>
            </body></html>
            """, 2
        ),
        (
            "part.html",
            """
            <table><tr><td>Week 1</td><td><a href="files/1.txt">One</a></td></tr>
            <tr><td>Week 2</td><td><a href="files/2.txt">Two</a></td></tr></table>
            """, 2
        ),
        (
            "courses.xml",
            """
            <?xml version="1.0"?><list><course code="A"><name>Charts</name><note href="files/1.txt">One</note>
            <note href="files/2.txt">Two</note></course><course code="B"><name>Lights</name>
            <note href="files/3.txt">Three</note></course></list>
            """, 3
        ),
        (
            "years.json",
            #"""
            {"2025": [{"title": "One", "url": "files/1.txt"}, {"title": "Two", "url": "files/2.txt"}],
              "2026": [{"title": "Three", "url": "files/3.txt"}], "2027": []}
            """#, 3
        ),
        ("标题.csv", "课程,标题,链接\n数学,第一讲,files/1.txt\n数学,第二讲,files/2.txt\n", 2),
        ("list.csv", "Title;File;Week\nOne;files/1.txt;1\nTwo;files/2.txt;2\nThree;files/3.txt;3\n", 3),
    ]

    @Test(arguments: suggested.indices)
    func `a proposed mapping reads the document that it is proposed for`(index: Int) async throws {
        let (name, text, items) = Self.suggested[index]
        for number in 1...3 { try workspace.write("files/\(number).txt", "text \(number)") }
        try workspace.write(name, text)
        let proposal = try await run("map", "suggest", "--config", "empty.toml", name)
        #expect(proposal.status == 0, "\(proposal.error)")
        try workspace.write("proposed.toml", proposal.output)
        let tested = try await run("map", "test", "--config", "proposed.toml")
        #expect(tested.status == 0, "\(proposal.output)\(tested.output)\(tested.error)")
        let synced = try await run("sync", "--config", "proposed.toml", "--json")
        #expect(
            synced.objects.last?["listed"] as? Int == items,
            "\(proposal.output)\(synced.output)\(synced.error)")
    }

    @Test func `what a parser knows by itself is said to need no mapping`() async throws {
        try workspace.write("own list.jsonl", "{\"carrel\": 1}\n{\"type\": \"item\", \"url\": \"1.txt\"}\n")
        let proposal = try await run("map", "suggest", "--config", "empty.toml", "own list.jsonl")
        #expect(
            proposal.error.contains("warning: the parser carrel reads this without a mapping: carrel sync ")
                && proposal.error.contains("'own list.jsonl'"), "\(proposal.error)")
        try workspace.write("list.csv", "Title;File\nOne;files/1.txt\n")
        let other = try await run("map", "suggest", "--config", "empty.toml", "list.csv")
        #expect(other.status == 0 && other.error.isEmpty, "\(other.error)")
    }

    @Test func `a proposed mapping is for all of a list, and knows titles of other languages`() async throws {
        for (name, parts) in [
            ("papers.json", ["at = \"$.papers[*]\"", "title = \"name\""]),
            ("lines.jsonl", ["at = \"$[*]\"", "title = \"Titel\"", "url = \"Datei\""]),
            ("rows.json", ["at = \"$[1:]\"", "title = \"@[0]\"", "url = \"@[1]\"", "\"Week\" = \"@[2]\""]),
            ("named.json", ["url = \"@['Week 1, Introduction.']\"", "\"Type\" = \"@['@type']\""]),
            ("labels.json", ["url = \"label\""]), ("names.html", ["title = \".\"", "url = \"@href\""]),
            ("courses.xml", ["at = \"/list/course\"", "at = \"note\"", "title = \".\"", "url = \"@href\""]),
            ("years.json", ["at = \"$.*[*]\"", "title = \"title\""]),
            ("标题.csv", ["title = \"标题\"", "url = \"链接\""]),
            ("part.html", ["format = \"html\"", "title = \".\"", "url = \"@href\""]),
        ] {
            try workspace.write(name, try #require(Self.suggested.first { $0.name == name }?.text))
            let proposal = try await run("map", "suggest", "--config", "empty.toml", name).output
            for part in parts { #expect(proposal.contains(part), "\(part) in \(proposal)") }
        }
    }

    @Test func `a proposed mapping reads the pages that follow`() async throws {
        for (next, expression) in [
            (#""meta": {"total": 4, "next": "/list?page=2"}"#, "$.meta.next"),
            (#""_links": {"next": {"href": "?page=2"}}"#, "$._links.next.href"),
            (#""@odata.nextLink": "https://x.example/list?$skip=2""#, "$['@odata.nextLink']"),
        ] {
            let items = #"[{"title": "One", "url": "files/1.txt"}, {"title": "Two", "url": "files/2.txt"}]"#
            try workspace.write("list.json", "{\"items\": \(items), \(next)}")
            let proposal = try await run("map", "suggest", "--config", "empty.toml", "list.json")
            #expect(
                proposal.output.hasSuffix("\n[parse.pages]\nnext = \"\(expression)\"\n"),
                "\(proposal.output)\(proposal.error)")
        }
    }

    @Test func `a list of files counts before the list of records that they belong to`() async throws {
        func record(_ number: Int) -> String {
            let links = #""links": {"self": "https://x.example/\#(number)/\#(number).csv/content"}"#
            let file = #"{"id": "f\#(number)", "key": "\#(number).csv", "size": 12, \#(links)}"#
            let page = #""doi_url": "https://doi.org/10.1/1""#
            return #"{"id": \#(number), "title": "T", \#(page), "files": [\#(file)]}"#
        }
        func part(_ number: Int) -> String {
            #"{"name": "Week", "encoding": {"contentUrl": "https://x.example/\#(number).pdf"}}"#
        }
        let site = #"{"@type": "WebSite", "name": "X", "url": "https://x.example/"}"#
        let course = #"{"@type": "Course", "name": "C", "hasPart": [\#(part(1)), \#(part(2))]}"#
        for (text, lines) in [
            (
                #"{"hits": {"hits": [\#(record(1)), \#(record(2))]}}"#,
                [
                    #"at = "$.hits.hits[*]""#, #"title = "title""#, #"at = "@.files[*]""#, #"title = "key""#,
                    #"url = "@.links.self""#, #"size = "size""#,
                ]
            ),
            (
                #"{"@graph": [\#(site), \#(course)]}"#,
                ["at = \"@.hasPart[*]\"", "title = \"name\"", "url = \"@.encoding.contentUrl\""]
            ),
        ] {
            try workspace.write("list.json", text)
            let proposal = try await run("map", "suggest", "--config", "empty.toml", "list.json")
            let found = Set(proposal.output.split(separator: "\n").map(String.init))
            for line in lines {
                #expect(found.contains(line), "\(line) in \(proposal.output)\(proposal.error)")
            }
        }
    }

    @Test func `an address is not the id of items that have another key`() async throws {
        func note(_ number: Int) -> String {
            """
            <note><identifier>http://x.example/\(number)</identifier><title>\(number)</title>
            <code>N\(number)</code><link>files/\(number).txt</link></note>
            """
        }
        try workspace.write("coded.xml", "<?xml version=\"1.0\"?><list>\(note(1))\(note(2))</list>")
        let plain = try #require(Self.suggested.first { $0.name == "identified.xml" }?.text)
        try workspace.write("identified.xml", plain)
        let coded = try await run("map", "suggest", "--config", "empty.toml", "coded.xml").output
        #expect(coded.contains("id = \"code\"") && coded.contains("url = \"link\""), "\(coded)")
        let identified = try await run("map", "suggest", "--config", "empty.toml", "identified.xml").output
        #expect(
            identified.contains("url = \"identifier\"") && !identified.contains("id = "), "\(identified)")
    }

    @Test func `what came from standard input gets no path in the proposal`() async throws {
        let text = try #require(Self.suggested.first { $0.name == "list.csv" }?.text)
        let proposal = try await workspace.carrel(
            "map", "suggest", "--config", "empty.toml", "-", input: text)
        #expect(proposal.status == 0 && !proposal.output.contains("path = "), "\(proposal)")
        try workspace.write("proposed.toml", proposal.output)
        try workspace.write("list.csv", text)
        let tested = try await run("map", "test", "--config", "proposed.toml", "list.csv")
        #expect(tested.status == 0, "\(proposal.output)\(tested.output)\(tested.error)")
    }

    @Test func `a proposed mapping names elements of XML as expressions find them`() async throws {
        for (name, lines) in [
            ("list.xml", ["at = \"/list/note\"", "title = \"title\"", "url = \"@href\""]),
            (
                "prefixes.xml",
                [
                    "[parse.namespaces]", "dc = \"urn:dc\"", "at = \"/records/record\"", "id = \"@ID\"",
                    "title = \"dc:title\"", "url = \"dc:file/@Href\"",
                ]
            ),
            (
                "undeclared.xml",
                [
                    "at = \"/list/*[name()='e:note']\"", "title = \"*[name()='e:title']\"",
                    "url = \"@*[name()='x:href']\"",
                ]
            ),
        ] {
            try workspace.write(name, try #require(Self.suggested.first { $0.name == name }?.text))
            let proposal = try await run("map", "suggest", "--config", "empty.toml", name).output
            let found = Set(proposal.split(separator: "\n").map(String.init))
            for line in lines { #expect(found.contains(line), "\(line) in \(proposal)") }
            #expect(found.contains("[parse.namespaces]") == lines.contains("[parse.namespaces]"))
        }
    }
}
