internal import Foundation

/// What the letters of one language cost: the logarithm of how seldom names have them, in hundredths of a nat.
struct LetterTable {
    /// By the small letter.
    private let costs: [UInt32: Int]
    /// Of writing systems with thousands of characters, those that are taught and typed first.
    private let common: Set<UInt32>
    /// Each plain letter beside the others: many of them speak against a language with many accents.
    private let plainLetter: Int
    private let isWide: Bool
    private let rarity: Int

    private init(_ text: String, language: String) {
        var costs: [UInt32: Int] = [:]
        var cost = 0
        for scalar in text.unicodeScalars where scalar != " " {
            if let digit = scalar.properties.numericType == .decimal && scalar.isASCII ? Int(String(scalar)) : nil {
                cost = digit * 100
            } else {
                costs[scalar.value] = cost
            }
        }
        self.costs = costs
        common = CommonCharacters.all[language] ?? []
        isWide = !common.isEmpty
        let share = min(0.3, costs.values.reduce(0) { $0 + exp(-Double($1) / 100) })
        let isLatin = costs.keys.allSatisfy { WordShape.Script($0) == .latin }
        plainLetter = isLatin ? Int(-100 * log(1 - share)) : 70
        rarity = Self.rarities[language] ?? 0
    }

    /// Of languages with less people than those they are easily mistaken for.
    private static let rarities = [
        "is": 200, "az": 150, "fa": 100, "mk": 100, "et": 100, "lv": 100, "lt": 100, "sl": 50, "hr": 50, "sk": 30,
    ]

    private static let asciiSign = 320
    /// Plain texts decide nothing alone: a list may have guests of two languages.
    private static let mostOfPlain = 600

    /// - Parameter plain: texts in ASCII.
    func cost(of cells: [[Unicode.Scalar]], plain: [String]) -> Int {
        var (cost, plainCost) = (rarity, 0)
        for cell in cells {
            if cell.allSatisfy(\.isASCII) {
                plainCost += plainLetter * cell.count { $0.properties.isAlphabetic }
            } else {
                cost += cell.reduce(0) { $0 + self.cost(of: $1) }
            }
        }
        for text in plain { plainCost += plainLetter * text.utf8.count { $0 > 0x40 } }
        return cost + min(plainCost, Self.mostOfPlain)
    }

    private func cost(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII {
            if scalar.properties.isAlphabetic { return Self.asciiSign + plainLetter }
            return scalar == " " || scalar == "\"" ? 0 : Self.asciiSign
        }
        let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if let known = costs[small.value] { return known }
        guard isWide else { return Self.quotes.contains(scalar) ? 900 : scalar.value < 0x3000 ? 1300 : 1600 }
        if common.contains(scalar.value) { return 800 }
        switch scalar.value {
        case 0x3040...0x30FF, 0xFF66...0xFF9F: return CommonCharacters.hasKana(common) ? 420 : 1200
        default: return 1200
        }
    }

    /// Signs that people do write.
    private static let quotes = Set("–—‘’“”„…«»€°·№ªº".unicodeScalars)

    // MARK: - Cells

    /// The texts of lines that may be names, each once.
    static func texts(of text: String) -> Set<String> {
        Set(
            text.split { ",;\t|\n".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { cell in
                guard !cell.isEmpty, !cell.contains("@") else { return false }
                // Of plain texts, those with digits are codes and numbers.
                return !cell.utf8.allSatisfy { $0 < 0x80 } || !cell.utf8.contains { (0x30...0x39).contains($0) }
            })
    }

    static func cells(of text: String) -> [[Unicode.Scalar]] {
        texts(of: text).map { Array($0.unicodeScalars) }
    }

    // MARK: - Languages

    static let all = Dictionary(
        uniqueKeysWithValues: letters.map { ($0.key, LetterTable($0.value, language: $0.key)) })

    /// Groups of letters beyond ASCII after their cost in nats: from the first and last names of Faker 40 (MIT), and the
    /// alphabets.
    private static let letters = [
        "de": "5ö 6äü 7ß",
        "fr": "4é 6è 7çï 8àâæêëîôùûüÿœ",
        "es": "5áéíó 6ñ 7ú 8ü",
        "pt": "6áãçéíú 7âó 8àêôõü",
        "it": "8àèéìòù",
        "nl": "7éë 8áèïöü",
        "sv": "5ö 6åé 7ä",
        "da": "5ø 7åæ 8éö",
        "no": "5ø 6åæ 8éò",
        "fi": "4ä 6ö 8åé",
        "is": "3ó 4íð 5áöúþ 6æý 7é",
        "pl": "4ł 6óęńśż 7ąź 8ć",
        "cs": "3á 4íčš 5ýěřž 6éů 7ňť 8óúď",
        "sk": "3á 4íčš 6éúýďľňž 7óť 8äôĺŕ",
        "hu": "3á 4éó 5ö 6ü 7őű 8íú",
        "ro": "5ăşţșț 8âî",
        "sl": "4čšž 6ć 8đ",
        "hr": "3ć 4čš 5ž 6đ",
        "lt": "4ė 5čšūž 8ąęįų",
        "lv": "3ņ 4āīš 5ēū 6ģļ 7ķ 8čž",
        "et": "5äõü 7öšž",
        "tr": "3ü 4çış 5öğ̇ 7â 8îû",
        "az": "2ə 4üğı 5ş̇ 6çö",
        "vi": "5àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
        "ru": "2авио 3еклмнрст 4бгдйпуфья 5зхшы 6жцчю 7щъэё",
        "uk": "2ао 3веиклмнрсті 4бгдйпучя 5зфхцшьює 6жщ 7їґ’",
        "bg": "2аво 3еиклнрст 4бгдмпучя 5жзйфхцшъь 6щю",
        "mk": "2авио 3еклмнрст 4гдпј 5бзуфхцчѓ 6шњ 7жђѕљћќџ",
        "el": "2α 3άηικλμνοπρςστυ 4έήίβγδεόύ 5ζθφχωώ 6ξ 7ΐΰψϊϋ",
        "he": "2אוי 3בדהלמןנרש 4גזחטכםסעפקת 5ץצ 6ף 7ך",
        "ar": "2الي 3بدرعمنو 4آةتجحزسشفقكه 5أخصضطغ 6ءئثظى 7ؤإذ",
        "fa": "2ارمی 3دسلنهو 4بتجحزشعف 5آثصضطقپکگ 6خغچ 7ءأذظژ",
        "th": "3นยรวัาิุ์ 4กงชญณดตทธพภมลศสอะีเ 5ขคจฐถบปษหำูแโไ่้ 6ฉซฒผฤฮื็ 7ฃฅฆฌฎฏฑฝฟฦฬฯึฺใๅๆ๊๋ํ",
        "zh":
            """
        3张李王 4丽兰刘华建杨桂梅淑玉珍秀红英陈 5丹云军凤吴周娟婷孙平强徐文朱林柳海燕玲磊罗胡芳荣莉许赵郑郭金雪雷霞马高黄龙 6丁万东亮任伟何佳俊倩健兵冬冯凯刚利勇博卢叶吕唐国坤姚娜宁 \
        宇宋小岩峰帅帆彬彭志想慧成戴敏斌方旭明春晨晶曹曾杜杰梁楠欢欣沈波洁洋浩涛潘琳琴瑜瑞璐田畅秦程艳芝花苏莹萍萧董蒋谢谭贾超辉邓邹鑫钟阳陆静韦韩颖飞香魏鹏 7严余侯傅史向夏姜孟尚尹岳崔廖 \
        樊武毛江汪温熊白石范葛蔡薛袁贺赖邱邵阎龚
        """,
        "zh-Hant":
            """
        3淑秀美陳 4劉吳張志惠文明李林玉王玲珠華雅麗黃 5俊冠卿娟婷宇宏家廖廷建徐怡慧曾月楊洪珍琴素芬英蔡蘭許謝豪貞邱郭鄭雄雲鳳 6世何余佳偉傑君呂周哲娥子宗宜宥寶強彤彭心忠恩成承敏施昌 \
        春晴朱柏梁梅榮欣正江涵游潘瑋盧睿碧秋簡羅義翔翰胡芳苡莊萍葉蓁蓉蓮蕭蘇詩詹賢賴進金銘鍾雪雯霖霞靜香高龍 7佑侯傅卓博品唐嘉國妤姜威婉孫宋宸彥彬德憲戴政方枝柯欽武永沈章興良范菲語趙軒輝 \
        連鄧鈺顏馮魏鴻黎
        """,
        "ja":
            """
        3子山田藤 4一中井佐加太小木本村林樹橋直美裕鈴陽高 5々あかくさすみゆり七上下也京亮人介代伊佳修健充助千口司吉和夏奈学実岡島崎川平幹康弘拓斎春晃智松桃水治洋浩涼淳清渡真知石稔篤結 \
        綾織翼聡舞花英衣辺郎里零香 6三前原坂後斉明森池浦福翔西谷近遠部長阿青
        """,
        "ko":
            """
        2김 3박서수영이정지현 4경미민성숙순예우윤은자준진최호 5강고권남도류명상송승식아안연오옥원유장재조주철하한혁혜홍황훈희 6건곽광구길노동람름문배백병보빈석선손시신심양웅일임전 \
        종중차채춘허환후 7나엄
        """,
    ]
}

/// The characters of the first level of each East Asian standard: about the 2,000 to 5,000 that are most used.
enum CommonCharacters {
    static let all: [String: Set<UInt32>] = [
        "zh": characters(of: TextEncoding("GB18030"), rows: 0xB0...0xD7, cells: 0xA1...0xFE),
        "zh-Hant": characters(of: TextEncoding("Big5"), rows: 0xA4...0xC6, cells: 0x40...0xFE),
        "ja": characters(of: TextEncoding("EUC-JP"), rows: 0xB0...0xCF, cells: 0xA1...0xFE),
        "ko": characters(of: TextEncoding("EUC-KR"), rows: 0xB0...0xC8, cells: 0xA1...0xFE),
    ]

    static func hasKana(_ characters: Set<UInt32>) -> Bool { characters == all["ja"] }

    private static func characters(
        of encoding: TextEncoding, rows: ClosedRange<UInt8>, cells: ClosedRange<UInt8>
    ) -> Set<UInt32> {
        var found: Set<UInt32> = []
        for row in rows {
            for cell in cells where cell != 0x7F {
                let scalars = TextConverter.text(of: [row, cell], in: encoding)?.unicodeScalars
                if let scalars, scalars.count == 1, let scalar = scalars.first { found.insert(scalar.value) }
            }
        }
        return found
    }
}

/// What looks wrong in words, whatever the language.
enum WordShape {
    /// Letters of two of them do not stand in one word.
    enum Script: Hashable {
        case latin, greek, cyrillic, hebrew, arabic, thai, other

        init(_ value: UInt32) {
            switch value {
            case 0..<0x370, 0x1E00..<0x1F00: self = .latin
            case 0x370..<0x400, 0x1F00..<0x2000: self = .greek
            case 0x400..<0x530: self = .cyrillic
            case 0x590..<0x600: self = .hebrew
            case 0x600..<0x780: self = .arabic
            case 0xE00..<0xE80: self = .thai
            default: self = .other
            }
        }
    }

    /// In hundredths of a nat.
    static func cost(of cell: [Unicode.Scalar]) -> Int {
        guard !cell.allSatisfy(\.isASCII) else { return 0 }
        return cell.indices.reduce(0) { sum, index in
            sum
                + cost(
                    of: cell[index], after: index > 0 ? cell[index - 1] : nil,
                    before: index + 1 < cell.count ? cell[index + 1] : nil)
        }
    }

    private static func cost(
        of scalar: Unicode.Scalar, after last: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> Int {
        let isInWord = last.map(isLetter) ?? false
        if let last, isInWord, isLetter(scalar) {
            if last.properties.isLowercase && scalar.properties.isUppercase { return 400 }
            return Script(last.value) == Script(scalar.value) ? 0 : 600
        }
        guard !scalar.isASCII, let next, isLetter(next) else { return 0 }
        if isLetter(scalar) { return scalar.properties.isLowercase && !isInWord ? 150 : 0 }
        return isInWord && scalar != "’" ? 300 : 0
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }
}
