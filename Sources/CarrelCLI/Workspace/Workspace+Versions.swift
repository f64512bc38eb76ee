import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// What every command about the versions of a document needs: a stored document, and a version that is there.
extension Workspace {
    /// Refuses an item without a document.
    func checkIsStored(_ row: LibraryView.Row, _ desk: Desk) async throws {
        guard row.document == nil else { return }
        let error = StoreError.notStored(row.item.title)
        throw CommandError(
            of: invocation.command, "\(error.subject): \(error.reason)\(try await fetching(row, desk))")
    }

    /// Says that what is shown of an item is the version before, where its document waits for its name.
    func tellUnnamed(_ row: LibraryView.Row) {
        guard row.isUnnamed, !row.isMissing else { return }
        let note = "the new version waits for its name, and this is the one before"
        LineWriter.error.line("note: \(row.item.title): \(note)".singleLine)
    }

    /// Refuses a version that is not there.
    func check(version number: Int, of row: LibraryView.Row, _ desk: Desk) async throws {
        try await checkIsStored(row, desk)
        guard try await !desk.versions(of: row.documentKey).contains(where: { $0.number == number }) else {
            return
        }
        let name = try await name(of: row, desk)
        throw CommandError(
            of: invocation.command,
            "\(name): there is no version \(number). See which there are: carrel versions \(ShellWord.operands(name))"
        )
    }

    /// How to get an item's document, or why nobody can; the rest of a sentence.
    func fetching(_ row: LibraryView.Row, _ desk: Desk) async throws -> String {
        // Another try would most likely bring the same.
        if row.isSetAside { return ". " + Remedy.accept.commandWords }
        if let refusal = row.fetchRefusal { return ": it is \(refusal.words)" }
        let error = StoreError.notStored(
            row.item.title, operands: ShellWord.operands(try await name(of: row, desk)))
        return error.remedy.map { ". \($0)" } ?? ""
    }

    /// How the person names an item: as it was given, if that names nothing else.
    private func name(of row: LibraryView.Row, _ desk: Desk) async throws -> String {
        let finder = try await view(desk).finder
        let operands = invocation.operands
        if operands.count == 1, (try? finder.items(ItemSelection(operands)))?.count == 1 {
            return operands[0]
        }
        return finder.address(of: row)
    }
}
