/// Everything that the page says by itself, in every language that it speaks.
///
/// `%@` stands for what is put in, in order.
enum Phrase: String, Sendable, CaseIterable {
    // Places
    case library, items, document, search, news, quarantine, week, converter, addCatalog, skipToItems, back
    // States
    case notAvailable, available, downloading, failed, setAside, discarded, ignored, stored, updateAvailable,
        new,
        updated, edited, unnamed, unlisted, missing, paused
    // Actions
    case download, tryAgain, cancel, accept, discard, sync, syncAll, refresh, markRead, markUnread, ignore,
        unignore, save, close, discardSays, discardSaysShortly, pullOn, letGo
    // Lists
    case filter, status, anyStatus, anyType, noItems, noMatch, oneItem, onePage, oneHit
    case itemCount, storedCount, newCount, failedCount, setAsideCount, previousPage, nextPage
    case kindPDF, kindPage, kindText, kindPicture, kindSound, kindFilm, kindArchive, kindOther
    case groupNew, groupStored, groupMissing, groupFailed, groupIgnored
    // Documents
    case oneSlide, slideCount, slideNumber, oneSheet, sheetCount, sheetNumber
    case oneChapter, chapterCount, chapterNumber, oneMessage, messageCount, messageNumber
    case pageNumber, pageCount, size, storedAt, mediaType, address, noPreviewBecause, notFetched, isLost,
        isUnnamed, isSetAside, isPaused,
        choose,
        showPages, showText, showPage, overview, contents, found, findInDocument, previousPlace, nextPlace,
        moreFound, originalFile, history, nothingTried, unchanged, versions, currentVersion,
        versionNumber,
        earlierVersion, laterVersion, compare, whatChanged, besideEachOther, sameText, comparedInPart,
        removedWords,
        addedWords,
        truncated, hasGaps
    // Searching
    case searchWords, noHits, hitCount, moreHits
    // Adding
    case pasteAddress, wrongAddress, emptyLibrary, emptyHint, name, optional, added
    case lookAt, addThis, alreadyKnown, title, readAs, toFetch, atLeast, onDemand, leftOut, collections,
        andMore, yes, no
    case examples, serveSamples, exampleCourse, exampleHandbook, exampleChart
    // Quarantine and news
    case nothingSetAside, otherSetAside, stillFetched, stillIgnored, nothingNew, markAllRead
    // Verifying
    case verify, verifySays, verifyAll, verifiedSoFar, fetchAgain, fetchAgainSays, setAsideAgain,
        missingAgain, isIntact,
        isEdited, isDamaged, isMissing, isMoved, isUnreadable, isChanging, isStray, isUnlisted
    // Live
    case working, doneOf, timeLeft, offline, unanswered, busy, busyHere, stopped
    // Applications
    case applications, recentlyViewed, chart, places, modules, today, now, nothingToday, leaveOut, takeIn,
        meetings,
        plan, map, mapFailed, north, onTheMap, backToWeek, openPlace, noPhotos, nothingViewed, noApplication,
        wholePhoto,
        previous, next, photoCount, kindLecture, kindTutorial, kindLab, kindMeeting, meters, time
    case data, temperature, from, to, swap, takeBack, clear, sign, convert, thousand, rounded, isNegative,
        tooCold,
        unitFault
    // Catalogues
    case settings, settingsOf, profile, asInProfile, ofAProfile, saved, notSaved,
        removeCatalog,
        removeSays, removeKeeping, removeWith, removed, removedFiles, leftFiles, setAsideFirst, undo,
        markedRead
    // Errors
    case noCatalog, noCollection, noItem, notFound, notAllowed, readOnly, failedBecause, libraryGone,
        tokenNeeded, token, enter, wrongToken, listsShow, fetchFirst, searchExample, askSooner,
        askLater, acceptAside
    case signInNeeded, personName, password, signIn, signOut, wrongPassword, tooManyTries, fromOtherSite, goOn
    // The page
    case smaller, larger, fit, firstItem, lastItem
    case keyMove, keyOpen, keyBack, keySearch, keyFilter, keyDo, keyPanes, keyPage, keyZoom, keyFind, keyHelp
    case language, theme, themeSystem, themeLight, themeDark, keys, menu

    /// The text in a language, with texts put in.
    func text(_ language: Language, _ arguments: String...) -> String { text(language, arguments) }

    /// The text in a language, with texts put in.
    func text(_ language: Language, _ arguments: [String]) -> String {
        let pattern = Phrases.table(language)[self] ?? rawValue
        guard !arguments.isEmpty else { return pattern }
        var parts = pattern.split(separator: "%@", omittingEmptySubsequences: false)[...]
        var result = String(parts.popFirst() ?? "")
        for (part, argument) in zip(parts, arguments) { result += argument + part }
        return result
    }
}

/// The tables of texts.
enum Phrases {
    static func table(_ language: Language) -> [Phrase: String] {
        switch language {
        case .english: english
        case .german: german
        }
    }
}
