public import JSONRPC

/// The look at the site that asks, as the queue sees it: at its name, not at what it asks for.
public protocol SiteChecking: Sendable {
    /// Returns the findings about a request's site, in the protocol's form; empty for a site without any.
    ///
    /// It is asked when a request comes, and again before it is signed: what is known of a site changes, and before the first unlock little is known.
    func findings(about content: RequestContent) async -> [JSON]
}

/// The findings about the site, in every review of its requests.
extension ApprovalCoordinator {
    func withSite(_ review: RequestReview, of content: RequestContent) async -> RequestReview {
        guard let sites else { return review }
        return review.withSite(await sites.findings(about: content))
    }

    func withSite(_ late: LateReview?, of content: RequestContent) -> LateReview? {
        guard let sites, let late else { return late }
        return LateReview(
            bare: { await late.bare().withSite(await sites.findings(about: content)) },
            complete: { () throws(RPCError) in
                guard let review = try await late.complete() else { return nil }
                return review.withSite(await sites.findings(about: content))
            })
    }

    func withSite(_ renew: ApprovalRequest.Renewal?, of content: RequestContent) -> ApprovalRequest.Renewal? {
        guard let sites else { return renew }
        return { seen throws(RPCError) in
            let review = try await renew?(seen)
            let findings = await sites.findings(about: content)
            guard let review else { return findings == seen.site ? nil : seen.withSite(findings) }
            return review.withSite(findings)
        }
    }
}
