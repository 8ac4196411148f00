import ArgumentParser
import Wording

/// Where requests are decided: everything in the browser, what is risky outside it, or nothing in it.
enum Approvals: String, ExpressibleByArgument, CaseIterable {
    case popup
    case risky
    case native

    static let help = ArgumentHelp(say(.helpApprovals), valueName: "where")
}
