import Sites
import Testing

/// Names of sites that imitate other sites, and honest names that are only similar.
struct SiteResemblanceTests {
    private func resembled(_ host: String, _ known: String...) -> String? {
        guard let name = SiteName(host: host) else { return nil }
        return SiteResemblance.of(name, among: known.compactMap(SiteName.init(host:))).map {
            "\($0.site) \($0.form.rawValue)"
        }
    }

    @Test(arguments: [
        "raydlum.io", "ra-ydium.io", "raydium-.xyz",
        // A dotless i; a Cyrillic a; the same below another ending; a Cyrillic i.
        "xn--raydum-s9a.io", "xn--rydium-3nf.io", "xn--rydium-3nf.com", "app.xn--raydum-svf.io",
    ])
    func `letters that look alike, and hyphens`(_ host: String) {
        #expect(resembled(host, "raydium.io") == "raydium.io letters")
    }

    @Test func `two letters that look like one`() {
        #expect(resembled("karnino.finance", "kamino.finance") == "kamino.finance letters")
        #expect(resembled("maqicedem.io", "magiceden.io") == nil)
        #expect(resembled("jupiterclex.com", "jupiterdex.com") == "jupiterdex.com letters")
    }

    @Test(arguments: ["jup.com", "jup.vercel.app", "app.jup.com", "jup.co.uk", "jup.ag.br"])
    func `the same name below another ending`(_ host: String) {
        #expect(resembled(host, "jup.ag")?.hasPrefix("jup.ag ") == true)
    }

    @Test func `a word of the field is nobody's name`() {
        #expect(resembled("solana.fm", "solana.com") == nil)
        #expect(resembled("app.github.io", "app.xyz") == nil)
        // With letters that look alike it isn't the word any more.
        #expect(resembled("so-lana.fm", "solana.com") == "solana.com letters")
        #expect(resembled("solana.com.example.org", "solana.com") == "solana.com inside")
        #expect(resembled("openbook-solana.com", "solana.com") == nil)
    }

    @Test(arguments: [
        "jup.ag.example.com", "jup-ag.com", "www.jup-ag.xyz", "jup.ag-claim.com", "claim-jup-ag.vercel.app",
        "jupag.com",
        "jup-claim.com", "claim.jup.example.com",
    ])
    func `the whole name within another one`(_ host: String) {
        #expect(resembled(host, "jup.ag") == "jup.ag inside")
    }

    @Test func `the name beside words of bait`() {
        for host in ["raydium-claim.com", "raydiumairdrop.xyz", "claimraydium.com", "raydium.example.com"] {
            #expect(resembled(host, "raydium.io") == "raydium.io inside", "\(host)")
        }
        // Short names stand in many words.
        #expect(resembled("orcaswap.com", "orca.so") == nil)
        #expect(resembled("orca.example.com", "orca.so") == nil)
        #expect(resembled("tensorflow.org", "tensor.trade") == nil)
    }

    @Test func `a slip of the keyboard counts in longer names alone`() {
        for host in ["raydum.io", "raydiumm.com", "radyium.io", "raydiun.io"] {
            #expect(resembled(host, "raydium.io") == "raydium.io slip", "\(host)")
        }
        #expect(resembled("driift.trade", "drift.trade") == "drift.trade slip")
        #expect(resembled("dirft.trade", "drift.trade") == "drift.trade slip")
        #expect(resembled("drips.trade", "drift.trade") == nil)
        #expect(resembled("helius.dev", "helium.com") == nil)
        #expect(resembled("exchangeartt-shop.com", "exchangeart-shopp.com") == "exchangeart-shopp.com slip")
        #expect(resembled("ruydiam.io", "raydium.io") == nil)
    }

    @Test func `pages of one registrable domain aren't imitations, and neither are ports of this machine`() {
        #expect(resembled("perps.jup.ag", "jup.ag") == nil)
        #expect(resembled("jup.ag", "app.jup.ag", "jup.com") == nil)
        #expect(SiteName(host: "localhost") == nil)
        #expect(SiteName(host: "127.0.0.1") == nil)
        #expect(SiteName(host: "[::1]") == nil)
        // Pages of different people, by the public suffix list.
        #expect(resembled("raydium.github.io", "raydium.vercel.app") == "raydium.vercel.app ending")
        #expect(resembled("one.github.io", "two.github.io") == nil)
    }

    @Test func `the most telling likeness is named`() {
        #expect(resembled("raydlum.io", "raydium.com", "raydiux.io") == "raydium.com letters")
    }

    @Test func `letters that look like no Latin ones stand for themselves`() {
        #expect(resembled("xn--fiqs8s.com", "xn--fiq06l2rdsvs.com") == nil)
        #expect(resembled("xn--wgv71a119e.com", "xn--fiqs8sx7p.com") == nil)
    }

    /// Sites that people of Solana use, each by somebody else: none may raise an alarm beside any other.
    @Test func `honest sites raise no alarm among each other`() {
        let names = Self.honest.split(whereSeparator: \.isWhitespace).compactMap { SiteName(host: String($0)) }
        #expect(names.count > 190)
        var alarms: [String] = []
        for host in names {
            for site in names where site != host {
                if let found = SiteResemblance.of(host, among: [site]) {
                    alarms.append("\(host.domain) \(found.form.rawValue) \(found.site)")
                }
            }
        }
        #expect(alarms == [])
    }

    private static let honest = """
        jup.ag raydium.io orca.so meteora.ag kamino.finance drift.trade marginfi.com save.finance marinade.finance jito.network sanctum.so tensor.trade
        magiceden.io pump.fun phantom.app solflare.com backpack.exchange helium.com helius.dev squads.so realms.today sns.id bonfida.org
        dexscreener.com birdeye.so photon-sol.tinyastro.io bullx.io axiom.trade gmgn.ai bonkbot.io letsbonk.fun moonshot.com moonit.fun believe.app
        streamflow.finance metaplex.com crossmint.com dialect.to solscan.io solana.fm solana.com orbmarkets.io step.finance sonar.watch lulo.fi
        loopscale.com exponent.finance rate-x.io francium.io tulip.garden parcl.co zeta.markets flash.trade phoenix.trade openbook-solana.com
        lifinity.io saros.finance crema.finance invariant.app goosefx.io aldrin.com atrix.finance mercurial.finance saber.so sunny.ag quarry.so
        port.finance larix.app apricot.one hubbleprotocol.io uxd.fi hxro.com mango.markets cega.fi friktion.fi psyoptions.io hawksight.co
        staratlas.com aurory.io genopets.me stepn.com defiland.app nosana.com rendernetwork.com hivemapper.com helio.co spherepay.co zebec.io
        accessprotocol.co grape.art grapes.network exchange.art formfunction.xyz holaplex.com solanart.io solsea.io digitaleyes.market hyperspace.xyz
        coralcube.io sniper.xyz sharky.fi famousfoxes.com rain.fi banx.gg frakt.xyz texture.finance nxfinance.io wormhole.com portalbridge.com
        allbridge.io debridge.finance mayan.finance relay.link layerzero.network deficarrot.com vaultka.com perena.org adrena.xyz adrastea.finance
        ranger.finance titan.exchange dflow.net okx.com binance.com bybit.com coinbase.com kraken.com gate.io gmxsol.io solayer.org fragmetric.xyz
        picasso.network solblaze.org jpool.one edgevana.com laine-sol.com lido.fi socean.fi monkedao.io solgods.io madlads.com degods.com
        tensorians.com claynosaurz.com okaybears.com drip.haus underdogprotocol.com dscvr.one audius.co glow.app glowing.app exodus.com ledger.com
        trezor.io keyst.one bonkswap.io fluxbeam.xyz dexlab.space cropper.finance stabble.org pyth.network switchboard.xyz chain.link quicknode.com
        triton.one alchemy.com shyft.to hellomoon.io flipsidecrypto.xyz dune.com artemis.xyz nansen.ai arkham.com debank.com zapper.xyz zerion.io
        magna.so sablier.com gitcoin.co snapshot.org tally.xyz collective.xyz metadao.fi futard.io jokerace.io polymarket.com kalshi.com hedgehog.markets
        monaco.xyz betdex.com divvy.bet solcasino.io stake.com rollbit.com degencoinflip.com foxyflip.com ore.supply grass.io getgrass.io natix.network
        wifi.com dabba.com roam.network onocoy.com geodnet.com teleport.xyz solchat.app access.xyz wordcel.club mirror.world bunkr.app fusewallet.com
        ottersec.io neodyme.io sec3.dev solend.app solarium.fi apolloscan.io sollet.io solong.com solis.market solice.io solrise.finance solfarm.io
        parrot.fi synthetify.io jetprotocol.io oxygen.org maps.me serum.com projectserum.com
        """
}
