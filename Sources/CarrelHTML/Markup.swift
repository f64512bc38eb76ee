import CarrelBasics

/// HTML as it is sent.
///
/// A literal is markup; what is interpolated into it is text, and escaped, unless it is markup itself. So nothing from a
/// catalogue or a document becomes an element, an attribute or a URL with a scheme of its own by oversight.
package struct Markup: Sendable, ExpressibleByStringInterpolation {
    /// The HTML.
    package private(set) var html: String

    /// Nothing.
    package static let none = Markup(trusted: "")

    /// HTML that is known to be well formed and safe.
    package init(trusted html: String) { self.html = html }

    package init(stringLiteral value: String) { html = value }

    package init(stringInterpolation: Interpolation) { html = stringInterpolation.html }

    /// Puts pieces of literals and texts together.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            html.reserveCapacity(literalCapacity * 2)
        }

        package mutating func appendLiteral(_ literal: String) { html += literal }

        /// Text from anywhere, on one line, without what acts on its surroundings.
        package mutating func appendInterpolation(_ text: String) { html += text.singleLine.markupEscaped }

        /// Text that keeps its lines.
        package mutating func appendInterpolation(lines text: String) {
            html += text.readable.markupEscaped
        }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { html += String(number) }

        package mutating func appendInterpolation(_ markup: Markup) { html += markup.html }

        package mutating func appendInterpolation(_ parts: [Markup]) {
            for part in parts { html += part.html }
        }
    }

    /// Text from outside, without secrets, and with a direction of its own, so that it does not turn around what follows.
    package static func isolated(_ text: String) -> Markup { "<bdi>\(ShownText.of(text))</bdi>" }

    /// The markup if a condition holds.
    package static func when(_ condition: Bool, _ markup: @autoclosure () -> Markup) -> Markup {
        condition ? markup() : none
    }

    /// The markup for a value, if there is one.
    package static func when<Value>(_ value: Value?, _ markup: (Value) -> Markup) -> Markup {
        value.map(markup) ?? none
    }

    /// What a link says where it leads to what is shown.
    package static func current(_ isCurrent: Bool) -> Markup {
        when(isCurrent, " aria-current=\"true\"")
    }
}
