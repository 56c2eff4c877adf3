import Pictures
import QRWriter

/// Texts of every dialect that tickets are written in, with codes of a wanted version.
enum SampleTexts {
    /// Bytes that each version from 1 to 12 holds in byte mode (ISO/IEC 18004:2015, table 7).
    static let capacities: [QRErrorCorrection: [Int]] = [
        .low: [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367],
        .medium: [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287],
        .quartile: [11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203],
        .high: [7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155],
    ]

    /// A random text that needs exactly this version.
    static func text(
        version: Int, level: QRErrorCorrection, using random: inout some RandomNumberGenerator
    ) -> String {
        let capacities = capacities[level]!
        let shortest = version == 1 ? 1 : capacities[version - 2] + 1
        let length = Int.random(in: shortest...capacities[version - 1], using: &random)
        let prefixes = [
            "", "https://tickets.example/gala/ticket/view/", "TKT:\(Int.random(in: 1...9999, using: &random))|ORD:",
        ]
        let alphabets = [
            "abcdefghjkmnpqrstuvwxyz0123456789", "0123456789abcdef-",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=",
        ]
        let prefix = prefixes.randomElement(using: &random)!.prefix(length)
        let alphabet = Array(alphabets.randomElement(using: &random)!)
        return prefix + String((0..<length - prefix.count).map { _ in alphabet.randomElement(using: &random)! })
    }
}

/// Codes that QRWriter does not make: written with segno, dark modules as `#`.
enum SampleCodes {
    /// Says that it is in ISO 8859-15 (ECI 17), and holds "5€".
    static let latin9 = """
        #######..###..#######
        #.....#..####.#.....#
        #.###.#.##..#.#.###.#
        #.###.#.#.#.#.#.###.#
        #.###.#.#####.#.###.#
        #.....#.#...#.#.....#
        #######.#.#.#.#######
        ........##.##........
        #.#####...#.#.#####..
        ##..##.#..#.#..#..#.#
        .#.#.##.#..#.#..##...
        .###...####....####..
        #.#####.#..#.#..###..
        ........##.####......
        #######...#.#.##...#.
        #.....#.##.####..###.
        #.###.#.#.#.#..#..#..
        #.###.#.#...#..#..##.
        #.###.#.####.#..#.#..
        #.....#..#.....##.###
        #######.####.#..#.##.
        """

    /// "点茗" in Kanji mode, which is Shift JIS.
    static let kanji = """
        #######.#..##.#######
        #.....#..##...#.....#
        #.###.#..#.#..#.###.#
        #.###.#.###...#.###.#
        #.###.#..#.##.#.###.#
        #.....#...#...#.....#
        #######.#.#.#.#######
        .........#...........
        ..#.###.#...##...#..#
        ....##..#.##.#.#..#.#
        ###..#######.###...#.
        ..#....#..##.#.#####.
        ..#..###.##....#...#.
        ........#.#.#....####
        #######..#....#.#..##
        #.....#.##.#.##..####
        #.###.#.##.###..#.#.#
        #.###.#......#.#.#.#.
        #.###.#.###.##.#..#.#
        #.....#.....#..###.#.
        #######..#.#.#.#..#..
        """

    /// "half and half", one half in each of two codes (structured append).
    static let halves = [
        """
        #######.#.#.#.#######
        #.....#...###.#.....#
        #.###.#..###..#.###.#
        #.###.#....##.#.###.#
        #.###.#.#.###.#.###.#
        #.....#.###...#.....#
        #######.#.#.#.#######
        .........##.#........
        .#######.##.#..##...#
        ..#.#...##..##.#..#..
        #..##.#..#....##..##.
        ##.#.#..##.#...######
        .#.#.##...##.#.#.#..#
        ........#.#..#.####.#
        #######.##.##.#....#.
        #.....#.#.#.#####..#.
        #.###.#.#...#.#...#..
        #.###.#.##..#..#.##..
        #.###.#.#.##....#....
        #.....#.###....##.###
        #######...##.....##..
        """,
        """
        #######..##.#.#######
        #.....#.###...#.....#
        #.###.#..#.##.#.###.#
        #.###.#.#.#...#.###.#
        #.###.#.#.#.#.#.###.#
        #.....#....#..#.....#
        #######.#.#.#.#######
        ........#.##.........
        .#.####.#..#.##.##.#.
        #....#.##.#.###.#.#.#
        ..#.###.#####...#####
        .#.#.#.#.#..##....###
        #..####.###.##..##.#.
        ........##...###.###.
        #######...#..#.##....
        #.....#.##....#..####
        #.###.#.###.#.#..##.#
        #.###.#.#.#.###.####.
        #.###.#..#.###.#.#.##
        #.....#.##.##...#.#..
        #######..#..##..#.##.
        """,
    ]

    /// With a quiet zone, four pixels to a module.
    static func picture(_ sample: String) -> GreyImage {
        let rows = sample.split(separator: "\n").map { $0.map { $0 == "#" } }
        let side = (rows.count + 8) * 4
        let luma = (0..<side * side).map { pixel -> UInt8 in
            let (row, column) = (pixel / side / 4 - 4, pixel % side / 4 - 4)
            return rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column] ? 0 : 255
        }
        return GreyImage(width: side, height: side, luma: luma)
    }
}

extension GreyImage {
    static func blank(width: Int, height: Int) -> GreyImage {
        GreyImage(width: width, height: height, luma: [UInt8](repeating: 255, count: width * height))
    }

    /// With another picture on it.
    func showing(_ picture: GreyImage, left: Int, top: Int) -> GreyImage {
        var luma = luma
        for row in 0..<picture.height {
            let start = (top + row) * width + left
            luma.replaceSubrange(
                start..<start + picture.width,
                with: picture.luma[row * picture.width..<(row + 1) * picture.width])
        }
        return GreyImage(width: width, height: height, luma: luma)
    }

    /// Turned by a quarter, clockwise.
    var turned: GreyImage {
        let luma = (0..<width * height).map { pixel -> UInt8 in
            let (row, column) = (pixel / height, pixel % height)
            return self.luma[(height - 1 - column) * width + row]
        }
        return GreyImage(width: height, height: width, luma: luma)
    }
}
