import ArgumentParser

/// Who acts at a station by hand.
struct OperatorOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The name of the person who does this; without it, the number of the user.", valueName: "name"))
    var `operator`: String?
}
