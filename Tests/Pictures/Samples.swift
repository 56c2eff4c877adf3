import Foundation

/// Small files made with other programs (Pillow, zlib), and what a reader must see in them.
enum Samples {
    struct File: CustomStringConvertible {
        let description: String
        let base64: String
        var bytes: [UInt8] { Array(Data(base64Encoded: base64)!) }
    }

    /// Four pixels side by side, or two.
    static let png: [(file: File, luma: [UInt8])] = [
        (
            File(
                description: "grey of 1 bit",
                base64: "iVBORw0KGgoAAAANSUhEUgAAAAQAAAABAQAAAADRRzJgAAAACklEQVR42mMIAAAAUgBRWqmjOgAAAABJRU5ErkJggg=="),
            [0, 255, 0, 255]
        ),
        (
            File(
                description: "grey of 16 bits",
                base64: """
                    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABEAAAAACMx4xSAAAAEUlEQVR42mNgYHBgaGj4/x8ACAYDPwM1FbkAAAAASUVORK5CYII=
                    """),
            [0, 64, 128, 255]
        ),
        (
            File(
                description: "black, white, red and a transparent black of a palette",
                base64: """
                    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAMAAADO4v//AAAADFBMVEUAAAD/////AAAAAAAsH9zHAAAABHRSTlP///8AQCqp9AAAAA1J\
                    REFUeNpjYGBkYgYAAA8AB1vQi30AAAAASUVORK5CYII=
                    """),
            [0, 255, 76, 255]
        ),
        (
            File(
                description: "black opaque, transparent and half transparent, and light grey",
                base64: """
                    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAQAAABTNcdGAAAAEUlEQVR42mNg+M/AwNBw4j8ACxEDRycWlCYAAAAASUVORK5CYII=
                    """),
            [0, 255, 127, 200]
        ),
        (
            File(
                description: "red, green, blue and grey",
                base64: """
                    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAIAAAB2XpiaAAAAEUlEQVR42mP4z8DAAMYNDQ0AGvUEfoNwupIAAAAASUVORK5CYII=
                    """),
            [76, 149, 28, 128]
        ),
        (
            File(
                description: "opaque black and transparent red of 16 bits",
                base64: """
                    iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAYAAACksqPJAAAAEElEQVR42mNgAIP/QABhAQAh7wP9mkCO2gAAAABJRU5ErkJggg==
                    """),
            [0, 255]
        ),
    ]

    /// 8 x 8, the brightness of column x in row y is 16x + 8y.
    static let interlacedPNG = File(
        description: "interlaced",
        base64: """
            iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAAGWY9HBAAAAOUlEQVR42mNgYHBgUEgAIYcGBgGDgAIGIJ4AYSk4JDRAuEDGAgYOCQ0Lj4iM\
            CgYo3cEApWcwQOkVALztFQGC9pTkAAAAAElFTkSuQmCC
            """)

    /// 16 x 16: black and white above, 160 and 80 below, each 8 x 8.
    static let jpeg = [
        File(
            description: "grey",
            base64: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X\
                GBYUGBIUFRT/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQR\
                BRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4\
                eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEB\
                AAA/APyqr+qivgGviqv/2Q==
                """),
        File(
            description: "colour",
            base64: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X\
                GBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAAR\
                CAAQABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG\
                E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWG\
                h4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB\
                AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYk\
                NOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0\
                tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD8qq/qor4Br4qoA//Z
                """),
        File(
            description: "progressive colour",
            base64: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X\
                GBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wgAR\
                CAAQABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABwgJ/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEAMQAAABlTVQAFT/\
                xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAEFAh//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AX//xAAUEQEAAAAAAAAAAAAA\
                AAAAAAAA/9oACAECAQE/AX//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Ah//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/\
                IR//2gAMAwEAAgADAAAAEOP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/\
                EH//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/EB//2Q==
                """),
    ]

    /// Ink colours, which have no brightness of their own.
    static let cmykJPEG = File(
        description: "CMYK",
        base64: """
            /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgW\
            FBgSFBUU/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAAB\
            fQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hp\
            anN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5\
            +v/aAA4EQwBNAFkASwAAPwD8qq/Kqvyqr9U6/qor+qiv6qKK+Aa+Aa+AaK+Kq+Kq+KqK/9k=
            """)
}
