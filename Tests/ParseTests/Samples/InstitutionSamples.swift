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
}
