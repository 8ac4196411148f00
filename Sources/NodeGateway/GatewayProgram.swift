public import AgentSocket

/// `sidekey-rpc`: where it stands and what it is started with.
public struct GatewayProgram: Sendable, Hashable {
    /// Its absolute path.
    public let path: String
    /// Its whole environment, as `NAME=value`.
    public let environment: [String]

    /// - Parameter environment: From which it gets what says how the network is reached, and nothing else.
    public init(path: String, environment: ProcessEnvironment) {
        self.path = path
        let variables = environment.selecting(AgentProgram.networkVariables)
        self.environment = ["PATH=/usr/bin:/bin"] + variables.map { "\($0.name)=\($0.value)" }
    }

    /// The one in the folder of the running program.
    ///
    /// - Throws: `system`.
    public static func besideThisProgram(environment: ProcessEnvironment) throws(AgentSocketError) -> GatewayProgram {
        GatewayProgram(path: try RunningProgram.sibling("sidekey-rpc"), environment: environment)
    }
}
