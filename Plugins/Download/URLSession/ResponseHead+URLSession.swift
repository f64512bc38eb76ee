import CarrelHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ResponseHead {
    /// Reads what URLSession tells of a head, in the order of the names because there is none of the lines.
    init(_ response: HTTPURLResponse, from url: URL) {
        let lines = response.allHeaderFields.map {
            let (name, value) = (String(describing: $0.key), String(describing: $0.value))
            return (name, name.lowercased() == "location" ? Self.single(value) : value)
        }
        self.init(
            status: response.statusCode, fields: HTTPFields(lines.sorted { $0.0 < $1.0 }), url: url)
    }

    /// The value of two equal lines that have come joined; any other value as it is, because an address may have commas.
    private static func single(_ joined: String) -> String {
        let values = joined.components(separatedBy: ", ")
        return values.count == 2 && values[0] == values[1] ? values[0] : joined
    }

    /// About how many bytes the head had at the most: the lines with their separators, and a status line.
    ///
    /// Lines of one name have come joined by a comma and a space: whatever stands between two of them may have been one.
    var approximateSize: Int {
        fields.lines.reduce(20) { size, line in
            let value = line.value.utf8
            let joints = zip(value, value.dropFirst()).count {
                $0 == UInt8(ascii: ",") && $1 == UInt8(ascii: " ")
            }
            return size + value.count + (1 + joints) * (line.name.utf8.count + 4)
        }
    }
}
