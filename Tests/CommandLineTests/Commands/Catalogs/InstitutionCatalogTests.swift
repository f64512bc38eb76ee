import CarrelTesting
import Foundation
import Testing

/// Repositories and buckets, whose lists come in parts.
@Suite(.timeLimit(.minutes(2))) struct InstitutionCatalogTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    private func serve(_ path: String, _ text: String) {
        server.on(path, .document(text, entityTag: "\"\(UUID())\"", mediaType: "text/xml"))
    }

    private func records(_ numbers: [Int], token: String?) -> String {
        let records = numbers.map { number in
            """
            <record><header><identifier>oai:x:\(number)</identifier><setSpec>set\(number)</setSpec></header><metadata>
            <o:dc xmlns:o="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:title>Thesis \(number)</dc:title><dc:identifier>\(server.address("/\(number).txt"))</dc:identifier>
            </o:dc></metadata></record>
            """
        }
        let more = token.map { "<resumptionToken>\($0)</resumptionToken>" } ?? ""
        return """
            <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>\(records.joined())\(more)</ListRecords></OAI-PMH>
            """
    }

    @Test func `a repository's parts are read one after the other, and its sets stay apart`() async throws {
        let first = "/oai?verb=ListRecords&metadataPrefix=oai_dc"
        serve(first, records([1], token: "p|2"))
        serve("/oai?verb=ListRecords&resumptionToken=p%7C2", records([2], token: nil))
        for number in 1...2 { server.on("/\(number).txt", .text("text \(number)")) }
        let sync = try await workspace.carrel("sync", "--json", server.address(first))
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(sync.objects.contains { $0["parser"] as? String == "oai-pmh" }, "\(sync.output)")
        #expect(sync.objects.last?["new"] as? Int == 2, "\(sync.output)")
        let list = try await workspace.carrel("list", "set2")
        #expect(list.output.contains("Thesis 2") && !list.output.contains("Thesis 1"), "\(list.output)")
    }

    @Test func `a repository's error changes nothing in the library`() async throws {
        let path = "/oai?verb=ListRecords&metadataPrefix=oai_dc"
        serve(path, records([1], token: nil))
        server.on("/1.txt", .text("text"))
        #expect(try await workspace.carrel("sync", server.address(path)).status == 0)
        serve(
            path,
            "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><error code=\"noRecordsMatch\"/></OAI-PMH>"
        )
        let sync = try await workspace.carrel("sync", server.address(path))
        #expect(sync.status != 0 && sync.error.contains("noRecordsMatch"), "\(sync.output)\(sync.error)")
        let list = try await workspace.carrel("list", "set1")
        #expect(
            list.output.contains("Thesis 1") && !list.output.contains("no longer listed"), "\(list.output)")
    }

    @Test func `a bucket's folders and parts are read, and its sizes are held against the objects`()
        async throws
    {
        func list(_ content: String) -> String {
            "<ListBucketResult><Name>shelf</Name>\(content)</ListBucketResult>"
        }
        serve(
            "/shelf?list-type=2",
            list(
                """
                <IsTruncated>true</IsTruncated><NextContinuationToken>a/b=</NextContinuationToken>
                <Contents><Key>one/a b.txt</Key><Size>5</Size></Contents>
                """))
        serve(
            "/shelf?list-type=2&continuation-token=a%2Fb%3D",
            list("<IsTruncated>false</IsTruncated><Contents><Key>two/c.txt</Key><Size>9</Size></Contents>"))
        server.on("/shelf/one/a%20b.txt", .text("12345"))
        server.on("/shelf/two/c.txt", .text("12345678"))
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "bucket", server.address("/shelf?list-type=2"))
        #expect(sync.objects.contains { $0["parser"] as? String == "s3" }, "\(sync.output)")
        #expect(sync.objects.last?["new"] as? Int == 1, "\(sync.output)")
        #expect(
            sync.objects.last?["quarantined"] as? Int == 1,
            "\(sync.output)")
        let stored = try workspace.documents()
        #expect(stored.count == 1 && "\(stored)".contains("one/a b.txt"), "\(stored)")
    }
}
