import CarrelBasics
import CarrelMarkup

/// Reads a formula in MathML: the TeX that it was made from, where the page keeps it, or else one made from its elements.
struct FormulaReader {
    /// Whether the formula stands on a line of its own.
    private(set) var isDisplay = false

    fileprivate struct Part {
        var name: String
        var children: [String] = []
        /// A fraction without a line.
        var isBinomial = false
        /// The child that is a binomial and stands in place of its opening bracket, too.
        var openBinomial: Int?
    }
    private var parts: [Part] = []
    private var alternative: String?
    private var annotation: [UInt8]?
    private var source: String?
    private var size = 0
    // Nobody reads a longer formula.
    private static let maxSize = 64 << 10
    // The elements whose children are told apart by their places, an empty one, too.
    private static let places: Set<String> = [
        "mfrac", "mroot", "msup", "mover", "msub", "munder", "msubsup", "munderover", "mtr", "mtable",
    ]

    mutating func start(_ name: UnsafeRawBufferPointer, _ attributes: MarkupAttributes) {
        let name = String(decoding: name.prefix(32), as: UTF8.self)
        var isBinomial = false
        for (key, value) in attributes {
            switch (name, String(decoding: key.prefix(16), as: UTF8.self)) {
            case ("math", "alttext"):
                alternative = String(decoding: value.prefix(Self.maxSize), as: UTF8.self)
            case ("math", "display"): isDisplay = value.elementsEqual("block".utf8)
            case ("math", "mode"): isDisplay = isDisplay || value.elementsEqual("display".utf8)
            case ("annotation", "encoding"):
                let encoding = String(decoding: value.prefix(32), as: UTF8.self).lowercased()
                if encoding.contains("tex") { annotation = [] }
            case ("mfrac", "linethickness"): isBinomial = Self.isNone(value)
            default: break
            }
        }
        parts.append(Part(name: name, isBinomial: isBinomial))
    }

    /// Whether a length is that of no line, whatever its unit.
    private static func isNone(_ length: UnsafeRawBufferPointer) -> Bool {
        let number = length.prefix { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
        return !number.isEmpty && number.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard size < Self.maxSize else { return }
        size += bytes.count
        if annotation != nil {
            annotation? += bytes
        } else if !parts.isEmpty, !bytes.allSatisfy(\.isSpace) {
            let text = String(decoding: bytes, as: UTF8.self).singleLine
            if !text.isEmpty { parts[parts.count - 1].children.append(text) }
        }
    }

    mutating func end() {
        guard let part = parts.popLast() else { return }
        if part.name == "annotation", let bytes = annotation {
            source = String(decoding: bytes, as: UTF8.self)
            annotation = nil
            return
        }
        let text = part.text
        if let last = parts.indices.last, !text.isEmpty || Self.places.contains(parts[last].name) {
            parts[last].add(text, isBinomial: part.isBinomial)
        }
    }

    /// The formula after its last element, in TeX as far as can be told.
    mutating func finished() -> String? {
        let own = parts.first?.text ?? ""
        parts.removeAll()
        let text = (source ?? alternative ?? own).singleLine
        guard text.hasPrefix(#"{\displaystyle "#), text.hasSuffix("}") else { return text.nonEmpty }
        return String(text.dropFirst(#"{\displaystyle "#.count).dropLast()).singleLine
    }
}

extension FormulaReader.Part {
    /// Adds a child; TeX writes the brackets around a binomial by itself.
    fileprivate mutating func add(_ child: String, isBinomial: Bool) {
        if isBinomial, children.last == "(" {
            children[children.count - 1] = child
            openBinomial = children.count - 1
        } else if child == ")", let open = openBinomial, open == children.count - 1 {
            openBinomial = nil
        } else {
            children.append(child)
        }
    }

    /// The element in TeX.
    fileprivate var text: String {
        func child(_ index: Int) -> String { index < children.count ? children[index] : "" }
        func group(_ index: Int) -> String {
            child(index).count == 1 ? child(index) : "{\(child(index))}"
        }
        switch name {
        case "annotation", "annotation-xml": return ""
        case "mfrac" where isBinomial: return "\\binom{\(child(0))}{\(child(1))}"
        case "mfrac": return "\\frac{\(child(0))}{\(child(1))}"
        case "msqrt": return "\\sqrt{\(children.joined(separator: " "))}"
        case "mroot": return "\\sqrt[\(child(1))]{\(child(0))}"
        case "msup", "mover": return "\(child(0))^\(group(1))"
        case "msub", "munder": return "\(child(0))_\(group(1))"
        case "msubsup", "munderover": return "\(child(0))_\(group(1))^\(group(2))"
        case "mtr": return children.joined(separator: " & ")
        case "mtable": return children.joined(separator: " \\\\ ")
        case "semantics": return child(0)
        default: return children.joined(separator: " ")
        }
    }
}
