extension Phrasebook {
    static func brazilianPortuguese(_ key: CeremonyKey) -> String {
        switch key {
        case .askPassphrase: "Senha: "
        case .askPresentPassphrase: "Senha atual: "
        case .askNewPassphrase: "Nova senha: "
        case .askBackupPassphrase: "Senha da cópia de segurança: "
        case .askSeedPassphrase: "Senha BIP-39: "
        case .askAgain: "De novo: "
        case .askPrivateKey: "Chave privada (base58, nada é mostrado): "
        case .askWord: "Palavra: "
        case .askWordAt: "Palavra {position}: "
        case .askAccounts: "Números das contas iniciais [{suggested}]: "
        case .askApproval: "Aprovar?"
        case .askAccountRemoval: "Remover {account} da carteira?"
        case .askReplacing: "Pôr a carteira da frase no lugar dela?"
        case .askBackup: "Já existe uma carteira. Deixá-la de lado e usar a cópia de segurança?"
        case .yesOrNo: "[s/N]"
        case .answerYes: "sim"
        case .enterWritten: "Pressione Enter quando as tiver escrito. "
        case .enterOn: "Pressione Enter. "
        case .enterWipe: "Pressione Enter para apagar a tela. "
        case .passphraseMeans:
            "Escolha uma senha de pelo menos {count} caracteres. Ela desbloqueia a carteira nesta máquina."
        case .seedPassphraseMeans: "A senha BIP-39 faz parte da frase: outra faz outras contas, que não têm nada."
        case .theyDiffer: "São diferentes."
        case .accountsMeans:
            "Carteiras guardam as contas de uma frase nestes caminhos. Outras podem ser adicionadas depois."
        case .accountsRange: "Digite números de 1 a {count}, com espaços entre eles."
        case .replacingMeans: "Já existe uma carteira. O arquivo dela fica ao lado do novo, não é apagado."
        case .phraseIsWallet:
            """
            Estas {count} palavras são a sua carteira. Quem as tem, tem o que ela contém;
            sem elas, perder o disco ou a senha é perder a carteira. Escreva-as em
            papel, nesta ordem, e não as mostre a ninguém.
            """
        case .phraseShownOnceMore: "Essa era outra palavra. Olhe o seu papel; as palavras serão mostradas de novo."
        case .yourPhrase: "Sua frase de recuperação:"
        case .yourPhraseNumbered: "Frase de recuperação {number} de {count}:"
        case .phraseHasPassphrase: "com a senha BIP-39: "
        case .yourKey: "Sua chave importada, cuja conta é {account}:"
        case .yourKeyNumbered: "Chave importada {number} de {count}, cuja conta é {account}:"
        case .keysOnly: "A carteira só tem chaves importadas, e nenhuma frase."
        case .wordMeans:
            """
            Avisos fora do navegador podem mostrar uma palavra sua, pela qual você sabe que são da Sidekey. Nenhuma
            página e nenhum navegador a conhece. Enter a deixa de fora.
            """
        case .wordRange: "Uma palavra tem no máximo {count} bytes e nenhum caractere de controle."
        case .wordNone: "A carteira não tem palavra; sidekey policy set --recognition escolhe uma."
        case .typeWords: "Digite as {count} palavras da sua frase de recuperação."
        case .typePhrase: "Digite sua frase de recuperação: 12, 15, 18, 21 ou 24 palavras."
        case .typeKeys: "Tab ou espaço completa, Backspace e setas voltam, Enter termina, Ctrl-C sai."
        case .typeEnter: "Enter continua: "
        case .typedMissing: "Falta a palavra {position}."
        case .typedUnknown: "A palavra {position} não está na lista."
        case .typedWrongCount: "{count} palavras não completam uma frase de recuperação de {wanted}."
        case .anyWordCount: "12, 15, 18, 21 ou 24"
        case .typedAll: "Estas são todas as {count} palavras."
        case .typedChecksum: "A soma de verificação não confere: uma palavra está errada ou no lugar de outra."
        case .typedNoWord: "Nenhuma palavra da lista começa assim."
        case .typedTab: "Tab:"
        case .typedInList: "Na lista:"
        case .typedNear: "Parecidas:"
        case .typedFits: "{count} palavras cuja soma de verificação confere. Enter continua."
        case .typedFitsIfAll: "{count} palavras cuja soma de verificação confere. Enter continua, se forem todas."
        case .typedNoSlip: "Nenhum erro isolado explica isso. Compare cada palavra com o seu papel."
        case .typedSlips: "Provavelmente errado: {positions}. Pressione ? para ver o que pode ser."
        case .typedMeant: "Palavra {position}: você quis dizer {meant}, não {typed}? Enter troca, ? mostra outra."
        case .typedExchanged: "Palavras {first} e {second}: seriam {meant} {typed}? Enter troca, ? mostra outra."
        case .slipWord: "palavra {position}"
        case .slipExchanged: "palavras {first} e {second} trocadas"
        case .slipOr: ", ou "
        }
    }
}
