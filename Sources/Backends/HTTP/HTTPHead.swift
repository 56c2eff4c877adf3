/// Status and header fields of an answer.
struct HTTPHead: Sendable {
    let status: Int
    let headers: [HTTPHeader]
}

/// Builds a head from the lines that libcurl delivers one by one.
struct HTTPHeadReader {
    private var status: Int?
    private var headers: [HTTPHeader] = []

    /// The head, once its last line has come. Interim answers (100 to 199) and trailers are skipped.
    mutating func receive(_ line: String) -> HTTPHead? {
        let line = line.prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        if line.hasPrefix("HTTP/") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            headers = []
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...]
            headers.append(HTTPHeader(String(line[..<colon]), value.trimmingSpaces))
        } else if line.isEmpty, let status, status >= 200 {
            self.status = nil
            return HTTPHead(status: status, headers: headers)
        }
        return nil
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let front = drop(while: isSpace)
        return String(front.prefix(upTo: front.lastIndex { !isSpace($0) }.map(front.index(after:)) ?? front.startIndex))
    }
}
