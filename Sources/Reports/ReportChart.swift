internal import Pictures
internal import StationAPI
internal import Tickets

/// People who passed over time: bars are those who entered, a dashed line those who left.
struct ReportChart {
    static let height = 150.0

    let series: ListFigures.TimeSeries
    /// Writes a time.
    let clock: (Timestamp) -> String
    let number: (Int) -> String

    private static let left = PageFlow.margin + 30
    private static let right = PageFlow.margin + PageFlow.width
    private static let axisHeight = 20.0
    private static let topMargin = 8.0

    func draw(on canvas: borrowing Canvas, top: Double) {
        let bottom = top + Self.height - Self.axisHeight
        let most = Self.roundedUp(max(4, series.entered.max() ?? 0, series.left.max() ?? 0))
        func y(_ people: Int) -> Double {
            bottom - Double(max(0, people)) / Double(most) * (bottom - top - Self.topMargin)
        }
        let step = (Self.right - Self.left) / Double(series.entered.count)
        for people in [0, most / 2, most] {
            canvas.line(
                ReportStyle.rule,
                [Canvas.Point(x: Self.left, y: y(people)), Canvas.Point(x: Self.right, y: y(people))],
                lineWidth: 0.5)
            canvas.write(
                number(people), at: Canvas.Point(x: Self.left - 6, y: y(people) + 3),
                style: ReportStyle.note.aligned(.right), maximumWidth: 26)
        }
        canvas.fill(
            ReportStyle.entered,
            series.entered.enumerated().map { index, people in
                Canvas.Rectangle(
                    x: Self.left + Double(index) * step, y: y(people), width: step - min(1, step * 0.2),
                    height: bottom - y(people))
            })
        if series.left.contains(where: { $0 > 0 }) {
            canvas.line(
                ReportStyle.left,
                series.left.enumerated().map { index, people in
                    Canvas.Point(x: Self.left + (Double(index) + 0.5) * step, y: y(people))
                }, lineWidth: 1.4, dashes: [4, 2.5])
        }
        drawTimes(on: canvas, bottom: bottom, step: step)
    }

    /// At full hours or parts of one, no closer than their texts are wide.
    private func drawTimes(on canvas: borrowing Canvas, bottom: Double, step: Double) {
        let minutes = series.entered.count * series.stepMinutes
        let distances = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880]
        let distance = distances.first { minutes / $0 <= 9 } ?? 7 * 1440
        let first = series.start.milliseconds / 60_000
        for minute in stride(from: 0, to: minutes, by: 1) where (Int(first) + minute) % distance == 0 {
            let x = Self.left + Double(minute) / Double(series.stepMinutes) * step
            canvas.line(
                ReportStyle.faint, [Canvas.Point(x: x, y: bottom), Canvas.Point(x: x, y: bottom + 3)], lineWidth: 0.5)
            canvas.write(
                clock(series.start + .seconds(minute * 60)), at: Canvas.Point(x: x, y: bottom + 13),
                style: ReportStyle.note.aligned(.centre), maximumWidth: 60)
        }
    }

    /// The smallest of 2, 4, 10, 20, 40, 100 ... that is not below the number, so that its half is a whole number.
    static func roundedUp(_ number: Int) -> Int {
        var power = 1
        while true {
            for factor in [2, 4, 10] where factor * power >= number { return factor * power }
            power *= 10
        }
    }
}
