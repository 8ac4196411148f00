import ArgumentParser

/// Where requests are decided: everything in the browser, what is risky outside it, or nothing in it.
enum Approvals: String, ExpressibleByArgument, CaseIterable {
    case popup
    case risky
    case native

    static let help = ArgumentHelp("Where requests are decided: popup, risky or native.", valueName: "where")
}
