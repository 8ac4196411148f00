import SidekeyAgent
import WalletKeys

/// `sidekey-test-agent`: `sidekey-agent`, but that a wallet which it makes has a passphrase whose tries take milliseconds. It is linked in
/// the agent's place for the hundreds of wallets of the command line's tests.
@main enum TestAgent {
    static func main() {
        WalletAgent.run(modules: [], cost: .minimum)
    }
}
