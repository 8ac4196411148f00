import JSONRPC

/// The device that signs a request, and what it will show of it, in words.
struct DeviceWording {
    private let signer: JSON
    private let names: AddressWording
    private let words: Phrasebook

    /// - Parameter signer: The `signer` of a request's summary; nil if the vault's key signs.
    init(_ signer: JSON?, _ names: AddressWording, in words: Phrasebook) {
        self.signer = signer ?? .null
        self.names = names
        self.words = words
    }

    /// What the user is to do, and what they will see.
    var facts: [ReviewSummary.Fact] {
        switch signer["kind"]?.text {
        case "ledger": ledger
        case "hardware-token": hardwareToken
        default: []
        }
    }

    /// A token signs what it is given, and has no display: the review is the user's only look.
    private var hardwareToken: [ReviewSummary.Fact] {
        let name = signer["token"]?.text?.visible ?? ""
        return [
            ReviewSummary.Fact(name: words(.factSignedBy), value: words(.factSignerHardwareToken, ["name": name])),
            ReviewSummary.Fact(name: words(.factHardwareTokenShows), value: words(.factHardwareTokenNothing)),
        ]
    }

    private var ledger: [ReviewSummary.Fact] {
        var facts = [ReviewSummary.Fact(name: words(.factSignedBy), value: words(.factSignerLedger))]
        if let shows = signer["shows"]?.text.flatMap(shown) {
            facts.append(ReviewSummary.Fact(name: words(.factDeviceShows), value: words(shows)))
        }
        for program in (signer["leftOut"]?.array ?? []).compactMap(\.text) {
            facts.append(ReviewSummary.Fact(name: words(.factDeviceOmits), value: names.named(program), form: .address))
        }
        return facts
    }

    /// The warning about a device that shows nothing to compare: whoever controls this computer could have it sign something else.
    var findings: [ReviewSummary.Finding] {
        guard signer["shows"]?.text == "hash" else { return [] }
        return [
            ReviewSummary.Finding(
                level: "warning", name: words(.level_warning), text: words(.deviceBlind, ["reason": reason]))
        ]
    }

    private func shown(_ display: String) -> TextKey? {
        switch display {
        case "details": .factDeviceDetails
        case "text": .factDeviceText
        case "hash": .factDeviceHash
        default: nil
        }
    }

    private var reason: String {
        switch signer["because"]?.text {
        case "lookup-table": words(.deviceBlindLookup)
        case "unknown-program": words(.deviceBlindProgram)
        case "older-app": words(.deviceBlindOlder)
        case "characters": words(.deviceBlindCharacters)
        case "no-format": words(.deviceBlindFormat)
        default: words(.deviceBlindInstructions)
        }
    }
}
