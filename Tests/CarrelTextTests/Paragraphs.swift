/// Paragraphs about a library in many languages, for encodings.
enum Paragraphs {
    static let german = """
        Die Bibliothek am Fluß öffnet jeden Morgen um acht Uhr. Über der Tür hängt ein großes \
        Schild, und im Lesesaal sitzen schon früh die ersten Gäste. Wer ein Buch ausleihen \
        möchte, füllt ein Formular aus und wartet am Schalter. Für die älteren Bände gelten \
        besondere Regeln: Man darf sie nur im Saal lesen, und Kaffee ist natürlich verboten. \
        Später kommen die Schüler, die hier für ihre Prüfungen üben.
        """
    static let french = """
        La bibliothèque du village ouvre ses portes à huit heures. Les élèves arrivent déjà, \
        cherchent une place près de la fenêtre et commencent leurs exercices. Le bibliothécaire \
        connaît chaque lecteur par son nom; il sait où se trouve le dernier roman policier et à \
        qui il a été prêté. L'été, on lit dehors, sous les arbres, jusqu'à la tombée de la nuit. \
        Ça ne coûte rien, et personne ne s'en plaint.
        """
    static let polish = """
        Biblioteka nad rzeką otwiera się codziennie o ósmej rano. Nad drzwiami wisi duży szyld, \
        a w czytelni już wcześnie siedzą pierwsi goście. Kto chce wypożyczyć książkę, wypełnia \
        formularz i czeka przy okienku. Dla starszych tomów obowiązują szczególne zasady: wolno \
        je czytać tylko w sali, a kawa jest oczywiście zabroniona. Później przychodzą uczniowie, \
        którzy przygotowują się tutaj do egzaminów.
        """
    static let czech = """
        Knihovna u řeky otevírá každé ráno v osm hodin. Nad dveřmi visí velká cedule a v čítárně \
        sedí už brzy první hosté. Kdo si chce půjčit knihu, vyplní formulář a čeká u přepážky. \
        Pro starší svazky platí zvláštní pravidla: smějí se číst pouze v sále a káva je \
        samozřejmě zakázána. Později přicházejí žáci, kteří se tu připravují na zkoušky.
        """
    static let russian = """
        Библиотека у реки открывается каждое утро в восемь часов. Над дверью висит большая \
        вывеска, а в читальном зале уже рано сидят первые посетители. Кто хочет взять книгу, \
        заполняет бланк и ждёт у стойки. Для старых томов действуют особые правила: их можно \
        читать только в зале, а кофе, конечно, запрещён. Позже приходят ученики, которые \
        готовятся здесь к экзаменам.
        """
    static let ukrainian = """
        Бібліотека біля річки відчиняється щоранку о восьмій годині. Над дверима висить велика \
        вивіска, а в читальній залі вже зранку сидять перші відвідувачі. Хто хоче взяти книжку, \
        заповнює бланк і чекає біля стійки. Для старих томів діють особливі правила: їх можна \
        читати лише в залі, а кава, звісно, заборонена. Пізніше приходять учні, які готуються \
        тут до іспитів. Її ґанок і її їжак відомі всім.
        """
    static let greek = """
        Η βιβλιοθήκη δίπλα στο ποτάμι ανοίγει κάθε πρωί στις οκτώ. Πάνω από την πόρτα κρέμεται \
        μια μεγάλη πινακίδα, και στο αναγνωστήριο κάθονται από νωρίς οι πρώτοι επισκέπτες. \
        Όποιος θέλει να δανειστεί ένα βιβλίο συμπληρώνει ένα έντυπο και περιμένει στο γκισέ. Για \
        τους παλαιότερους τόμους ισχύουν ιδιαίτεροι κανόνες: διαβάζονται μόνο στην αίθουσα και ο \
        καφές φυσικά απαγορεύεται.
        """
    static let turkish = """
        Nehir kıyısındaki kütüphane her sabah saat sekizde açılır. Kapının üstünde büyük bir \
        levha asılıdır ve okuma salonunda erkenden ilk ziyaretçiler oturur. Kitap ödünç almak \
        isteyen bir form doldurur ve gişede bekler. Eski ciltler için özel kurallar geçerlidir: \
        yalnızca salonda okunabilirler ve kahve elbette yasaktır. Daha sonra sınavlarına \
        hazırlanan öğrenciler gelir. Işık güzeldir, çünkü pencereler geniştir.
        """
    static let hebrew = """
        הספרייה ליד הנהר נפתחת בכל בוקר בשעה שמונה. מעל הדלת תלוי שלט גדול, ובאולם הקריאה יושבים \
        כבר מוקדם האורחים הראשונים. מי שרוצה לשאול ספר ממלא טופס וממתין ליד הדלפק. לכרכים הישנים \
        יש כללים מיוחדים: מותר לקרוא אותם רק באולם, והקפה כמובן אסור. מאוחר יותר באים התלמידים \
        שמתכוננים כאן לבחינות שלהם.
        """
    static let arabic = """
        تفتح المكتبة المطلة على النهر أبوابها كل صباح في الساعة الثامنة. فوق الباب لوحة كبيرة، \
        وفي قاعة القراءة يجلس الزوار الأوائل منذ الصباح الباكر. من يريد أن يستعير كتابا يملأ \
        استمارة وينتظر عند المكتب. وللكتب القديمة قواعد خاصة: لا تقرأ إلا في القاعة، والقهوة \
        ممنوعة بالطبع. وبعد ذلك يأتي التلاميذ الذين يستعدون هنا للامتحانات.
        """
    static let lithuanian = """
        Biblioteka prie upės atidaroma kiekvieną rytą aštuntą valandą. Virš durų kabo didelė \
        iškaba, o skaitykloje jau anksti sėdi pirmieji lankytojai. Kas nori pasiskolinti knygą, \
        užpildo formą ir laukia prie langelio. Senesniems tomams galioja ypatingos taisyklės: \
        juos galima skaityti tik salėje, o kava, žinoma, draudžiama. Vėliau ateina moksleiviai, \
        kurie čia ruošiasi egzaminams. Žąsys skrenda šiaurėn.
        """
    static let thai = """
        ห้องสมุดริมแม่น้ำเปิดทุกเช้าเวลาแปดนาฬิกา เหนือประ\
        ตูมีป้ายขนาดใหญ่แขวนอยู่ และในห้องอ่านหนังสือก็มีผ\
        ู้มาเยือนกลุ่มแรกนั่งอยู่ตั้งแต่เช้า ใครที่ต้องการ\
        ยืมหนังสือจะต้องกรอกแบบฟอร์มและรอที่เคาน์เตอร์ หนั\
        งสือเก่ามีกฎพิเศษ อ่านได้เฉพาะในห้องเท่านั้น และแน\
        ่นอนว่าห้ามดื่มกาแฟ
        """
    static let japanese = """
        川のそばの図書館は毎朝八時に開きます。入口の上には大きな看板が掛かっていて、閲覧室には朝早くから最初\
        の利用者が座っています。本を借りたい人は用紙に記入して、窓口で待ちます。古い本には特別な規則がありま\
        す。館内でしか読むことができず、もちろんコーヒーは禁止です。午後になると、試験の準備をする生徒たちが\
        やって来ます。
        """
    static let korean = """
        강가의 도서관은 매일 아침 여덟 시에 문을 연다. 문 위에는 커다란 간판이 걸려 있고, 열람실에는 이른 아침부터 첫 손님들이 앉아 있다. 책을 빌리고 싶은 \
        사람은 신청서를 쓰고 창구에서 기다린다. 오래된 책에는 특별한 규칙이 있다. 열람실에서만 읽을 수 있고, 커피는 물론 금지되어 있다. 오후에는 시험을 준비하는 \
        학생들이 찾아온다.
        """
    static let simplifiedChinese = """
        河边的图书馆每天早上八点开门。门上挂着一块大招牌,阅览室里一大早就坐着第一批读者。想借书的人要填写表\
        格,然后在柜台前等候。旧书有特别的规定:只能在馆内阅读,当然也不允许喝咖啡。下午来的是准备考试的学生\
        ,他们在这里一直学习到晚上。
        """
    static let traditionalChinese = """
        河邊的圖書館每天早上八點開門。門上掛著一塊大招牌,閱覽室裡一大早就坐著第一批讀者。想借書的人要填寫表\
        格,然後在櫃檯前等候。舊書有特別的規定:只能在館內閱讀,當然也不允許喝咖啡。下午來的是準備考試的學生\
        ,他們在這裡一直學習到晚上。
        """
}
