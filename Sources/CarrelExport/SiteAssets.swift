import CarrelDigest

/// The style and the script of a site, in the pages themselves, which allow these alone by their digests.
enum SiteAssets {
    static let style = """
        :root{color-scheme:light dark;--line:#8886;--quiet:#666}
        @media(prefers-color-scheme:dark){:root{--quiet:#aaa}}
        body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:auto;padding:1rem}
        h1,h2,a,dd,bdi{overflow-wrap:anywhere}
        small,footer,dt,.note{color:var(--quiet)}
        ul{padding-left:1.2rem}
        dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
        dd{margin:0}
        img{max-width:100%;height:auto;border:1px solid var(--line)}
        article{border-top:1px solid var(--line);padding-top:1rem;overflow-x:auto}
        .text{white-space:pre-wrap;overflow-wrap:anywhere}
        .summary{font-size:1.1rem}
        table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.2rem .5rem}
        footer{border-top:1px solid var(--line);margin-top:2rem}
        """

    /// Hides the documents that lack one of the typed words; without the script all are shown.
    static let script = """
        const field=document.getElementById("find"),count=document.getElementById("count");
        const rows=[...document.querySelectorAll("#documents li")].map(row=>[row,row.textContent.toLowerCase()]);
        field.closest("p").hidden=false;
        field.addEventListener("input",()=>{
        const words=field.value.toLowerCase().split(/\\s+/).filter(Boolean);
        let found=0;
        for(const [row,text] of rows){row.hidden=!words.every(word=>text.includes(word));if(!row.hidden)found++}
        count.textContent=words.length?`${found} found`:"";
        });
        """

    static let styleHash = hash(style)
    static let scriptHash = hash(script)

    /// The source of a policy that allows a text (CSP Level 3, section 2.3.1).
    private static func hash(_ text: String) -> String {
        "sha256-" + SHA256.base64(SHA256.digits(of: text.utf8))
    }
}
