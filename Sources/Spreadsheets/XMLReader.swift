internal import CExpat
internal import Foundation

/// What is told of an XML document while it is read.
protocol XMLHandler: AnyObject {
    func start(_ name: XMLName, _ attributes: XMLAttributes) throws
    /// A piece of the text between two tags.
    func text(_ text: String) throws
    func end(_ name: XMLName) throws
}

/// What is wrong with a document, as a clause.
struct XMLFault: Error {
    let problem: String
}

/// The name of an element or an attribute.
struct XMLName: Hashable {
    /// Namespaces whose names are told apart; those of ECMA-376 are `other`.
    enum Space {
        case none, office, table, text, drawing, style, other
    }

    let space: Space
    let local: String
}

/// The attributes of one element.
struct XMLAttributes {
    fileprivate let all: [(name: XMLName, value: String)]

    /// Of an attribute without a namespace, as ECMA-376 has them.
    subscript(local: String) -> String? { self[.none, local] }

    subscript(space: XMLName.Space, local: String) -> String? {
        all.first { $0.name.local == local && $0.name.space == space }?.value
    }

    /// Whether an attribute of ECMA-376 is true; `false` without it.
    func flag(_ local: String) -> Bool {
        ["1", "true", "on"].contains(self[local] ?? "")
    }
}

/// Reads XML piece by piece (expat). A document type is refused: with it go entities that grow to gigabytes, and those
/// that are other files.
@safe final class XMLReader {
    private let parser: XML_Parser
    private let handler: any XMLHandler
    private var failure: (any Error)?
    private var depth = 0
    private var byteCount = 0

    init(_ handler: any XMLHandler) throws {
        guard let parser = unsafe XML_ParserCreateNS(nil, XML_Char(bitPattern: Self.separator)) else {
            throw XMLFault(problem: "needs more memory than there is")
        }
        unsafe self.parser = parser
        self.handler = handler
        // The parser goes when this object goes, so that it never calls another.
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser, { unsafe XMLReader.of($0)?.started($1, $2) }, { unsafe XMLReader.of($0)?.ended($1) })
        unsafe XML_SetCharacterDataHandler(parser) { unsafe XMLReader.of($0)?.read($1, $2) }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe XMLReader.of(context)?.stop(XMLFault(problem: "has a document type, which no spreadsheet needs"))
        }
    }

    deinit {
        unsafe XML_ParserFree(parser)
    }

    /// Takes the first bytes of the buffer; with none, the document is at its end.
    /// - Throws: ``XMLFault``; also what the handler throws.
    func feed(_ bytes: [UInt8], count: Int) throws {
        byteCount += count
        let status = unsafe bytes.withUnsafeBytes {
            unsafe XML_Parse(
                parser, $0.baseAddress?.assumingMemoryBound(to: XML_Char.self), Int32(count), count == 0 ? 1 : 0)
        }
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) } ?? "wrong"
            throw XMLFault(problem: "is not XML: \(reason), line \(unsafe XML_GetCurrentLineNumber(parser))")
        }
        // Older releases of expat begin a tag again with every piece of it: a long one would take for ever.
        guard count == 0 || byteCount - Int(unsafe XML_GetCurrentByteIndex(parser)) <= Limits.tagByteCount else {
            throw XMLFault(problem: "has a tag longer than \(Limits.tagByteCount) bytes")
        }
    }

    // MARK: - What the parser calls

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
        unsafe context.map { unsafe Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func started(
        _ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        depth += 1
        guard depth <= Limits.depth else { return stop(XMLFault(problem: "has elements in elements without end")) }
        var attributes: [(XMLName, String)] = []
        var next = unsafe list
        while let pair = unsafe next, let attribute = unsafe pair[0], let value = unsafe pair[1] {
            unsafe attributes.append((Self.name(attribute), String(cString: value)))
            unsafe next = pair + 2
        }
        attempt { try handler.start(unsafe Self.name(name), XMLAttributes(all: attributes)) }
    }

    private func ended(_ name: UnsafePointer<XML_Char>?) {
        depth -= 1
        attempt { try handler.end(unsafe Self.name(name)) }
    }

    private func read(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
        attempt { try handler.text(unsafe String(decoding: bytes, as: UTF8.self)) }
    }

    private func attempt(_ body: () throws -> Void) {
        // After a stop, expat may still tell of what it has read.
        guard failure == nil else { return }
        do { try body() } catch { stop(error) }
    }

    private func stop(_ error: any Error) {
        failure = failure ?? error
        unsafe XML_StopParser(parser, 0)
    }

    // MARK: - Names

    private static let separator = UInt8(ascii: " ")

    /// What expat calls `office:value`: its namespace, a space, and `value`.
    private static func name(_ pointer: UnsafePointer<XML_Char>?) -> XMLName {
        guard let pointer = unsafe pointer else { return XMLName(space: .none, local: "") }
        let bytes = unsafe UnsafeBufferPointer(start: pointer, count: strlen(pointer))
        guard let end = unsafe bytes.lastIndex(of: XML_Char(bitPattern: separator)) else {
            return XMLName(space: .none, local: unsafe String(cString: pointer))
        }
        let local = unsafe String(cString: pointer + end + 1)
        let space = unsafe String(decoding: UnsafeRawBufferPointer(start: pointer, count: end), as: UTF8.self)
        return XMLName(space: spaces[space] ?? .other, local: local)
    }

    /// The namespaces of OpenDocument (part 3, 3.2).
    private static let spaces: [String: XMLName.Space] = {
        let names: [(String, XMLName.Space)] = [
            ("office", .office), ("table", .table), ("text", .text), ("drawing", .drawing), ("style", .style),
        ]
        return Dictionary(
            uniqueKeysWithValues: names.map { ("urn:oasis:names:tc:opendocument:xmlns:\($0):1.0", $1) })
    }()
}
