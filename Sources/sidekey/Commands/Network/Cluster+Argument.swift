public import ArgumentParser
public import SolanaTransactions
import Wording

/// A cluster goes by its name on the command line.
extension Cluster: ExpressibleByArgument {
    static let help = ArgumentHelp(say(.helpCluster), valueName: "cluster")

    public init?(argument: String) { self.init(name: argument) }

    public static var allValueStrings: [String] { allCases.map(\.name) }

    public var defaultValueDescription: String { name }
}
