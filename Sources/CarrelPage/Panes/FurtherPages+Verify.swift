import CarrelCore
import CarrelFrontEnd
import CarrelHTML

/// Verifying the library.
extension FurtherPages {
    /// How far a verification is, or what it found.
    func verify(_ progress: LibraryCheck.Progress?) -> Markup {
        let again: Markup =
            progress?.isRunning == true
            ? "<noscript><p><a href=\"/verify\">\(context.text(.refresh))</a></p></noscript>"
            : "<div class=\"actions\">\(context.button("verify", .verifyAll, [], kind: "main"))</div>"
        return page(
            .verify,
            "<p>\(context.text(.verifySays))</p>\(Markup.when(progress, outcome))\(again)")
    }

    private func outcome(_ progress: LibraryCheck.Progress) -> Markup {
        if progress.isRunning {
            return
                "<p class=\"outcome\" data-running>\(context.text(.verifiedSoFar, String(progress.total)))</p>"
        }
        let failure = Markup.when(progress.failure) {
            "<p class=\"reason\">\(Sentence.of($0, context.language))</p>"
        }
        let findings = progress.findings.map { finding -> Markup in
            let reason: Markup? =
                finding.isRepaired
                ? "\(context.text(repaired(finding)))" : finding.reason.map { Markup.english($0) }
            return """
                <li data-state="\(finding.state.rawValue)"><span class="word">\(word(finding.state))</span> \
                <span>\(.isolated(finding.name))\(Markup.when(reason) { "<span class=\"soft\"> · \($0)</span>" })</span></li>
                """
        }
        let repair = Markup.when(
            progress.repairable > 0 && !progress.repairs,
            "<div class=\"actions\">\(context.sureButton("repair", .fetchAgain, says: context.text(.fetchAgainSays), []))</div>"
        )
        return """
            \(failure)<p class="outcome">\(summary(progress))</p>\
            \(.when(!findings.isEmpty, "<ol class=\"findings\">\(findings)</ol>"))\(repair)
            """
    }

    /// What becomes of a document that was repaired.
    private func repaired(_ finding: Verification) -> Phrase {
        if finding.isFetchedOnRequest { return .onDemand }
        // What is missing cannot be set aside.
        return finding.state == .missing ? .missingAgain : .setAsideAgain
    }

    private func summary(_ progress: LibraryCheck.Progress) -> String {
        let states: [Verification.State] = [
            .intact, .edited, .damaged, .missing, .moved, .unreadable, .changing, .stray, .unlisted,
        ]
        return states.compactMap { state in
            let count = progress.counts[state] ?? 0
            return count > 0 || state == .intact ? "\(count) \(word(state))" : nil
        }.joined(separator: ", ")
    }

    private func word(_ state: Verification.State) -> String {
        switch state {
        case .intact: context.text(.isIntact)
        case .edited: context.text(.isEdited)
        case .damaged: context.text(.isDamaged)
        case .missing: context.text(.isMissing)
        case .moved: context.text(.isMoved)
        case .unreadable: context.text(.isUnreadable)
        case .changing: context.text(.isChanging)
        case .stray: context.text(.isStray)
        case .unlisted: context.text(.isUnlisted)
        }
    }
}
