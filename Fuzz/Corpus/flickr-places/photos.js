jsonFlickrApi({"photos": {"page": 1, "pages": "3", "total": "5", "photo": [
 {"id": "990", "owner": "1@N0", "secret": "aa1", "server": "7885", "farm": 8, "title": "Title",
  "description": {"_content": "A <b>bold</b> one.\n\nSecond."}, "dateupload": "1448928001",
  "ownername": "ada", "originalsecret": "cc1", "originalformat": "png", "latitude": "53.410",
  "longitude": "-2.978", "tags": "one two", "datetaken": "2015-11-30 12:00:00"},
 {"id": 991, "secret": "aa2", "server": 7885, "farm": "8", "title": ""}]}, "stat": "ok"});
