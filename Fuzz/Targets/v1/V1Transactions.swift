import Codecs
import Fuzzing
import SolanaTransactions

/// Transactions of version 1.
@main enum V1Transactions {
    static func main() {
        Fuzzer.run { CodecCheck.run($0, version: .v1) }
    }
}
