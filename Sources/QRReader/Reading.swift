/// What has been read in one frame so far, and how much may still be tried.
struct Reading {
    var symbols = [QRSymbol]()
    /// The poses of codes that have been read: nothing else is searched there.
    var poses = [Pose]()
    var parts = [(picture: ModulePicture, pose: Pose)]()
    /// How many pictures of codes may still be painted for zbar, and how many poses fitted.
    var crops: Int
    var fits: Int

    func isTaken(_ place: PixelPoint) -> Bool { poses.contains { $0.covers(place) } }

    mutating func add(_ bytes: [UInt8], at pose: Pose, isMirrored: Bool) {
        symbols.append(QRSymbol(bytes: bytes, corners: pose.symbolCorners(isMirrored: isMirrored)))
        poses.append(pose)
    }

    /// Joins the codes that are parts of one text; its corners are those of the box around them.
    mutating func joinParts(_ decoder: borrowing CodeDecoder) {
        guard let bytes = decoder.text(of: parts.map(\.picture)) else { return }
        let corners = parts.flatMap { $0.pose.symbolCorners(isMirrored: false) }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return }
        let box = [(left, top), (left, bottom), (right, bottom), (right, top)]
        symbols.append(QRSymbol(bytes: bytes, corners: box.map { QRSymbol.Point(x: $0.0, y: $0.1) }))
    }

    /// Each text once, in reading order.
    var result: [QRSymbol] {
        var seen = Set<[UInt8]>()
        return symbols.filter { seen.insert($0.bytes).inserted }.inReadingOrder
    }
}

extension [QRSymbol] {
    /// Rows from the top, each from the left; codes whose tops differ by less than half a code are in one row.
    var inReadingOrder: [QRSymbol] {
        guard count > 1 else { return self }
        let boxes = map { symbol in (symbol, Box(symbol.corners)) }.sorted { $0.1.top < $1.1.top }
        var rows = [[(QRSymbol, Box)]]()
        for box in boxes {
            if let first = rows.last?.first, box.1.top - first.1.top < first.1.height / 2 {
                rows[rows.count - 1].append(box)
            } else {
                rows.append([box])
            }
        }
        return rows.flatMap { row in row.sorted { $0.1.left < $1.1.left }.map(\.0) }
    }

    private struct Box {
        let left: Int
        let top: Int
        let height: Int

        init(_ corners: [QRSymbol.Point]) {
            left = corners.map(\.x).min() ?? 0
            top = corners.map(\.y).min() ?? 0
            height = (corners.map(\.y).max() ?? 0) - top
        }
    }
}

extension Pose {
    fileprivate func symbolCorners(isMirrored: Bool) -> [QRSymbol.Point] {
        let corners = isMirrored ? [corners[0], corners[3], corners[2], corners[1]] : corners
        return corners.map { QRSymbol.Point(x: Int($0.x.rounded()), y: Int($0.y.rounded())) }
    }
}
