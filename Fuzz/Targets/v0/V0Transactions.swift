import Codecs
import Fuzzing
import SolanaTransactions

/// Transactions of version 0.
@main enum V0Transactions {
    static func main() {
        Fuzzer.run { CodecCheck.run($0, version: .v0) }
    }
}
