/// Why accounts and arguments make no instruction of a layout.
public enum LayoutError: Error, Hashable, Sendable {
    /// The program has no instruction of this name.
    case instruction(String)
    /// The role is missing, is taken by too many, or isn't one of the instruction's.
    case account(String)
    /// The argument is missing, doesn't fit its type, or isn't one of the instruction's.
    case argument(String)
}

extension LayoutError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .instruction(let name): "no instruction \(name)"
        case .account(let name): "account \(name) does not fit"
        case .argument(let name): "argument \(name) does not fit"
        }
    }
}
