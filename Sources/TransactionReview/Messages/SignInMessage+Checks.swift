import SolanaTransactions

extension SignInMessage {
    /// How long before now a sign-in may have been issued, and how far a clock may be ahead.
    static let tolerance: Int64 = 10 * 60 * 1000

    /// Every check that the sign-in fails, in the order of the text.
    public func findings(in context: SignInContext) -> [Finding] {
        var findings: [Finding] = []
        if !context.isOwn(domain: domain, scheme: scheme) {
            findings.append(Self.foreign(site, context))
        }
        if address != context.account.base58 {
            findings.append(MessageRule.signInAddress.finding(["address": address]))
        }
        for (field, isUnusual) in malformed {
            let rule: MessageRule = isUnusual ? .signInCharacters : .signInField
            findings.append(rule.finding(["field": field]))
        }
        if let uri = fields[.uri], !context.isOwn(uri: uri) {
            findings.append(MessageRule.signInURI.finding(["uri": uri, "origin": context.origin]))
        }
        if let chainID = fields[.chainID], let chain = context.chain, chain != Self.chain(of: chainID) {
            findings.append(MessageRule.signInChain.finding(["chain": chainID]))
        }
        if fields[.nonce] == nil { findings.append(MessageRule.signInReusable.finding()) }
        return findings + times(at: context.now)
    }

    /// The site as the text's first line names it.
    public var site: String {
        (scheme.map { "\($0)://" } ?? "") + domain
    }

    static func foreign(_ site: String, _ context: SignInContext) -> Finding {
        MessageRule.signInDomain.finding(["domain": site, "origin": context.origin])
    }

    private func times(at now: Int64) -> [Finding] {
        var findings: [Finding] = []
        if let issued = time(.issuedAt) {
            if issued < now - Self.tolerance {
                findings.append(MessageRule.signInOld.finding(["time": fields[.issuedAt] ?? ""]))
            } else if issued > now + Self.tolerance {
                findings.append(early(.issuedAt))
            }
        }
        if let expires = time(.expirationTime), expires <= now {
            findings.append(MessageRule.signInExpired.finding(["time": fields[.expirationTime] ?? ""]))
        }
        if let begins = time(.notBefore), begins > now { findings.append(early(.notBefore)) }
        return findings
    }

    private func early(_ field: Field) -> Finding {
        MessageRule.signInEarly.finding(["field": field.rawValue, "time": fields[field] ?? ""])
    }

    private func time(_ field: Field) -> Int64? {
        fields[field].flatMap { InternetTime($0)?.milliseconds }
    }

    private static func chain(of chainID: String) -> String {
        chainID.hasPrefix("solana:") ? chainID : "solana:\(chainID)"
    }
}
