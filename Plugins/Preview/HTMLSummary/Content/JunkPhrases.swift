import CarrelBasics

/// What lines say that templates put between the paragraphs of articles, in the languages that are met most often.
enum JunkPhrases {
    /// Goes through the phrases of a text, which line ends and middle dots divide.
    ///
    /// By bytes, as every command that shows a page pays for it.
    private static func forEachPhrase(_ text: String, _ body: ([UInt8]) -> Void) {
        var phrase: [UInt8] = []
        func end() {
            while phrase.last == 0x20 { phrase.removeLast() }
            if !phrase.isEmpty { body(phrase) }
            phrase.removeAll(keepingCapacity: true)
        }
        for byte in text.utf8 {
            switch byte {
            case 0x0A: end()
            // The second byte of a middle dot, where the first one is before it.
            case 0xB7 where phrase.last == 0xC2:
                phrase.removeLast()
                end()
            case 0x20 where phrase.isEmpty: break
            default: phrase.append(byte)
            }
        }
        end()
    }

    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        forEachPhrase(text) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }

    private static func words(_ text: String) -> ByteWords<Bool> {
        var words = ByteWords<Bool>(room: 300)
        forEachPhrase(text) { words[StableHash($0)] = true }
        return words
    }

    /// Lines that say nothing else.
    static let whole = words(
        """
        advertisement · advertising · ad · ads · sponsored · sponsored content · promoted · anzeige · werbung
        publicité · publicidad · pubblicità · reklama · story continues below advertisement
        story continues below · article continues below · article continues after advertisement
        article continues below advertisement · advertisement - continue reading below · continue reading below
        continue reading the main story · continue reading · read more · read more here · read next · read also
        share · share this · share this article · share this story · share this post · share this page
        share on facebook · share on twitter · tweet · email · print · save · pin it · like this · comment
        comments · leave a comment · add a comment · post a comment · view comments · show comments · no comments
        related · related articles · related stories · related posts · related content · related topics
        related links · related coverage · related news · more stories · more on this story
        more from this author · recommended · recommended for you · recommended stories · you may also like
        you might also like · most read · most popular · trending · trending now · top stories · latest news
        popular posts · see also this · sign up · subscribe · subscribe now · log in · newsletter
        sign up for our newsletter · follow us · follow us on twitter · follow · tags · topics · filed under
        loading · play video · watch · video · photo · photos · image · close · menu · skip to content
        skip to main content · back to top · top · top of page · reply · quote · report · permalink · edit
        up next · next · previous · mehr zum thema · lesen sie auch · auch interessant · teilen · drucken
        kommentare · à lire aussi · lire aussi · partager · commentaires · lee también · compartir · comentarios
        leggi anche · condividi · commenti · читайте также · 相关阅读 · 相关新闻 · 分享到 · about the author · about author
        image copyright getty images · getty images · reuters · disclaimer · view gallery · view all · show more
        see more · load more · all rights reserved · subscribe to our newsletter · sponsored by
        promoted content · from the web · around the web · from our partners · paid content · editor's picks
        editors' picks · editors’ picks · what to read next · more to read · more like this · in this article
        on this page · key words · your email address will not be published · be the first to comment
        previous article · next article · previous post · next post · follow this author · send us a tip
        report a typo · report an error · corrections · copy link · link copied · embed · transcript
        toggle caption · enlarge this image · hide caption · expand · read full article · read the full story
        supported by · contact us · privacy policy · terms of use · cookie policy
        """)

    static let headingBeginnings = lines(
        """
        related: · related story · more from · recommended: · you may also like · leave a comment · see also:
        read also · also read · mehr zum thema · lesen sie auch · lire aussi · lee también · leggi anche
        """)

    static let linkBeginnings = lines(
        """
        read more · read: · read also · also read · related: · related story · see also: · more: · watch:
        watch now · listen: · must read · don't miss · don’t miss · click here · sign up · subscribe · follow
        continue reading · recommended: · share · view comments · more from · more on · lesen sie · mehr zum thema
        lire aussi · à lire · lee también · leggi anche · читайте также · you may also like · leave a comment
        """)

    /// Beginnings of any line.
    static let beginnings = lines(
        """
        read more: · read also: · also read: · see also: · related: · related article · recommended: · more:
        image copyright · image caption · media caption · media playback is · photo credit · photo by · photo:
        photo/ · photograph: · image: · image credit · picture: · credit: · tags: · filed under · posted in · posted by · posted on · categories: · category: · topics:
        share this · follow us on · sign up for · sign up to · subscribe to · click here to · advertisement
        download our app · get the app · join our · this story has been shared · thank you for reading
        thanks for reading · enter your email · all rights reserved · last updated · last modified · updated:
        published: · lire aussi : · à lire aussi : · lesen sie auch: · lee también: · leggi anche: · foto: · bild:
        quelle: · crédit photo · follow @ · follow us · find us on · like us on · sign up here · have a tip
        got a tip · if you enjoyed this · support our · become a member · posted in: · source: getty
        listen to this article · this article was amended on · click to · tap to · swipe to
        """)
}
