import CarrelBasics
import CarrelDigest
import CarrelModel
import CarrelStages
import Foundation
import Synchronization

/// The names that Carrel gives in its own folders.
///
/// Nothing else is ever removed there.
package enum OwnName {
    /// The suffixes of what belongs to an unfinished document.
    package enum Part: String, CaseIterable {
        /// Its bytes.
        case bytes = ".part"
        /// Its note.
        case note = ".note"
        /// Its note while it is written.
        case newNote = ".note-new"
    }

    /// A stem that stands for a key: 128 bits, so that two keys of one library never share it.
    package static func stem(_ key: ItemKey) -> String {
        let parts = [key.catalog, key.collection, key.item].map { $0 + "\0" }
        return String(SHA256.digits(of: parts.joined().utf8).prefix(32))
    }

    /// The stem and the kind of a name that belongs to an unfinished document; `nil` for any other.
    package static func part(_ name: String) -> (stem: String, part: Part)? {
        for part in Part.allCases where name.hasSuffix(part.rawValue) {
            let stem = name.dropLast(part.rawValue.utf8.count)
            guard stem.utf8.count == 32, stem.utf8.allSatisfy(isHexadecimal) else { continue }
            return (String(stem), part)
        }
        return nil
    }

    // MARK: Whole documents without a name

    /// A name for a whole document that no earlier one had.
    package static func newToken() -> String {
        let number = tokens.wrappingAdd(1, ordering: .relaxed).newValue
        return tokenPrefix + String(number, radix: 36) + whole
    }

    /// Tells this process' documents from those of all others.
    private static let tokenPrefix = String(UInt64.random(in: .min ... .max), radix: 36) + "-"
    private static let tokens = Atomic<Int>(0)
    private static let whole = ".whole"

    /// Whether this process made a token, so that what has it is known to be a file.
    package static func isOurs(_ token: String) -> Bool { token.hasPrefix(tokenPrefix) }

    /// Whether a name is one that `newToken` could have made.
    package static func isToken(_ name: String) -> Bool {
        guard name.hasSuffix(whole) else { return false }
        let numbers = name.utf8.dropLast(whole.utf8.count)
        guard let dash = numbers.firstIndex(of: UInt8(ascii: "-")) else { return false }
        return isBase36(numbers[..<dash]) && isBase36(numbers[numbers.index(after: dash)...])
    }

    /// Checks that a token is one that `newToken` could have made.
    package static func check(token: String) throws(StoreError) {
        guard isToken(token) else { throw .notStaged(token) }
    }

    // MARK: The quarantine

    /// Whether a name is one that documents get in the quarantine: a safe one with a suffix.
    package static func isAside(_ name: String) -> Bool {
        guard DocumentName.isSafeComponent(name), let mark = name.utf8.lastIndex(of: UInt8(ascii: "~")) else {
            return false
        }
        let token = name.utf8[name.utf8.index(after: mark)...].prefix { $0 != UInt8(ascii: ".") }
        return mark != name.startIndex && isBase36(token)
    }

    /// Checks that a name is one that documents get in the quarantine.
    package static func check(aside name: String) throws(StoreError) {
        guard isAside(name) else {
            throw StoreError(
                .invalidName, subject: String(name.prefix(100)), reason: "not a name in the quarantine")
        }
    }

    // MARK: Characters

    package static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// Whether bytes are a number of at most 64 bits in base 36.
    package static func isBase36(_ bytes: some Collection<UInt8>) -> Bool {
        (1...13).contains(bytes.count)
            && bytes.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
}

extension StoreError {
    /// The error for a token that no store could have made.
    package static func notStaged(_ token: String) -> StoreError {
        StoreError(.invalidName, subject: String(token.prefix(100)), reason: "not a staged document")
    }
}
