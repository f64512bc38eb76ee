import CarrelBasics

extension EventRow: DirectJSON {
    /// The row as one line, as an encoder would write it: every key, in the order of the keys.
    var lineText: String {
        var line = JSONObjectText()
        line.add("action", action)
        line.add("bytes", bytes)
        line.add("catalog", catalog)
        line.add("catalogName", catalogName)
        line.add("collection", collection)
        line.add("collections", collections)
        line.add("deferred", deferred)
        line.add("downloaded", downloaded)
        line.add("duplicates", duplicates)
        line.add("event", event)
        line.add("failed", failed)
        line.add("item", item)
        line.add("listed", listed)
        line.add("meetings", meetings)
        line.add("new", new)
        line.add("news", news)
        line.add("orphaned", orphaned)
        line.add("parked", parked)
        line.add("parser", parser)
        line.add("path", path)
        line.add("place", place)
        line.add("quarantined", quarantined)
        line.add("reason", reason)
        line.add("seconds", seconds)
        line.add("sha256", sha256)
        line.add("since", since)
        line.add("title", title)
        line.add("total", total)
        line.add("unavailable", unavailable)
        line.add("unchanged", unchanged)
        line.add("unreached", unreached)
        line.add("unread", unread)
        line.add("updated", updated)
        line.add("url", url)
        line.add("version", version)
        return line.text
    }
}
