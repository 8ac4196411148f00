import SidekeyAgent

/// `sidekey-agent`: the one process of a user that holds keys.
@main enum Agent {
    static func main() {
        WalletAgent.run()
    }
}
