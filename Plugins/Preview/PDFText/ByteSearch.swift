import Foundation

extension Data {
    /// Calls a closure with the places of some bytes, in order, until it says that it has enough.
    ///
    /// `Data.range(of:)` copies all of the data for each call.
    ///
    /// - Parameters:
    ///   - mark: the bytes; at least one.
    ///   - body: gets all bytes, and the place; returns whether to go on.
    func search(for mark: String, _ body: (_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool) {
        var mark = mark
        mark.withUTF8 { mark in
            withUnsafeBytes { bytes in
                guard let first = mark.first, let start = bytes.baseAddress else { return }
                var place = 0
                while place + mark.count <= bytes.count,
                    let found = memchr(start + place, Int32(first), bytes.count - mark.count + 1 - place)
                {
                    place = UnsafeRawPointer(found) - start
                    if bytes[place..<(place + mark.count)].elementsEqual(mark), !body(bytes, place) { return }
                    place += 1
                }
            }
        }
    }
}
