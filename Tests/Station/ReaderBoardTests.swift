import Devices
import Messages
import StationAPI
import Testing

@testable import Station

@Suite struct ReaderBoardTests {
    private let camera = Device(
        kind: .camera, node: "/dev/video0", name: "C920", links: ["/dev/usher/camera-1", "/dev/v4l/by-id/c920"])
    private let scanner = Device(kind: .scanner, node: "/dev/input/event7", name: "Symbol")

    @Test func `says nothing of devices until they are looked for`() {
        let board = ReaderBoard()
        #expect(board.conditions(expected: ["/dev/video0"]) == [])
        board.activate()
        #expect(board.conditions(expected: []).map(\.code) == [.noReader])
    }

    @Test func `names what is configured and not there`() {
        let board = ReaderBoard()
        board.activate()
        board.note(camera, is: .reading)
        let expected = ["/dev/v4l/by-id/c920", "/dev/usher/scanner-2"]
        #expect(
            board.conditions(expected: expected).filter { $0.level > .ok }.map(\.subject) == ["/dev/usher/scanner-2"])
    }

    @Test func `tells what is wrong with a device until it is over or gone`() {
        let board = ReaderBoard()
        board.activate()
        board.note(scanner, is: .waiting, problem: "cannot open /dev/input/event7: Permission denied. Ask.")
        #expect(
            board.conditions(expected: []).map(\.says) == [
                "Symbol (/dev/input/event7) cannot be read: cannot open /dev/input/event7: Permission denied. Ask."
            ])
        #expect(board.readers.map(\.state) == [.waiting])
        board.note(scanner, is: .reading, manner: "layout us")
        #expect(board.conditions(expected: []).map(\.code) == [.readerReads])
        #expect(board.readers.map(\.note) == ["layout us"])
        let news = ["a code was dropped", "a code was dropped", nil, nil].map { board.note(scanner, problem: $0) }
        #expect(news == [true, false, true, false])
        board.note(scanner, problem: "a code was dropped")
        #expect(board.conditions(expected: []).map(\.says) == ["Symbol (/dev/input/event7): a code was dropped."])
        board.remove(scanner)
        #expect(board.readers == [])
    }

    @Test func `finds the camera that is meant among those that are read`() {
        let board = ReaderBoard()
        #expect(board.camera(named: nil) == nil)
        board.note(camera, is: .reading)
        #expect(board.camera(named: nil) == camera)
        #expect(board.camera(named: "/dev/v4l/by-id/c920") == camera)
        #expect(board.camera(named: "/dev/video9") == nil)
        let second = Device(kind: .camera, node: "/dev/video2", name: "C270")
        board.note(second, is: .reading)
        #expect(board.camera(named: nil) == nil)
        board.note(second, is: .waiting)
        #expect(board.camera(named: "/dev/video2") == nil)
    }
}
