/// The words of classes and ids that suggest what an element is; two words that follow each other are written as one.
enum ClassWords {
    /// The hints of each word.
    static let table: ByteWords<ClassHints> = {
        var table = ByteWords<ClassHints>(room: 700)
        for (hint, words) in lists { table.add(words) { ($0 ?? []).union(hint) } }
        return table
    }()

    private static let lists: [(ClassHints, String)] = [
        (
            .navigation,
            """
            nav navbar navigation navlinks subnav topnav sidenav pagenav postnav menu menus submenu menubar megamenu
            breadcrumb breadcrumbs crumb crumbs pagination pager paginate paging toolbar skiplink skiplinks skipto
            skiptocontent sitemap dropdown hamburger prevnext backtotop scrolltop jumplink jumplinks navbox navboxes
            editsection navpost postnavigation articlenav
            """
        ),
        (
            .advert,
            """
            ad ads adv advert adverts advertise advertisement advertisements advertising adsense adslot adbox adunit
            adwrapper adwrap adcontainer adlabel admodule adspot adzone dfp gpt sponsor sponsored sponsors promo promos
            promotion promotions promoted outbrain taboola revcontent zergnet criteo doubleclick mpu leaderboard
            skyscraper banner banners commercial affiliate affiliates paidcontent googlead googleads nativead
            inlinead inread teads merch partnerbox adsbygoogle
            """
        ),
        (
            .comments,
            """
            comment comments commentlist commentform commentbox commentarea commentsection commentssection commentthread
            usercomments readercomments articlecomments postcomments disqus respond reply replies livefyre fbcomments
            reactions webmentions pingback pingbacks trackback trackbacks talkback responses nocomments commentcount
            commentscount commenter comol viafoura coral spotim hyvor
            """
        ),
        (
            .related,
            """
            related relateds relatedposts relatedpost relatedarticles relatedcontent relatedlinks relatedstories
            relatednews recommended recommendation recommendations recommend recirc recirculation similar
            popular mostpopular mostread mostviewed trending morestories morefrom moreon morenews morearticles moreposts
            morelinks morelike readnext readmore nextup upnext alsoread readalso seealso alsosee youmaylike youmayalsolike alsolike
            mightlike dontmiss furtherreading topstories latestnews latestposts latestarticles lateststories recentposts
            recentarticles editorspicks editorpicks whattoread suggested suggestions suggestedposts crosslinks linkbox yarpp
            jprelatedposts nextarticle nextpost prevpost previouspost nextstory otherstories otherarticles otherposts
            infinitescroll storylist articlelist postlist newslist hotnews inlinerelated richlink
            """
        ),
        (
            .share,
            """
            share shares sharing sharebar sharebox sharetools sharebuttons sharebutton sharelinks sharedaddy shareicons social
            socials socialbar socialmedia sociallinks socialshare socialicons socialbuttons addthis addtoany atoa sociable
            follow followus facebook whatsapp pinterest flattr tweetbutton fblike sharethis articletools
            posttools storytools actionbar articleactions postactions simplesharebuttons ssba heateor jpsharing upvote
            """
        ),
        (
            .byline,
            """
            byline bylines dateline meta metadata timestamp postmeta entrymeta articlemeta postinfo entryinfo
            articleinfo posted postedon postedby pubdate publishdate publishedon publisheddate publicationdate datepublished readtime
            readingtime timetoread viewcount eyebrow kicker overline dateblock postdate entrydate articledate updatedtime
            lastupdated lastmodified comhead postviews articletime submitted rating ratings
            """
        ),
        (
            .author,
            """
            author authors authorbox authorbio authorinfo aboutauthor abouttheauthor bio biography postauthor articleauthor
            contributor contributors writer writerbio authorprofile authorcard postprofile userinfo userprofile usercard postuser
            """
        ),
        (
            .tags,
            """
            tags taglist tagcloud taglinks tagslist posttags entrytags articletags tagged categories catlinks hashtags
            filedunder topiclist topics keywords posttaxonomies
            """
        ),
        (
            .sidebar,
            """
            sidebar sidebars rail rightrail leftrail widget widgets widgetarea sidecol sidecolumn sidebox complementary
            rightcol rightcolumn rightbar supplementary
            """
        ),
        (
            .footer,
            """
            footer footers colophon copyright disclaimer pagebottom postfooter entryfooter articlefooter sitefooter
            pagefooter legalnotice printfooter
            """
        ),
        (
            .header,
            "header masthead branding logo topbar pageheader siteheader sitehead"
        ),
        (
            .form,
            """
            newsletter newsletters subscribe subscription subscriptions signup signin login register registration search
            searchform searchbox optin mailchimp mailinglist calltoaction cta donate donation donations poll polls survey
            petition subscribebox signupform inlinenewsletter emailsignup membership regwall
            """
        ),
        (
            .notice,
            """
            cookie cookies consent gdpr modal modals popup popups overlay lightbox tooltip toast adblock notification
            notifications onetrust cmp interstitial
            """
        ),
        (
            .caption,
            """
            caption captions wpcaption wpcaptiontext figcaption imagecaption photocaption photocredit imagecredit imgcaption
            credit credits cutline mediacaption piccaption captiontext photographer
            """
        ),
        (
            .gallery,
            "gallery galleries slideshow carousel slider swiper thumbnails thumbnail photogallery flickity"
        ),
        (.teaser, "teaser teasers card cards tile tiles promocard headlines"),
        (.contents, "toc tableofcontents onthispage tocbox ztoc"),
        (.pullQuote, "pullquote pulledquote pullquotes pqs blockpull"),
        (
            .unseen,
            """
            sronly visuallyhidden screenreader screenreadertext offscreen assistivetext ishidden uhidden noprint
            accessiblyhidden visuallyhide hidevisually elementinvisible
            """
        ),
        (
            .title,
            """
            headline headlines posttitle entrytitle articletitle storytitle pagetitle articleheadline firstheading
            """
        ),
        (
            .content,
            """
            article story content contents main body entry hentry post text page blog news column shadow maincontent
            hnews single
            """
        ),
        (
            .body,
            """
            articlebody articlecontent articletext storybody storycontent storytext entrycontent postcontent postbody posttext
            postentry entrybody entrytext blogcontent blogbody bodytext bodycontent bodycopy articlecopy contentbody newsbody
            newstext newscontent fulltext mwparseroutput markdownbody richtext singlecontent fieldnamebody
            bodyfield fieldbody contentarticle articlemain contenttext pagecontent maincontent textcontent artcontent
            newsarticle articleparagraph documentcontent postmessage messagebody msgbody messagecontent articlefulltext
            storybodytext prose detailcontent detailbody detailtext articledetail usercontent storybodyy
            """
        ),
        (
            .builder,
            "elementorwidget elementorelement wpbwrapper wpbtext vccolumn fusiontext etpb textwidget elementorsection"
        ),
        (
            .drawnFormula,
            """
            mathjax mathjaxpreview mathjaxdisplay mathjaxsvg mathjaxchtml mjxchtml mjxcontainer katexhtml
            mwefallback mathfallback
            """
        ),
    ]
}
