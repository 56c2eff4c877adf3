// usherd: the gate daemon as a program of its own, where programs are run from the build folder.

import Daemon

// Why: docs/decisions/062-one-program-two-names.md
@main
enum Program {
    static func main() async {
        await Usherd.main()
    }
}
