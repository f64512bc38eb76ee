import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading

/// What one answer of a bucket says, before keys become addresses.
struct S3List: CatalogXMLReader {
    static let kind = "a list of a bucket"
    static let namespaces = [
        "http://s3.amazonaws.com/doc/2006-03-01/": "", "http://doc.s3.amazonaws.com/2006-03-01": "",
    ]
    static let roots: Set<String> = ["ListBucketResult", "Error"]
    static let parts: Set<String> = [
        "Contents", "CommonPrefixes", "Name", "IsTruncated", "NextContinuationToken", "NextMarker",
        "EncodingType",
        "Code", "Message",
    ]

    /// One object.
    struct Object {
        var key: String
        var size: String?
        var modified: String?
        var tag: String?
        var storage: String?
        var line: Int
    }

    let budget: CatalogBudget
    var problems = ProblemList()
    private(set) var objects: [Object] = []
    private(set) var prefixes: [String] = []
    private(set) var values: [String: String] = [:]
    var isUsable: Bool { !objects.isEmpty || !prefixes.isEmpty || values["Name"] != nil || failure != nil }

    init(_ budget: CatalogBudget) { self.budget = budget }

    /// The error that the server answered with instead of a list.
    var failure: String? {
        guard let code = values["Code"] else { return nil }
        return [code, values["Message"]].compactMap(\.self).joined(separator: ": ").titleText
    }

    mutating func take(_ part: MarkupElement, line: Int) {
        switch part.name {
        case "Contents":
            guard let key = part.first("Key")?.text, !key.isEmpty else {
                problems.add("line \(line)", "an object without a key", gap: .lasting)
                return
            }
            guard budget.takeItem() else { return }
            objects.append(
                Object(
                    key: key, size: part.line("Size"), modified: part.line("LastModified"),
                    tag: part.line("ETag"), storage: part.line("StorageClass"), line: line))
        case "CommonPrefixes":
            for prefix in part.all("Prefix") where !prefix.text.isEmpty {
                guard budget.takeItem() else { return }
                prefixes.append(prefix.text)
            }
        default: values[part.name] = values[part.name] ?? part.text.trimmed
        }
    }

    /// Whether the list goes on.
    var isTruncated: Bool { values["IsTruncated"]?.lowercased() == "true" }
    /// Whether keys are percent-encoded.
    var isEncoded: Bool { values["EncodingType"]?.lowercased() == "url" }
}
