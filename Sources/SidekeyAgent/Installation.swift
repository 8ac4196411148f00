import AgentSocket

/// What makes this agent the one that new clients should meet: its program and its socket are those on disk.
struct Installation: Sendable {
    private let program: RunningProgram
    private let folder: WalletFolder

    /// Call it as the agent starts.
    init(serving folder: WalletFolder) throws(AgentSocketError) {
        program = try RunningProgram()
        self.folder = folder
    }

    /// Whether a newer program was installed, or the socket removed so that no client finds this agent any more.
    var isReplaced: Bool { program.isReplaced || !folder.hasSocket }
}
