#!/usr/bin/env python3
"""Makes the feed of the benchmarks: the same rows on each machine.

  feed.py ROWS FEED.json FEED.nul [new]

Half of the rows are Latin, three tenths Chinese or Japanese, a tenth has many emoji, and a tenth is Arabic, Hebrew,
Hindi or Thai. A row has about 160 characters. FEED.json is in the form of the FDTemplateLayoutCell demo; FEED.nul has
the same fields, each ended by NUL, for the program in C. With `new`, each Latin word is a word that did not occur.
"""
import json
import random
import sys

LATIN = """
a about above after again air all almost along also always and animal answer any apple are around as ask at autumn away
back baker bay be because bell bench between bicycle bird blue boat book both bread bridge bright bring but by call can
candle carry castle cause change city clear clock close cloud coast cold come copper corner could country cross day deep
door down draw each early earth east edge end engine even evening every far ferry few field find fire first floor follow
food for forest found friend from garden glass go good green half harbour have he hear here high hill history home hour
house how if in into island it its just keep kettle kind know lamp land large last late learn leave left letter light
like line listen little long look low make many map market may mean meet might mile milk minute more morning most move
much music must name near need never new next night north not now of off often old on once one only open or other our
out over own page paint paper part past path people picture place plain plant play point port quiet rain read rest right
river road room round run sail same sea second see seem sentence set shall she ship short should show side since sky
sleep slow small so some song soon south stand star start station still stone stop story street such summer sun table
take talk tall tell than that the their them then there these they thing think this those through time to too town train
tree turn under until up use very voice wait walk wall want warm was watch water way we week well west what wheel when
where which while white who why wide will wind window winter with without wood word work world would write year yellow
yet you young zone café naïve façade Straße Ærø Łódź jalapeño über Ångström
""".split()
CHINESE = "天地人山水风雨日月星春夏秋冬大小上下左右前后东西南北早晚今明年时分开来去见听说读写走看想做吃喝买卖新旧长短高低快慢多少" \
    "好坏远近城市街道房屋门窗花草树木鱼鸟牛马车船桥路河海江湖书信纸笔茶饭衣食手足口目心家国学校老师朋友孩子父母先生我你他们这那" \
    "里外中间公园火站票价钱工作事业电话网络音乐图画故事问题办法意思可以不会已经因为所以但是如果虽然非常一二三四五六七八九十百千万"
JAPANESE = """
朝の市場で 新しい 切符を 買いました。 港まで 自転車で 行く 予定です。 雨が 降って いるので 傘を 持って いきます。
図書館の 窓から 海が 見えます。 コーヒーと パンの 朝食は とても おいしい。 ニュースを 読みながら 電車を 待って いました。
週末に カメラを 持って 散歩する つもりです。 プログラムの テストは まだ 終わって いません。 ありがとう ございました。
""".split()
EMOJI = ["😀", "😅", "😇", "🥳", "😴", "🤖", "👻", "🌞", "🌧️", "⛄", "🌊", "🍎", "🍞", "🍵", "🎂", "🎈", "🎻", "🎨", "🏆", "⚓", "🚲", "🚂",
         "🛶", "📚", "📷", "🔭", "🧵", "🐢", "🦊", "🐝", "🌻", "🌵", "❤️", "👋🏽", "👍🏾", "🙌🏻", "💃🏿", "👩🏽‍🍳", "👨‍👩‍👧", "👩‍❤️‍👩",
         "🏳️‍🌈", "🇩🇪", "🇰🇷", "🇲🇽", "🇳🇬", "🇸🇪", "🧑🏻‍🌾", "👨‍🎤", "🤽🏼‍♀️", "5️⃣", "☎️", "✈️", "🗻", "🕰️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]
OTHERS = {
    "arabic": ("صباح مساء بيت باب نافذة كتاب قلم ورق شارع مدينة بحر سماء شمس قمر ماء خبز شاي طريق قطار محطة سوق حديقة "
               "شجرة صديق عمل لغة كلمة جديد قديم كبير صغير جميل من إلى في على مع هذا ذلك").split(),
    "hebrew": "בוקר ערב בית דלת חלון ספר עט נייר רחוב עיר ים שמים שמש ירח מים לחם תה דרך רכבת שוק גן עץ חבר מילה חדש גדול יפה".split(),
    "hindi": ("सुबह शाम घर दरवाज़ा खिड़की किताब कलम काग़ज़ सड़क शहर समुद्र आकाश सूरज चाँद पानी रोटी चाय रास्ता रेलगाड़ी बाज़ार बगीचा "
              "पेड़ मित्र काम शब्द नया पुराना बड़ा छोटा सुंदर में से को और").split(),
    "thai": "เช้า เย็น บ้าน ประตู หน้าต่าง หนังสือ ปากกา กระดาษ ถนน เมือง ทะเล ท้องฟ้า พระอาทิตย์ น้ำ ขนมปัง ชา ทาง รถไฟ ตลาด สวน ต้นไม้ เพื่อน งาน คำ ใหม่ ใหญ่ เล็ก สวย".split(),
}


class Writer:
    """Writes texts of a length in characters, from a seed."""

    def __init__(self, makes_words):
        self.random, self.makes_words = random.Random(1848), makes_words

    def pick(self, words):
        return self.random.choice(words)

    def latin_word(self):
        if not self.makes_words:
            return self.pick(LATIN)
        letters = "aaabcdeeeefghiiijklmnnooopqrrssttuuvwxyz"
        return "".join(self.pick(letters) for _ in range(self.random.randint(2, 11)))

    def latin(self, length):
        text = ""
        while len(text) < length:
            words = [self.latin_word() for _ in range(self.random.randint(4, 13))]
            for odds, word in [(0.15, f"https://example.org/{self.random.randrange(10**8)}"), (0.2, "#" + words[0]),
                               (0.15, str(self.random.randrange(10_000)))]:
                if self.random.random() < odds:
                    words[self.random.randrange(len(words))] = word
            comma = self.random.randrange(len(words))
            words[comma] += "," if comma < len(words) - 1 and self.random.random() < 0.4 else ""
            text += (words[0][:1].upper() + " ".join(words)[1:]) + self.pick([". ", ". ", ". ", "! ", "? "])
        return text[:max(1, length)].strip()

    def chinese(self, length):
        text = ""
        while len(text) < length:
            text += "".join(self.pick(CHINESE) for _ in range(self.random.randint(3, 12))) + self.pick("，，，。。！？")
        return text[:length]

    def japanese(self, length):
        text = ""
        while len(text) < length:
            text += self.pick(JAPANESE)
        return text[:length]

    def east_asian(self, length):
        return self.chinese(length) if self.random.random() < 0.65 else self.japanese(length)

    def spoken(self, kind, length):
        between = "" if kind == "thai" else " "
        stop = "، " if kind == "arabic" else ". "
        text = ""
        while len(text) < length:
            text += self.pick(OTHERS[kind]) + (stop if between and self.random.random() < 0.1 else between)
        return text[:length].strip()

    def with_emoji(self, length):
        text = self.latin(length) if self.random.random() < 0.6 else self.east_asian(max(20, length // 2))
        step = max(1, len(text) // self.random.randint(5, 30))
        parts = [text[i:i + step] for i in range(0, len(text), step)]
        return "".join(part + self.pick(EMOJI) * (3 if self.random.random() < 0.2 else 1) for part in parts)

    def length(self):
        return min(600, max(20, int(self.random.lognormvariate(4.83, 0.75))))

    def row(self, number):
        odds, length = self.random.random(), self.length()
        if odds < 0.5:
            kind, title, body = "latin", self.latin(self.random.randint(12, 60)), self.latin(length)
            user = f"{self.pick(LATIN)}_{self.pick(LATIN)}"
        elif odds < 0.8:
            kind, title, body = "cjk", self.east_asian(self.random.randint(6, 22)), self.east_asian(max(20, length // 2))
            user = self.chinese(3).strip("，。！？")
        elif odds < 0.9:
            kind, title, body = "emoji", f"{self.latin(self.random.randint(12, 40))} {self.pick(EMOJI)}", self.with_emoji(length)
            user = self.pick(LATIN) + self.pick(EMOJI)
        else:
            kind = self.pick(list(OTHERS))
            title, body = self.spoken(kind, self.random.randint(10, 40)), self.spoken(kind, length)
            user = self.pick(OTHERS[kind])
        if self.random.random() < 0.08:
            title = ""
        time = f"{self.random.randint(1, 12)}.{self.random.randint(1, 28):02}"
        return dict(identifier=str(number), title=title, content=body, username=user, time=time, kind=kind)


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    writer = Writer(sys.argv[4:] == ["new"])
    rows = [writer.row(number) for number in range(1, int(sys.argv[1]) + 1)]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump({"feed": rows}, file, ensure_ascii=False, indent=0)
    with open(sys.argv[3], "wb") as file:
        for row in rows:
            for name in ("title", "content", "username", "time", "kind"):
                file.write(row[name].encode() + b"\0")


if __name__ == "__main__":
    main()
