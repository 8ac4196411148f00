/// Portuguese as it is written in Brazil.
extension Phrasebook {
    static func brazilianPortuguese(_ key: TextKey) -> String {
        switch key {
        case .requestHeading: "{origin} pede: {method}"
        case .requestApp: "Um aplicativo pede: {method}"
        case .requestAppKey: "chave do aplicativo: {app}"
        case .requestAppClaims: "diz ser {url}; ninguém verificou"
        case .requestAppPlace: "as respostas vão para {place}"
        case .requestAppDays: "por {days} dias no máximo"
        case .requestBrowse: "abre {url} no seu navegador"
        case .requestExtension: "A extensão {extension} pede: {method}"
        case .requestPunycode: "atenção: letras no nome do site podem passar por outras"
        case .requestFrame: "{page} em uma página de {top}"
        case .messageSigner: "também para {account} assinar"
        case .requestAccount: "conta: {account}"
        case .requestCluster: "rede: {cluster}"
        case .requestConnect: "ele conhecerá sua primeira conta e poderá pedir que ela assine; nada é assinado agora"
        case .requestPrivate: "de uma janela privativa"
        case .requestItem: "{number} de {count}"
        case .requestIncomplete: "atenção: nem tudo pôde ser lido; o que está listado não é tudo o que ela pode fazer"
        case .lifeBlocks: "enviada na hora; pode ser executada por mais uns {seconds} s"
        case .lifeNonce: "enviada na hora; pode ser executada até que seu nonce avance"
        case .lifeExpired: "seu blockhash é antigo demais: não pode mais ser executada"
        case .transactionHead: "transação, versão {version}, {bytes}, {signatures}"
        case .transactionFeePayer: "pagador da taxa: {account}"
        case .transactionView: "do ponto de vista de {account}"
        case .transactionChanges: "o que muda:"
        case .instructionUnknown: "{program}: instrução desconhecida"
        case .instructionHiddenAccount: "uma conta de uma tabela de consulta"
        case .instructionSigner: ", assina"
        case .instructionWritable: ", pode mudar"
        case .chainSucceeded: "testada na blockchain, teria êxito, segundo {source}"
        case .chainFailed: "testada na blockchain, falharia ({reason}), segundo {source}"
        case .chainImpossible: "não pôde ser testada na blockchain ({reason}), segundo {source}"
        case .chainSource: "{node} no slot {slot}"
        case .chainTableOfOne: "tabela de consulta {account}: segundo apenas {source}: a palavra de um só nó"
        case .chainTableOfTwo: "tabela de consulta {account}: segundo {source} e {second}"
        case .effectTo: " para {account}"
        case .effectFrom: " vindos de {account}"
        case .effectFavour: " em favor de {account}"
        case .effectMint: " (mint {mint})"
        case .effectBefore: " (até agora de {account})"
        case .effectControl: "o controle"
        case .effectCreated: "{account} é criada, para o programa {to}"
        case .effectClosed: "{account} é fechada"
        case .effectOwner: "{account} passa a pertencer ao programa {to}"
        case .effectAuthority: "{role} sobre {account}{before} passa para {to}"
        case .effectAuthorityEnded: "{role} sobre {account}{before} não passa para ninguém"
        case .effectUndelegated: "só o dono pode tirar tokens de {account}"
        case .effectFrozen: "{account} é congelada"
        case .effectThawed: "{account} é descongelada"
        case .effectWritten: "{account} é alterada"
        case .effectCode: "o código de {account} é trocado por outro"
        case .totalsOfOne: "o que se move nas suas contas:"
        case .totalsOfAll: "juntas:"
        case .totalsWarning: "{level} ({rule}) em {numbers}"
        case .amountSmallest: "{amount} da menor unidade de {mint}"
        case .amountSmallestOfSome: "{amount} da menor unidade de um token"
        case .amountOfSome: "{amount} de um token"
        case .amountOfToken: "{amount} do token {mint}"
        case .amountSomeSOL: "algum SOL"
        case .amountSomeTokens: "alguns tokens"
        case .addressOwn: "{account} {label} (sua conta)"
        case .addressContact: "{account} {label} (contato)"
        case .fieldAmount: "quantia"
        case .fieldUnitPrice: "preço da unidade de computação"
        case .effectOut: "sai de {account}: {amount}"
        case .effectIn: "chega a {account}: {amount}"
        case .effectDelegate: "{to} pode tirar {amount} de {account}"
        case .totalsPays: "você paga {amount}"
        case .totalsPaysAtLeast: "você paga pelo menos {amount}, e talvez mais"
        case .totalsReceives: "você recebe {amount}"
        case .totalsOpen: "e o que a blockchain decidir"
        case .totalsUnread: "você pode pagar mais do que o Sidekey consegue ler"
        case .totalsNothing: "nada sai das suas contas"
        case .totalsHeavy: "perigoso: leia os avisos"
        case .levelInfo: "nota"
        case .levelWarning: "atenção"
        case .levelDanger: "perigo"
        case .levelForbidden: "proibido"
        case .findingUnknown: "regra {rule}"
        case .findingR01: "{account} passa a ser propriedade do programa {to}, que pode então levar tudo"
        case .findingR02: "{role} sobre {account} passa para {to}"
        case .findingR02Ended: "ninguém mais tem {role} sobre {account}"
        case .findingR03: "{to} poderá tirar até {amount} de {account} depois, sem que perguntem a você"
        case .findingR04: "{account} é fechada, e o que há nela vai para {to}"
        case .findingR05: "não perde a validade: baseia-se no nonce {nonce} de {authority}"
        case .findingR07: "a instrução {instruction} de {program} não pode ser lida"
        case .findingR08: "nenhuma chave pertence a {to}: só um programa pode mover SOL dali"
        case .findingR09: "a taxa chega a {lamports}"
        case .findingR10: "sua conta {account} é criada de novo, ou ganha espaço para dados de um programa"
        case .findingR11: "{account} é congelada"
        case .findingR12: "é destruído de {account}: {amount}"
        case .findingR13: "{signer} também precisa assinar, e pode enviá-la depois"
        case .findingR14: "{payer} paga a taxa"
        case .findingR15: "o código de {account} é trocado por outro"
        case .findingR16: "SOL de {account} vai para {to}; a transação não diz quanto"
        case .findingR17: "já há uma assinatura de {signer}"
        case .findingR30: "testada na blockchain, falha: {reason}"
        case .findingR31: "não pôde ser testada na blockchain: {reason}"
        case .findingR33: "testada na blockchain, {role} sobre {account} passa para {to}, o que nenhuma instrução diz"
        case .findingR34: "testada na blockchain, {account} é fechada, o que nenhuma instrução diz"
        case .findingR35: "testada na blockchain, {account} termina com {amount} a menos do que dizem as instruções"
        case .findingR36: "ninguém jamais usou {to}: o que for para lá por engano se perde"
        case .findingR37: "{to} começa e termina como {like}, que você conhece ou para o qual já enviou, e é outro"
        case .findingR38: "{to} é {kind} e não uma carteira: ninguém tem a chave"
        case .findingR39: "{to} pode levar ou queimar os tokens de {mint} de qualquer pessoa, a qualquer hora"
        case .findingR40: "cada transferência do token {mint} chama o programa {program}, que pode recusá-la"
        case .findingR41:
            "até {basisPoints} centésimos de um por cento de cada transferência de {mint} são retidos, no máximo {maximum} das suas menores unidades"
        case .findingR42: "contas novas do token {mint} ficam congeladas até que alguém as descongele"
        case .findingR43: "o token {mint} nunca pode ser passado adiante"
        case .findingR44: "o token {mint} tem extensões que o Sidekey não conhece: {types}"
        case .findingR45: "a tabela de consulta {table} foi encerrada: o que toma contas dela falha, ou logo falhará"
        case .findingR47:
            "testada na blockchain, o código do programa em {account} é trocado por outro, o que nenhuma instrução diz"
        case .findingR48: "dois nós dizem coisas diferentes da tabela de consulta {table}: um deles mente"
        case .findingR49: "quase tudo o que há em {account} vai para outra pessoa"
        case .findingR50: "{to} começa como {like}, um endereço da própria Solana, e é outro"
        case .findingM01: "tem caracteres de controle que texto nenhum tem: não foi escrita para ser lida"
        case .findingM05: "com ela você entra em {domain}"
        case .findingM06:
            "tem a forma de uma mensagem de entrada e não está escrita como uma: um site descuidado pode aceitá-la mesmo assim"
        case .findingM07: "o campo {field} da mensagem de entrada não é o que deveria ser"
        case .findingM08: "o campo {field} da mensagem de entrada tem caracteres que não cabem ali"
        case .findingM09: "com ela você entra em {domain}, e quem pede é {origin}"
        case .findingM10: "indica outra conta: {address}"
        case .findingM11: "o endereço {uri} não é de {origin}"
        case .findingM12: "é para outra blockchain: {chain}"
        case .findingM13: "foi emitida em {time}, há mais de dez minutos"
        case .findingM14: "pelo campo {field}, só começa a valer em {time}"
        case .findingM15: "expirou em {time}"
        case .findingM16: "não tem nonce: pode ser usada mais de uma vez"
        case .findingM17: "não é para uma conta Solana, mas para {kind}"
        case .findingM18:
            "um serviço pode movimentar seu dinheiro com esta assinatura: parece uma ordem para um programa, não um texto para pessoas"
        case .kindMint: "um mint"
        case .kindToken: "uma conta de token"
        case .kindProgram: "um programa"
        case .reasonNoAnswer: "sem resposta"
        case .promptHeading: "O Sidekey pergunta fora do navegador"
        case .promptPage: " ({page} de {pages})"
        case .promptRecognition: "sua palavra: {word}"
        case .promptPassphrase: "Senha:"
        case .promptWord: "Palavra:"
        case .promptOtherWord: "Essa é outra palavra."
        case .promptProofEach: "Você definiu que cada aprovação pede a senha."
        case .promptProofDanger: "Solicitações perigosas precisam da sua senha."
        case .promptProofIncomplete: "O Sidekey não consegue ler tudo. Para aprovar, digite sua senha."
        case .promptProofUnbounded: "Isto pode mover mais do que SOL. Para aprovar, digite sua senha."
        case .promptProofAmount: "Isto é mais do que cliques podem aprovar em 24 horas. Para aprovar, digite sua senha."
        case .promptProofPlace:
            "O Sidekey não tem certeza de que esta tela é a sua. Para aprovar, digite sua senha."
        case .promptTooSoon: "A resposta veio cedo demais para contar. Leia isto primeiro."
        case .lateBlockhash: "Não pode mais ser executada: seu blockhash é antigo demais. Nada foi assinado."
        case .lateAsk: "O site pode pedir de novo, com um novo."
        case .lateAskButton: "Pedir ao site de novo"
        case .lateOwn: "Você pode começar de novo, com um novo."
        case .lateDecided: "Esta solicitação foi decidida em outro lugar antes da sua resposta. Ela não mudou nada."
        case .lateTime: "O tempo desta solicitação acabou antes da sua resposta. Nada foi assinado."
        case .lateCancelled: "O site retirou esta solicitação antes da sua resposta. Nada foi assinado."
        case .lateConnection:
            "A conexão com o site se perdeu. Nada foi assinado. Espere um momento ou rejeite a solicitação."
        case .promptOK: "OK"
        case .promptCancel: "Cancelar"
        case .promptApprove: "Aprovar"
        case .promptReject: "Rejeitar"
        case .promptNext: "Avançar"
        case .promptBack: "Voltar"
        case .promptGoOn: "Continuar"
        case .unlockQuestion: "Desbloquear a carteira?"
        case .unlockButton: "Desbloquear"
        case .passkeyAddition: "O navegador pede para adicionar uma chave de acesso:"
        case .passkeyAdditionMeans: "Com ela e esse navegador, a carteira pode ser desbloqueada sem a senha."
        case .passkeyAdditionButton: "Adicionar chave de acesso"
        case .passkeyRemoval: "O navegador pede para remover uma chave de acesso:"
        case .passkeyRemovalMeans: "Ela não desbloqueará mais esta carteira."
        case .passkeyRemovalButton: "Remover chave de acesso"
        case .promptAllow: "Para permitir, digite a senha."
        case .extensionAsks: "Uma extensão que não é a da carteira pede para usar a carteira:"
        case .extensionAgain:
            "Uma extensão que você já permitiu pede a carteira, que ninguém desbloqueou desde que ela iniciou:"
        case .extensionMethods: "O id é a palavra do navegador. Ela poderia então chamar:"
        case .extensionMeans:
            "Cada assinatura é perguntada aqui. Ela não pode aprovar, desbloquear nem mudar configurações."
        case .extensionAccounts:
            """
            Quais destas contas a extensão pode ver?

            {list}

            Digite os números, por exemplo 1 3. Vazio vale por 1.
            """
        case .extensionButton: "Permitir"
        case .contactAddition: "O navegador pede para incluir um endereço na lista de contatos:"
        case .contactAdditionName: "com o nome"
        case .contactAdditionMeans: "Haverá avisos sobre endereços parecidos com ele, e sobre ele não."
        case .contactAdditionButton: "Adicionar contato"
        case .contactRenaming: "O navegador pede para dar outro nome a um endereço da lista de contatos:"
        case .contactRenamingName: "passará a ser"
        case .contactRenamingButton: "Renomear contato"
        case .contactRemoval: "O navegador pede para tirar um endereço da lista de contatos:"
        case .contactRemovalMeans: "Não haverá mais avisos sobre endereços parecidos com ele."
        case .contactRemovalButton: "Remover contato"
        case .accountMoving: "O navegador pede para mover uma conta na sua lista:"
        case .accountMovingPlace: "para a posição {place}"
        case .accountMovingMeans: "Um site conectado recebe a primeira conta, a menos que você escolha outra."
        case .accountMovingButton: "Mover conta"
        case .passphraseVault:
            """
            Escolha uma senha. Ela desbloqueia a carteira neste computador, e
            sem ela ninguém pode usar o que está no disco.
            """
        case .passphraseSeed:
            """
            Algumas frases têm uma senha própria, também chamada de 25ª palavra (BIP-39).
            A maioria não tem: nesse caso, deixe o campo vazio.

            Com outra senha, as mesmas palavras geram outras contas, que não têm nada.
            """
        case .passphraseNewSeed:
            """
            Escolha a senha que acompanha as palavras (BIP-39) e anote-a também:
            sem ela, ou com outra, as mesmas palavras geram outras contas.

            Não é ela que desbloqueia a carteira neste computador; essa é pedida a seguir.
            """
        case .passphraseEmpty: "Vazio se não há:"
        case .passphraseRefused: "Não pode ser essa: {fault}."
        case .passphraseAgain: "Mais uma vez:"
        case .passphraseDifferent: "As duas não eram iguais."
        case .passphraseIsEmpty: "está vazia"
        case .passphraseIsNotUTF8: "não é UTF-8"
        case .passphraseHasControl: "tem um caractere de controle"
        case .passphraseIsGuessable: "é fácil de adivinhar. Use quatro ou mais palavras sem relação entre si"
        case .phraseNothing: "Nada foi digitado."
        case .phraseNoWord: "Nenhuma palavra da lista começa assim."
        case .phraseMeant: "Palavra {position}, {typed}: você quis dizer {meant}?"
        case .phraseOr: " ou "
        case .phraseExchanged: "Palavras {first} e {second}: trocaram de lugar?"
        case .phraseMismatch:
            """
            Todas as palavras estão na lista, mas não combinam entre si: uma está errada,
            ou no lugar errado.
            """
        case .phraseTypeAll: "Digite todas de novo, devagar, na ordem."
        case .phraseCompare: "Compare com o papel e digite de novo o que está lá."
        case .phraseCorrect: "Corrigir"
        case .phraseCount:
            """
            Restaurar uma carteira a partir das palavras. Quantas são?
            12, 15, 18, 21 ou 24.
            """
        case .phraseNumber: "Número:"
        case .phraseNotANumber: "Esse não é um dos cinco números."
        case .phraseWord: "Palavra {position} de {count}. As quatro primeiras letras bastam."
        case .phraseWordBack: " Digite {word} para voltar uma palavra."
        case .phraseWordField: "Palavra {position}:"
        case .phraseStop: "{typed} de {count} palavras foram digitadas, e nada foi criado ainda. Parar aqui?"
        case .phraseStopButton: "Parar"
        case .phraseOneBack: "Uma palavra atrás"
        case .phraseBegin:
            """
            Estas {count} palavras serão sua carteira. Quem as tem, tem o que há nela;
            sem elas, perder o disco ou a senha é perder a carteira.
            Tenha papel e caneta à mão, e ninguém atrás de você.
            """
        case .phraseShow: "Mostrar as palavras"
        case .phraseShownAgain: "Era outra palavra. Olhe no papel; as palavras serão mostradas de novo."
        case .phraseWritten: "Anotei"
        case .phrasePaper: "Digite a palavra {position} do seu papel."
        case .phrasePage: "Palavras {first} a {last} de {count}:"
        case .phraseSize:
            """
            Criar uma carteira com palavras novas. Deixe o campo vazio para {count} palavras.

            Ou digite quantas: 12, 15, 18, 21 ou 24, e + no fim para palavras com uma
            senha própria, também chamada de 25ª palavra (BIP-39): 24+
            """
        case .phraseSizeField: "Vazio para {count}:"
        case .setupAccounts:
            """
            As carteiras guardam a primeira conta destas palavras em um destes caminhos:

            {list}

            Digite os números das que você conhece, como 1 3. Vazio vale 1.
            Outras podem ser adicionadas depois: {command}
            """
        case .setupNumbers: "Números:"
        case .setupNumbersRange: "Digite números de 1 a {count}, separados por espaços."
        case .setupReplaced: "Já existe uma carteira. Isto põe outra no lugar dela."
        case .setupSetAside:
            "O arquivo da antiga fica guardado ao lado da nova e não é apagado. Contas de outras palavras, chaves importadas, chaves de acesso e sites conectados ficam com ela."
        case .setupOldPassphrase: "Se você sabe a senha antiga, não precisa disto."
        case .setupTypeWord: "Para continuar, digite: {word}"
        case .recognitionChoice:
            """
            A carteira está criada. Por fim, escolha uma palavra, ou deixe o campo vazio.

            Toda janela do Sidekey fora do navegador a mostrará, e nenhuma página e nenhum
            navegador fica sabendo dela. Uma janela sem a sua palavra não é do Sidekey.
            """
        case .recognitionNone: "Sem palavra"
        case .recognitionFromNow: "De agora em diante estas janelas mostram:"
        case .recognitionRight: "É essa"
        case .recognitionAnother: "Outra"
        }
    }

    static func brazilianPortuguese(_ key: CountedKey) -> PluralForms {
        switch key {
        case .bytes: PluralForms(one: "{count} byte", other: "{count} bytes")
        case .signaturesNeeded:
            PluralForms(one: "{count} assinatura necessária", other: "{count} assinaturas necessárias")
        case .messageText:
            PluralForms(one: "mensagem de {count} byte, texto:", other: "mensagem de {count} bytes, texto:")
        case .messageHex:
            PluralForms(
                one: "mensagem de {count} byte, não é texto, em hexadecimal:",
                other: "mensagem de {count} bytes, não é texto, em hexadecimal:")
        case .transactionTable:
            PluralForms(
                one: "atenção: toma {count} conta da tabela de consulta {account}, que não se vê aqui",
                other: "atenção: toma {count} contas da tabela de consulta {account}, que não se veem aqui")
        case .totalsMore: PluralForms(one: "e em mais {count} conta", other: "e em mais {count} contas")
        case .findingR06:
            PluralForms(
                one: "{accounts} conta está oculta na tabela de consulta {table}",
                other: "{accounts} contas estão ocultas na tabela de consulta {table}")
        case .findingR32:
            PluralForms(
                one: "o teste na blockchain não mostra o que acontece com {accounts} conta que ela pode alterar",
                other: "o teste na blockchain não mostra o que acontece com {accounts} contas que ela pode alterar")
        case .findingR46:
            PluralForms(
                one:
                    "falta na tabela de consulta {table} {accounts} conta que esta toma dela; o dono pode pôr qualquer uma",
                other:
                    "faltam na tabela de consulta {table} {accounts} contas que esta toma dela; o dono pode pôr quaisquer"
            )
        case .findingM02:
            PluralForms(
                one: "{count} dos seus caracteres não se vê, ou inverte a direção da escrita",
                other: "{count} dos seus caracteres não se veem, ou invertem a direção da escrita")
        case .promptWrongPassphrase:
            PluralForms(
                one: "Essa não é a senha. Tente de novo (resta {count}).",
                other: "Essa não é a senha. Tente de novo (restam {count}).")
        case .passphraseTooShort: PluralForms(one: "tem menos de {count} byte", other: "tem menos de {count} bytes")
        case .passphraseTooLong: PluralForms(one: "tem mais de {count} byte", other: "tem mais de {count} bytes")
        case .phraseManyWords:
            PluralForms(
                one: "{count} palavra da lista começa assim. Digite mais letras.",
                other: "{count} palavras da lista começam assim. Digite mais letras.")
        case .recognitionTooLong:
            PluralForms(
                one: "Uma palavra tem no máximo {count} byte.", other: "Uma palavra tem no máximo {count} bytes.")
        case .countedMessageTooLarge:
            PluralForms(
                one: "uma mensagem de {count} byte é grande demais",
                other: "uma mensagem de {count} bytes é grande demais")
        case .countedFileTooLong:
            PluralForms(one: "{path} tem mais de {count} byte", other: "{path} tem mais de {count} bytes")
        case .countedInputTooLong:
            PluralForms(
                one: "a entrada padrão tem mais de {count} byte", other: "a entrada padrão tem mais de {count} bytes")
        case .countedLineTooLong:
            PluralForms(one: "essa linha tem mais de {count} byte", other: "essa linha tem mais de {count} bytes")
        case .countedSecretTooLong:
            PluralForms(one: "o segredo tem mais de {count} byte", other: "o segredo tem mais de {count} bytes")
        case .countedKeyTooLong:
            PluralForms(one: "tem mais de {count} byte", other: "tem mais de {count} bytes")
        case .countedRestored:
            PluralForms(
                one: "carteira restaurada; a conta dela é {accounts}",
                other: "carteira restaurada; as contas dela são {accounts}")
        case .countedKeysHeld:
            PluralForms(
                one: "A carteira tem uma chave importada, que não está em nenhuma palavra.",
                other: "A carteira tem {count} chaves importadas, que não estão em nenhuma palavra.")
        case .countedKeysShown:
            PluralForms(one: "Mostrá-la também?", other: "Mostrá-las também?")
        case .countedWordsBegin:
            PluralForms(
                one: "{count} palavra da lista começa assim.", other: "{count} palavras da lista começam assim.")
        case .countedUnreadable:
            PluralForms(
                one: "e {count} conta de token que não pode ser lida",
                other: "e {count} contas de token que não podem ser lidas")
        case .countedAccounts:
            PluralForms(one: "{count} conta", other: "{count} contas")
        case .countedDays:
            PluralForms(one: "{count} dia", other: "{count} dias")
        case .countedLines:
            PluralForms(one: "{count} linha", other: "{count} linhas")
        case .countedExported:
            PluralForms(one: "{count} linha está em {path}", other: "{count} linhas estão em {path}")
        case .countedExportHeld:
            PluralForms(
                one: "contém {count} linha da exportação, toda ela",
                other: "contém todas as {count} linhas da exportação")
        case .countedRevokedLeft:
            PluralForms(
                one: "mais {count} não coube em uma transação; execute de novo",
                other: "mais {count} não couberam em uma transação; execute de novo")
        case .countedStarts:
            PluralForms(
                one: "o agente foi iniciado {count} vez e terminou todas as vezes; veja agent.log",
                other: "o agente foi iniciado {count} vezes e terminou todas as vezes; veja agent.log")
        case .countedPathTooLong:
            PluralForms(
                one: "o caminho do socket tem {count} byte, o sistema permite {limit}: {path}",
                other: "o caminho do socket tem {count} bytes, o sistema permite {limit}: {path}")
        }
    }
}
