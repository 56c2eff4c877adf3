/// The ways of thresholding, to decide which modules are dark, in the order in which they are tried.
enum Thresholding: CaseIterable {
    /// Compared with the modules around, slightly sharpened: reads nearly everything.
    case plain
    /// With the blur removed: ``Equaliser``.
    case equalised
    /// Compared with near modules only, and sharper: for shadows and glare.
    case near
    /// Compared with modules farther away: for large even areas in a code.
    case far

    func bits(_ grid: ModuleGrid, _ patterns: FunctionPatterns) -> ModuleBits {
        var bits =
            switch self {
            case .plain: ModuleBits(grid, reach: 3, sharpening: 0.5)
            case .equalised: ModuleBits(grid, reach: 3, sharpening: 0)
            case .near: ModuleBits(grid, reach: 2, sharpening: 1)
            case .far: ModuleBits(grid, reach: 6, sharpening: 1)
            }
        if self == .equalised { Equaliser.equalise(&bits, patterns) }
        bits.forget(grid.outside)
        return bits
    }
}
