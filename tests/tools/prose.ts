/** Prose like that of stories, one to four paragraphs per text, by language. */
export const PROSE = {
  English: [
    "The rain had not stopped for three days, and the harbour smelled of rope and cold iron. You pulled your collar up and walked along the quay, past the boats that nobody had taken out since Sunday. At the end of it stood the old customs house, its windows dark but for one.\n\n“You’re late,” said Mara Voss without turning round. She was holding a lantern over the logbook, and the page in front of her was covered in a hand that was not hers. “Somebody has written in it again. Look at the date.”\n\nYou bent over the table. The ink was still wet, and the date was tomorrow’s. Behind the wall something scraped, slowly, as if a chair were being moved by a person who did not want to be heard.",
    "She counted the coins twice: fourteen silver, three copper, and one that belonged to no kingdom she had ever heard of. The innkeeper watched her with the patience of a cat. Outside, the caravan was already leaving, wheels groaning, drivers shouting at their mules.\n\n“Keep the strange one,” he said at last. “My grandmother had a coin like that. She paid the ferryman with it, and he brought her back.”",
    'I open the door and step inside, holding the key in my left hand. "Is anybody there?" I ask.',
    "Commander Okafor ran the numbers a third time. Oxygen for 41 hours, water for 60, and a distance of 2.7 million kilometres to the nearest station that would answer. The reactor hummed at 38% and refused to be talked into more. She looked at her crew: Ilse, asleep in her harness; Tomasz, pretending to read; and Juno, who was eleven years old and should never have been on board at all.",
    "The kitchen was a battlefield by noon. Flour on the ceiling, a pan of caramel gone black, and Aunt Delphine on the phone to the bakery, negotiating as though for hostages. “Six dozen éclairs,” she hissed. “No, not Thursday. The wedding is today, Bertrand, in four hours, and the bride has just locked herself in the wardrobe.” You took off your jacket, rolled up your sleeves and reached for the eggs. Somewhere upstairs a door slammed, and the band began, far too early, to play a waltz.",
  ],
  German: [
    "Der Regen hatte seit drei Tagen nicht aufgehört, und der Hafen roch nach Tauwerk und kaltem Eisen. Du schlugst den Kragen hoch und gingst den Kai entlang, vorbei an den Booten, die seit Sonntag niemand mehr hinausgefahren hatte. Am Ende stand das alte Zollhaus, dessen Fenster bis auf eines dunkel waren.\n\n„Du kommst spät“, sagte Mara Voss, ohne sich umzudrehen. Sie hielt eine Laterne über das Logbuch, und die Seite vor ihr war mit einer Handschrift bedeckt, die nicht die ihre war. „Jemand hat wieder hineingeschrieben. Sieh dir das Datum an.“\n\nDu beugtest dich über den Tisch. Die Tinte war noch feucht, und das Datum war das von morgen.",
    "Frau Zimmermann zählte die Schlüssel am Bund: siebzehn Stück, und keiner davon passte in das Schloss der Bibliothek. Draußen läuteten die Glocken der Nikolaikirche, und irgendwo im Treppenhaus knarrte eine Diele, obwohl außer ihr seit Jahren niemand mehr in diesem Haus wohnte.",
    "Ich öffne vorsichtig die Tür und trete ein. „Ist da jemand?“, frage ich leise.",
    "Als die Straßenbahn hielt, stieg niemand aus. Der Fahrer schaltete das Licht ab, legte seine Mütze auf das Armaturenbrett und ging, ohne sich umzusehen, in den Nebel hinein. Du bliebst sitzen, weil dein Großvater dir einmal gesagt hatte, dass man an der Endstation warten müsse, bis man abgeholt werde. Nach einer Viertelstunde hörtest du Schritte auf dem Schotter, gleichmäßig und schwer, und jemand klopfte dreimal an die beschlagene Scheibe.",
    "„Das ist unmöglich“, flüsterte Kommissarin Brandt und hielt die Fotografie dichter an die Schreibtischlampe. Auf dem Bild standen vier Männer vor dem Bergwerk, aufgenommen im Herbst 1962, und der zweite von links trug dieselbe Armbanduhr wie der Tote in der Gerichtsmedizin. Du nahmst ihr das Bild aus der Hand. Auf der Rückseite waren mit Bleistift drei Wörter notiert: Wir schulden ihm.",
  ],
  Russian: [
    "Дождь не прекращался уже третий день, и в порту пахло канатами и холодным железом. Ты поднял воротник и пошёл вдоль причала мимо лодок, которые никто не выводил в море с самого воскресенья. В конце стоял старый дом таможни, и все его окна, кроме одного, были темны.\n\n— Ты опоздал, — сказала Мара, не оборачиваясь. Она держала фонарь над журналом, и страница перед ней была исписана чужой рукой. — Кто-то снова писал в нём. Посмотри на дату.\n\nТы наклонился над столом. Чернила ещё не высохли, а дата была завтрашняя.",
    "Старик долго молчал, потом достал из кармана медный ключ и положил его на скатерть. «Я ждал тебя сорок лет, — произнёс он наконец. — Твоя бабушка обещала вернуться до первого снега, но снег выпал рано». За окном медленно темнело, и вдалеке залаяла собака.",
    "Я осторожно открываю дверь и вхожу внутрь. «Здесь кто-нибудь есть?» — спрашиваю я.",
    "Поезд остановился посреди степи, там, где не было ни станции, ни огней. Проводница прошла по вагону, задёргивая занавески, и у каждого купе повторяла одно и то же: не смотрите в окна и не отвечайте, если вас позовут по имени. Ты спросил, надолго ли мы стоим. Она улыбнулась одними губами и ответила, что это зависит от того, сколько пассажиров сойдёт.",
    "К полудню кухня превратилась в поле боя: мука на потолке, подгоревшая карамель, тётка Дельфина у телефона. «Шесть дюжин эклеров, — шипела она в трубку. — Нет, не в четверг. Свадьба сегодня, Бертран, через четыре часа, а невеста заперлась в шкафу». Ты снял пиджак, закатал рукава и потянулся за яйцами.",
  ],
  Arabic: [
    "لم يتوقف المطر منذ ثلاثة أيام، وكانت رائحة الميناء مزيجًا من الحبال والحديد البارد. رفعتَ ياقة معطفك ومشيتَ على طول الرصيف، مارًّا بالقوارب التي لم يبحر بها أحد منذ يوم الأحد. وفي آخر الرصيف وقف مبنى الجمارك القديم، وكانت نوافذه كلها مظلمة إلا واحدة.\n\nقالت مارا دون أن تلتفت: «لقد تأخرت». كانت تحمل فانوسًا فوق دفتر السفينة، وكانت الصفحة أمامها مليئة بخط ليس خطها. «كتب أحدهم فيه من جديد. انظر إلى التاريخ».\n\nانحنيتَ فوق الطاولة. كان الحبر لا يزال رطبًا، وكان التاريخ تاريخ الغد.",
    "جلس الشيخ تحت شجرة الزيتون وأخرج من جيبه مفتاحًا نحاسيًا صغيرًا. قال بصوت خافت: «انتظرتك أربعين سنة. وعدت جدتك أن تعود قبل أول الثلج، لكن الثلج جاء مبكرًا في ذلك العام». ثم نظر إلى الجبال البعيدة وصمت طويلًا.",
    "أفتح الباب بحذر وأدخل. أسأل بصوت منخفض: «هل من أحد هنا؟»",
    "توقف القطار في وسط الصحراء حيث لا محطة ولا ضوء. مر المفتش بين المقاعد وهو يسدل الستائر، ويكرر أمام كل باب الجملة نفسها: لا تنظروا من النوافذ ولا تجيبوا إذا ناداكم أحد بأسمائكم. سألته كم من الوقت سنبقى هنا، فابتسم وقال إن ذلك يتوقف على عدد المسافرين الذين سينزلون.",
    "تحوّل المطبخ عند الظهر إلى ساحة معركة: طحين على السقف، وكراميل محترق، والعمة دلفين على الهاتف تفاوض وكأنها تفاوض خاطفين. همست بغضب: «ستون قطعة حلوى، لا، ليس يوم الخميس. العرس اليوم يا برتران، بعد أربع ساعات، والعروس أغلقت على نفسها باب الخزانة». خلعتَ سترتك وشمّرت عن ساعديك ومددت يدك إلى البيض.",
  ],
  Hindi: [
    "तीन दिन से बारिश रुकी नहीं थी, और बंदरगाह में रस्सियों और ठंडे लोहे की गंध फैली हुई थी। तुमने अपना कॉलर ऊपर किया और घाट के किनारे चल पड़े, उन नावों के पास से जिन्हें रविवार के बाद किसी ने समुद्र में नहीं उतारा था। आख़िर में पुराना चुंगी घर खड़ा था, जिसकी एक को छोड़कर सारी खिड़कियाँ अँधेरी थीं।\n\n“तुम देर से आए,” मारा ने बिना मुड़े कहा। वह लालटेन को बही के ऊपर पकड़े हुए थी, और उसके सामने का पन्ना किसी और की लिखावट से भरा था। “किसी ने फिर इसमें लिखा है। तारीख़ देखो।”\n\nतुम मेज़ पर झुके। स्याही अभी गीली थी, और तारीख़ कल की थी।",
    "बूढ़े आदमी ने बहुत देर तक कुछ नहीं कहा, फिर जेब से ताँबे की एक चाबी निकालकर मेज़ पर रख दी। “मैंने चालीस साल तुम्हारा इंतज़ार किया,” उसने आख़िरकार कहा। “तुम्हारी दादी ने पहली बर्फ़ से पहले लौटने का वादा किया था।” बाहर धीरे-धीरे अँधेरा हो रहा था और दूर कहीं एक कुत्ता भौंक रहा था।",
    "मैं धीरे से दरवाज़ा खोलता हूँ और अंदर जाता हूँ। “क्या यहाँ कोई है?” मैं पूछता हूँ।",
    "रेलगाड़ी मैदान के बीच में रुक गई, जहाँ न कोई स्टेशन था और न कोई रोशनी। कंडक्टर परदे गिराता हुआ डिब्बे से गुज़रा और हर दरवाज़े पर एक ही बात दोहराता गया: खिड़की से बाहर मत देखना, और अगर कोई तुम्हारा नाम पुकारे तो जवाब मत देना। तुमने पूछा कि हम यहाँ कब तक रुकेंगे। वह मुस्कुराया और बोला कि यह इस पर निर्भर है कि कितने मुसाफ़िर उतरते हैं।",
    "दोपहर तक रसोई लड़ाई का मैदान बन चुकी थी: छत पर आटा, जली हुई चाशनी, और फ़ोन पर बहस करती हुई मौसी। “छह दर्जन मिठाइयाँ,” वह फुसफुसाई। “नहीं, गुरुवार को नहीं। शादी आज है, चार घंटे में, और दुल्हन ने ख़ुद को अलमारी में बंद कर लिया है।” तुमने अपनी जैकेट उतारी, आस्तीनें चढ़ाईं और अंडों की तरफ़ हाथ बढ़ाया।",
  ],
  Chinese: [
    "雨已经下了三天，港口里弥漫着缆绳和冷铁的气味。你竖起衣领，沿着码头往前走，经过那些从星期天起就没人驾出海的小船。码头尽头是旧海关大楼，除了一扇窗以外，所有的窗户都是黑的。\n\n“你来晚了。”玛拉头也不回地说。她举着灯照着航海日志，面前那一页写满了陌生的字迹。“又有人在上面写字了。你看看日期。”\n\n你俯身靠近桌子。墨迹还没有干，而上面的日期是明天。墙后面传来缓慢的刮擦声，好像有人正在挪动一把椅子，又不想被听见。",
    "老人沉默了很久，然后从口袋里掏出一把铜钥匙，放在桌布上。“我等了你四十年，”他终于开口说，“你的奶奶答应在第一场雪之前回来，可是那年的雪下得太早了。”窗外天色渐渐暗下来，远处传来一声狗叫。",
    "我轻轻推开门走进去。“有人在吗？”我问道。",
    "火车停在了荒原中央，那里没有车站，也没有灯光。列车员沿着走廊走过来，一路拉上窗帘，在每个包厢门口都重复同样的话：不要往窗外看，如果有人叫你的名字，也不要回答。你问她要停多久。她微微一笑，说这要看有多少乘客下车。",
    "到了中午，厨房已经变成了战场：天花板上沾着面粉，锅里的焦糖烧成了黑色，德尔菲娜姨妈正在打电话，口气像是在和绑匪谈判。“六打泡芙，”她压低声音说，“不，不是星期四。婚礼就在今天，四个小时以后，新娘刚刚把自己锁进了衣柜。”你脱下外套，卷起袖子，伸手去拿鸡蛋。",
  ],
  Japanese: [
    "雨は三日間降りやまず、港には縄と冷たい鉄の匂いが漂っていた。あなたは襟を立て、日曜日から誰も出していない船の横を通り過ぎて、岸壁に沿って歩いた。突き当たりには古い税関の建物があり、一つを除いてすべての窓が暗かった。\n\n「遅かったわね」とマーラは振り向かずに言った。彼女はランタンを航海日誌の上にかざしていて、目の前のページは見知らぬ筆跡で埋まっていた。「また誰かが書き込んだの。日付を見て」\n\nあなたは机の上に身をかがめた。インクはまだ乾いておらず、日付は明日のものだった。",
    "老人は長いあいだ黙っていたが、やがてポケットから銅の鍵を取り出し、テーブルクロスの上に置いた。「四十年もお前を待っていたんだ」と彼はようやく口を開いた。「おばあさんは初雪の前に帰ると約束したが、その年は雪が早かった」窓の外はゆっくりと暗くなり、遠くで犬が吠えた。",
    "私はそっとドアを開けて中に入る。「誰かいますか？」と私は尋ねる。",
    "列車は荒野の真ん中で止まった。そこには駅も明かりもなかった。車掌がカーテンを閉めながら通路を進み、個室の前に来るたびに同じ言葉を繰り返した。窓の外を見ないでください、名前を呼ばれても返事をしないでください。いつまで止まるのかとあなたが尋ねると、彼女は微笑んで、何人の乗客が降りるかによると答えた。",
    "昼までに台所は戦場になっていた。天井には小麦粉、鍋の中には焦げたカラメル、そして電話口では叔母のデルフィーヌがまるで人質の交渉をするように話している。「シュークリームを六ダース。いいえ、木曜日じゃないの。結婚式は今日、あと四時間よ。それなのに花嫁がクローゼットに閉じこもってしまったの」あなたは上着を脱ぎ、袖をまくって卵に手を伸ばした。",
  ],
  Korean: [
    "비는 사흘째 그치지 않았고, 항구에는 밧줄과 차가운 쇠 냄새가 가득했다. 당신은 옷깃을 세우고 일요일부터 아무도 바다로 내보내지 않은 배들을 지나 부두를 따라 걸었다. 그 끝에는 오래된 세관 건물이 서 있었고, 하나를 빼고는 모든 창문이 어두웠다.\n\n“늦었구나.” 마라가 돌아보지도 않고 말했다. 그녀는 항해 일지 위로 등불을 들고 있었고, 앞에 펼쳐진 쪽은 낯선 글씨로 가득 차 있었다. “누가 또 여기에 글을 썼어. 날짜를 봐.”\n\n당신은 탁자 위로 몸을 숙였다. 잉크는 아직 마르지 않았고, 날짜는 내일이었다.",
    "노인은 오랫동안 말이 없다가 주머니에서 구리 열쇠를 꺼내 식탁보 위에 올려놓았다. “사십 년 동안 너를 기다렸다.” 그가 마침내 입을 열었다. “네 할머니는 첫눈이 내리기 전에 돌아오겠다고 약속했지만, 그해에는 눈이 일찍 내렸지.” 창밖은 천천히 어두워지고 멀리서 개가 짖었다.",
    "나는 조심스럽게 문을 열고 안으로 들어간다. “거기 누구 있어요?” 나는 묻는다.",
    "기차는 역도 불빛도 없는 들판 한가운데에 멈춰 섰다. 차장은 커튼을 내리며 통로를 지나갔고, 객실 문 앞에 설 때마다 똑같은 말을 되풀이했다. 창밖을 보지 마십시오, 누가 이름을 불러도 대답하지 마십시오. 당신이 얼마나 오래 서 있을지 묻자 그녀는 미소를 지으며, 몇 명의 승객이 내리느냐에 달려 있다고 대답했다.",
    "정오가 되자 부엌은 전쟁터가 되어 있었다. 천장에는 밀가루가 묻어 있고, 냄비 속 캐러멜은 새까맣게 탔으며, 델핀 이모는 인질 협상이라도 하듯 전화기를 붙들고 있었다. “에클레르 여섯 다스요.” 이모가 낮은 목소리로 말했다. “아니요, 목요일이 아니라 오늘이에요. 네 시간 뒤가 결혼식인데 신부가 방금 옷장 안에 틀어박혔다고요.” 당신은 재킷을 벗고 소매를 걷은 뒤 달걀을 집어 들었다.",
  ],
  emoji: [
    "🌊🌊🚢 The ship is coming! 🎉🎉🎉 Mara waves 👋🏽 and laughs 😂😂, then points at the lighthouse 🗼✨. “Run!” 🏃‍♀️💨",
    "😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙😚🙂🤗🤩🤔🤨😐😑😶🙄😏😣😥😮🤐😯😪😫🥱😴",
    "👨‍👩‍👧‍👦 and 👩🏽‍🚀 fly to the moon 🌕🚀, with 🇩🇪🇫🇷🇯🇵 flags on the hull ❤️‍🔥.",
  ],
} as const satisfies Record<string, readonly string[]>;
