import CarrelModel

/// Small catalogues as institutions publish them.
extension Samples {
    static let opds = document(
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/"><title>Shelf</title>
        <link rel="next" href="shelf?page=2" type="application/atom+xml;profile=opds-catalog"/>
        <link rel="http://opds-spec.org/facet" href="?by=title" type="application/atom+xml;profile=opds-catalog"/>
        <entry><title>New</title><id>n</id>
        <link rel="http://opds-spec.org/sort/new" href="new" type="application/atom+xml;profile=opds-catalog"/></entry>
        <entry><title>Tides &amp; moons</title><id>urn:1</id><author><name>Ada</name></author><dc:issued>1931</dc:issued>
        <summary type="html">By &lt;b&gt;hand&lt;/b&gt;.</summary>
        <link rel="http://opds-spec.org/acquisition" href="1.epub" type="application/epub+zip" length="2048"/>
        <link rel="http://opds-spec.org/acquisition/open-access" href="1.pdf" type="application/pdf"/>
        <link rel="http://opds-spec.org/acquisition/buy" href="buy" type="text/html"/>
        <link rel="http://opds-spec.org/image" href="1.png" type="image/png"/></entry>
        </feed>
        """, "http://books.example.org/shelf", "application/atom+xml")

    static let opdsJSON = document(
        #"""
        {"metadata": {"title": "Shelf"}, "links": [{"rel": "next", "href": "?page=2"}],
         "navigation": [{"href": "new", "title": "New", "type": "application/opds+json"}],
         "publications": [{"metadata": {"identifier": "urn:1", "title": "Tides", "author": ["Ada"]},
           "links": [{"rel": "http://opds-spec.org/acquisition", "href": "1.pdf", "type": "application/pdf"}]}],
         "groups": [{"metadata": {"title": "Old"}, "publications": [
           {"metadata": {"title": "Moons"}, "links": [
             {"rel": "http://opds-spec.org/acquisition/borrow", "href": "b", "type": "application/epub+zip"}]}]}]}
        """#, "http://books.example.org/shelf.json", "application/opds+json")

    static let oaiPMH = document(
        """
        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-01-01</responseDate>
        <request verb="ListRecords">http://x.example.org/oai</request><ListRecords>
        <record><header><identifier>oai:x:1</identifier><setSpec>a:b</setSpec><setSpec>c</setSpec></header>
        <metadata><dc xmlns="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:d="http://purl.org/dc/elements/1.1/">
        <d:title>Tides &amp; moons</d:title><d:creator>Ada</d:creator><d:creator>Bea</d:creator>
        <d:identifier>https://x.example.org/1</d:identifier><d:identifier>http://x.example.org/1.pdf</d:identifier>
        <d:language>en</d:language></dc></metadata></record>
        <record><header><identifier>oai:x:2</identifier></header><metadata>
        <dc xmlns="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:d="http://purl.org/dc/elements/1.1/">
        <d:title>Paper only</d:title></dc></metadata></record>
        </ListRecords></OAI-PMH>
        """, "http://x.example.org/oai?verb=ListRecords&metadataPrefix=oai_dc", "text/xml")

    static let s3 = document(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shelf</Name><Prefix/>
        <IsTruncated>false</IsTruncated>
        <Contents><Key>readme.txt</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>5</Size></Contents>
        <Contents><Key>a/b/</Key><Size>0</Size></Contents>
        <Contents><Key>a/b/x y.pdf</Key><ETag>"d41d8cd98f00b204e9800998ecf8427e"</ETag><Size>12</Size></Contents>
        <Contents><Key>a/b/é+1.txt</Key><Size>0</Size></Contents>
        </ListBucketResult>
        """, "http://s3.example.org/shelf?list-type=2", "application/xml")

    static let webDAV = document(
        """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:x="urn:x">
        <D:response><D:href>/tide%20tables/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype>
        </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
        <D:response><D:href>/tide%20tables/old/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/>
        </D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
        <D:response><D:href>/tide%20tables/March%20%C3%A9.pdf</D:href><D:propstat><D:prop>
        <D:getcontentlength>12</D:getcontentlength><D:getcontenttype>application/pdf</D:getcontenttype>
        <D:getlastmodified>Mon, 02 Mar 2026 09:00:00 GMT</D:getlastmodified><D:resourcetype/></D:prop>
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><x:owner/></D:prop>
        <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>
        <D:response><D:href>http://dav.example.org/tide%20tables/b.txt</D:href><D:propstat><D:prop><D:resourcetype/>
        </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
        </D:multistatus>
        """, "http://dav.example.org/tide%20tables/", "application/xml")
}
