// usherd: the gate daemon as a program of its own, where programs are run from the build folder.

import Daemon

@main
enum Program {
    static func main() async {
        await Usherd.main()
    }
}
