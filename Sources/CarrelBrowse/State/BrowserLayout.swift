import CarrelTerminal

/// Which pane is where: three on a wide screen, two on a middling one, one on a narrow one.
package struct BrowserLayout: Sendable, Hashable {
    /// The panes, from left to right.
    package enum Pane: Int, Sendable, Hashable, CaseIterable { case library, items, detail }

    /// The places of the panes that are seen; none for the others.
    package private(set) var areas: [Pane: ScreenArea] = [:]
    /// The columns of the lines between panes.
    package private(set) var borders: [Int] = []
    /// The line of the path; `nil` on a low screen.
    package let head: Int?
    /// The line of messages.
    package let foot: Int

    private static let (wide, middling) = (116, 68)

    /// Lays panes out.
    ///
    /// - Parameters:
    ///   - columns: the width of the screen.
    ///   - lines: its height.
    ///   - focus: the pane where the person is, which is always seen.
    ///   - isApplication: whether the second pane takes the place of the third one, too.
    package init(columns: Int, lines: Int, focus: Pane, isApplication: Bool) {
        head = lines > 5 ? 0 : nil
        foot = lines - 1
        let (top, height) = (lines > 5 ? 1 : 0, max(0, lines - (lines > 5 ? 2 : 1)))
        func area(_ column: Int, _ width: Int) -> ScreenArea {
            ScreenArea(column: column, line: top, columns: width, lines: height)
        }
        if columns >= Self.wide {
            let library = min(36, max(24, columns * 22 / 100))
            areas[.library] = area(0, library)
            borders = [library]
            let rest = columns - library - 1
            let items = isApplication ? rest : min(64, rest * 48 / 100)
            areas[.items] = area(library + 1, items)
            guard !isApplication else { return }
            borders.append(library + 1 + items)
            areas[.detail] = area(library + items + 2, rest - items - 1)
        } else if columns >= Self.middling, focus == .library || !isApplication {
            let pair: [Pane] = focus == .library ? [.library, .items] : [.items, .detail]
            let first = focus == .library ? min(36, columns * 38 / 100) : columns * 44 / 100
            areas[pair[0]] = area(0, first)
            borders = [first]
            areas[pair[1]] = area(first + 1, columns - first - 1)
        } else {
            areas[focus] = area(0, columns)
        }
    }

    /// The hours of a week, and its modules beside or below them; `nil` if neither is seen.
    func week(days: Int, modules: Int) -> (hours: ScreenArea, modules: ScreenArea)? {
        guard let area = body(.items)?.inset(top: -1) else { return nil }
        guard area.columns < 38 + WeekLines.leastDay * days else {
            return (area.inset(right: 32), area.inset(left: area.columns - 30))
        }
        let height = max(3, area.lines - min(modules + 1, area.lines / 3))
        return (
            ScreenArea(column: area.column, line: area.line, columns: area.columns, lines: height),
            area.inset(top: height)
        )
    }

    /// The part of a pane with rows or text.
    package func body(_ pane: Pane) -> ScreenArea? {
        areas[pane].map { $0.inset(left: 1, top: pane == .items ? 1 : 0, right: pane == .library ? 0 : 1) }
    }
}
