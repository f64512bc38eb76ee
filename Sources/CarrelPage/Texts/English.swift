extension Phrases {
    static let english: [Phrase: String] = [
        .library: "Library", .items: "Items", .document: "Document", .search: "Search", .news: "New",
        .quarantine: "Set aside", .week: "Week", .converter: "Converter", .addCatalog: "Add a catalogue",
        .skipToItems: "Skip to the items", .back: "Back",

        .notAvailable: "Not available yet", .available: "Not fetched", .downloading: "Fetching",
        .failed: "Failed", .setAside: "Set aside", .discarded: "Discarded", .ignored: "Ignored",
        .stored: "Stored", .updateAvailable: "Update available", .new: "New", .updated: "Updated",
        .edited: "Changed on disk", .unlisted: "No longer listed", .waiting: "Waiting",

        .download: "Download", .view: "View", .tryAgain: "Try again", .cancel: "Cancel", .accept: "Accept",
        .discard: "Discard", .sync: "Sync", .syncAll: "Sync all", .refresh: "Refresh", .open: "Open",
        .markRead: "Mark as read", .markUnread: "Mark as unread", .ignore: "Ignore",
        .unignore: "No longer ignore", .add: "Add", .remove: "Remove", .save: "Save", .why: "Why?",
        .close: "Close",

        .filter: "Filter", .status: "Status", .anyStatus: "Any status", .anyType: "Any type",
        .oneItem: "1 item", .onePage: "1 page", .oneHit: "1 document",
        .noItems: "This collection lists no items.",
        .noMatch: "No item matches the filter.", .itemCount: "%@ items", .storedCount: "%@ stored",
        .newCount: "%@ new", .failedCount: "%@ failed", .previousPage: "Previous items",
        .nextPage: "Next items",
        .kindPDF: "PDF", .kindPage: "Pages", .kindText: "Text", .kindPicture: "Pictures", .kindSound: "Sound",
        .kindFilm: "Film", .kindArchive: "Archives", .kindOther: "Other",
        .groupNew: "New", .groupStored: "Stored", .groupMissing: "Not stored", .groupFailed: "Failed",
        .groupIgnored: "Ignored",

        .pageNumber: "Page %@", .pageCount: "%@ pages", .size: "Size", .storedAt: "Stored",
        .mediaType: "Type", .address: "Address", .textOfPage: "Text of page %@",
        .noPreview: "There is no preview of this document.",
        .notFetched: "This document has not been fetched yet.", .choose: "Choose an item to see it here.",
        .showPages: "Pages", .showText: "Text", .showPage: "Page", .originalFile: "Original file",
        .history: "What was tried", .nothingTried: "Nothing was tried yet.", .versions: "Versions",
        .currentVersion: "Current version", .truncated: "The text goes on in the document.",

        .searchWords: "Search all documents", .noHits: "Nothing was found.", .hitCount: "%@ documents",
        .onPage: "page %@",

        .pasteAddress: "Paste the address of a catalogue", .emptyLibrary: "This library is empty.",
        .emptyHint: "A catalogue is a page of links, a list of course notes, a feed, a chart or a timetable.",
        .name: "Name", .optional: "optional", .added: "Added “%@”.",
        .examples: "To try it without a network",
        .serveSamples: "In a clone of Carrel, this serves the samples on your machine:",
        .exampleCourse: "Notes of a course", .exampleHandbook: "Carrel’s handbook", .exampleChart: "A chart",

        .promised: "Promised", .came: "Came", .nothingSetAside: "Nothing is set aside.",
        .nothingNew: "Nothing is new.", .markAllRead: "Mark all as read",

        .working: "Working", .offline: "The server does not answer. Trying again.",
        .busy: "Another process uses the library. Try again when it has finished.", .done: "Done",
        .stopped: "Stopped",

        .applications: "Applications", .recentlyViewed: "Recently viewed", .chart: "Chart", .places: "Places",
        .modules: "Modules", .today: "today", .now: "now", .nothingToday: "Nothing on this day.",
        .leaveOut: "Leave out", .takeIn: "Take in", .meetings: "Meetings", .plan: "Plan", .map: "Map",
        .mapFailed: "No map came from %@, so this is a plain plan.", .north: "North",
        .onTheMap: "On OpenStreetMap", .backToWeek: "Back to the week", .openPlace: "Read its photos",
        .noPhotos: "There are no photos of this place.", .nothingViewed: "Nothing was looked at yet.",
        .noApplication: "The library has no such catalogue.", .wholePhoto: "Whole photo",
        .previous: "Previous", .next: "Next", .photoCount: "%@ photos", .kindLecture: "Lecture",
        .kindTutorial: "Tutorial", .kindLab: "Lab", .kindMeeting: "Meeting", .meters: "%@ m", .time: "Time",

        .data: "Data", .temperature: "Temperature", .from: "From", .to: "To", .swap: "Swap",
        .takeBack: "Take back", .clear: "Clear", .sign: "Change the sign", .convert: "Convert",
        .thousand: "1 KB is 1000 bytes", .rounded: "Rounded to %@ digits",
        .isNegative: "A size is never negative.", .tooCold: "This is below absolute zero.",
        .unitFault: "This number cannot be converted.",

        .notFound: "There is no such page.", .notAllowed: "This page may not ask for that.",
        .failedBecause: "That did not work: %@",
        .libraryGone:
            "The library is no longer in %@. Mount its disk, or put the folder back; this page then goes on by itself.",
        .tokenNeeded: "This library asks for a token.",
        .token: "Token", .enter: "Enter", .wrongToken: "That is not the token.",
        .signInNeeded: "This library is for those who sign in.", .personName: "Name", .password: "Password",
        .signIn: "Sign in", .signOut: "Sign out", .wrongPassword: "That is not the password of that name.",
        .tooManyTries: "Too many tries. The next one may be made in %@ seconds.",

        .smaller: "Smaller", .larger: "Larger", .fit: "Fit", .firstItem: "This is the first item.",
        .lastItem: "This is the last item.",
        .keyMove: "Next and previous item", .keyOpen: "Show the item, or fetch it",
        .keyBack: "Back to the list", .keySearch: "Search all documents", .keyFilter: "Filter the list",
        .keyDo: "Download, try again or accept", .keyPanes: "To the library, to the document",
        .keyPage: "A page further", .keyZoom: "Enlarge a picture, reduce it, fit it, full size",
        .keyHelp: "These keys",

        .language: "Language", .theme: "Colours", .themeSystem: "Like the system", .themeLight: "Light",
        .themeDark: "Dark", .keys: "Keys", .menu: "Menu",
    ]
}
