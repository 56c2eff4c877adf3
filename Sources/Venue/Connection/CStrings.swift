internal import Glibc

/// Calls `body` with texts as C strings, `nil` as a null pointer; they are valid only during the call.
///
/// - Parameter isTerminated: whether a null pointer follows the last one.
func withCStrings<Result>(
    _ texts: [String?], isTerminated: Bool = false,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
    var copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    if isTerminated { unsafe copies.append(nil) }
    return unsafe copies.map { unsafe UnsafePointer($0) }.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}
