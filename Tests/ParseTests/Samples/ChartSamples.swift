extension Samples {
    static let chart = document(
        #"""
        {"feed": {"title": {"label": "Top Free Applications"}, "entry": [
          {"im:name": {"label": "Plain"}, "im:artist": {"label": "Ada"},
           "im:image": [{"label": "http://art.example.org/1/53.png", "attributes": {"height": "53"}},
                        {"label": "100.png", "attributes": {"height": "100"}}],
           "im:contentType": {"im:contentType": {"attributes": {"label": "Album"}}, "attributes": {"label": "Music"}},
           "im:price": {"label": "Free"}, "category": {"attributes": {"label": "Tools"}},
           "im:releaseDate": {"label": "2013-03-01T00:00:00-07:00", "attributes": {"label": "March 1, 2013"}},
           "link": [{"attributes": {"rel": "enclosure", "type": "video/x-m4v", "href": "preview.m4v"}},
                    {"attributes": {"rel": "alternate", "type": "text/html", "href": "/app/1"}}],
           "rights": {"label": "© Ada"}, "summary": {"label": "<p>One <b>bold</b> line.</p>"},
           "id": {"label": "http://charts.example.org/app/1", "attributes": {"im:id": "901"}}},
          {"im:name": {"label": "Bare"}}],
         "id": {"label": "http://charts.example.org/us/rss/topfreeapplications/limit=25/json"}}}
        """#, "http://charts.example.org/us/rss/chart.json", "text/javascript")

    static let places = document(
        #"""
        {"places": {"total": 2, "place": [
          {"place_id": "P-1", "_content": "London, England, United Kingdom", "woe_name": "London",
           "photo_count": "1734", "latitude": 51.506, "longitude": "-0.127",
           "place_url": "/United+Kingdom/England/London"},
          {"place_id": "P 2", "_content": "Singapore", "photo_count": 275}]}, "stat": "ok"}
        """#, "http://api.example.org/lists/places.json", "application/json")

    static let photos = document(
        #"""
        jsonFlickrApi({"photos": {"page": 1, "pages": "3", "total": "5", "photo": [
          {"id": "990", "owner": "1@N0", "secret": "aa1", "server": "7885", "farm": 8, "title": "Title",
           "description": {"_content": "A <b>bold</b> one.\n\nSecond."}, "dateupload": "1448928001",
           "ownername": "ada", "originalsecret": "cc1", "originalformat": "png", "latitude": "53.410",
           "longitude": "-2.978", "tags": "one two", "datetaken": "2015-11-30 12:00:00"},
          {"id": 991, "secret": "aa2", "server": 7885, "farm": "8", "title": ""}]}, "stat": "ok"});
        """#, "http://api.example.org/photos.js", "text/javascript")

    static let failure = document(
        #"{"stat": "fail", "code": 100, "message": "Invalid API Key (Key has invalid format)"}"#,
        "http://api.example.org/photos.js", "text/javascript")
}
