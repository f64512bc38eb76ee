import CarrelBasics
import CarrelHTML

/// The converter: two fields, two lists of units, and keys to tap.
///
/// Without scripts every key and every choice sends the form, whose fields are the whole state.
struct ConverterPage: Sendable {
    let context: PageContext
    let state: ConverterState

    /// The page.
    var markup: Markup {
        let outcome = state.outcome(context.language)
        let categories = UnitCategory.allCases.map { category -> Markup in
            let checked = Markup.when(category == state.session.category, " checked")
            return """
                <label><input type="radio" name="category" value="\(category.rawValue)"\(checked)>\
                <span>\(context.text(category == .data ? .data : .temperature))</span></label>
                """
        }
        return """
            <div class="scroll" tabindex="-1"><form class="converter" action="/convert">\
            <h1 tabindex="-1">\(context.text(.converter))</h1>\
            <div class="segments" role="radiogroup" aria-label="\(context.text(.converter))">\(categories)</div>\
            <div class="sides"><div class="side"><label for="number">\(context.text(.from))</label>\
            <input id="number" name="number" inputmode="decimal" autocomplete="off" autofocus value="\(state.session.typed)">\
            \(list("from", .from, state.session.source))</div>\
            <button class="plain swap" name="key" value="swap">⇄ <span>\(context.text(.swap))</span></button>\
            <div class="side"><label for="result">\(context.text(.to))</label>\
            <output id="result" for="number from to">\(outcome.result)</output>\(list("to", .to, state.session.target))</div></div>\
            <p class="note-line" role="status">\(outcome.note)</p>\(keys)\
            <p class="line"><label class="thousand"\(Markup.when(state.session.category != .data, " hidden"))><input type="checkbox" name="si" value="1"\(Markup.when(state.session.dialect == .si, " checked"))> \
            \(context.text(.thousand))</label> <button class="plain send">\(context.text(.convert))</button></p></form></div>
            """
    }

    private func list(_ name: String, _ label: Phrase, _ chosen: String) -> Markup {
        let options = state.units.map { symbol -> Markup in
            let selected = Markup.when(symbol == chosen, " selected")
            return
                "<option value=\"\(symbol)\"\(selected)>\(Self.name(symbol, state.session.category))</option>"
        }
        return
            "<select id=\"\(name)\" name=\"\(name)\" size=\"9\" aria-label=\"\(context.text(label))\">\(options)</select>"
    }

    /// A unit as people write it.
    private static func name(_ symbol: String, _ category: UnitCategory) -> String {
        category == .temperature && symbol != "K" ? "°\(symbol)" : symbol
    }

    /// The keys; a phone shows them large.
    private var keys: Markup {
        let rows = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "-", "0", "."].map { key -> Markup in
            let label: Markup = key == "-" ? " aria-label=\"\(context.text(.sign))\"" : .none
            return "<button name=\"key\" value=\"\(key)\"\(label)>\(key == "-" ? "±" : key)</button>"
        }
        return """
            <div class="keypad">\(rows)<button name="key" value="back" class="wide-key">⌫ \(context.text(.takeBack))</button>\
            <button name="key" value="clear">\(context.text(.clear))</button></div>
            """
    }
}
