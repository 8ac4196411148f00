import SolanaTransactions
import Testing

@Suite struct ClusterTests {
    @Test func aPublicClusterIsKnownByItsGenesisHashAndLocalnetByNone() {
        for cluster in Cluster.allCases {
            #expect(Cluster(rawValue: "solana:\(cluster.name)") == cluster)
            guard let hash = cluster.genesisHash else {
                #expect(cluster == .localnet)
                continue
            }
            #expect(Cluster(genesisHash: hash) == cluster)
        }
        #expect(Cluster(genesisHash: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9e") == nil)
    }
}
