/// Turkish. Nothing is put behind a placeholder that would have to follow its vowels.
extension Phrasebook {
    static func turkish(_ key: TextKey) -> String {
        switch key {
        case .requestHeading: "{origin} şunu istiyor: {method}"
        case .requestApp: "Bir uygulama şunu istiyor: {method}"
        case .requestAppKey: "uygulamanın anahtarı: {app}"
        case .requestAppClaims: "{url} olduğunu söylüyor; bunu kimse doğrulamadı"
        case .requestAppPlace: "yanıtlar şuraya gider: {place}"
        case .requestAppDays: "en çok {days} gün"
        case .requestBrowse: "tarayıcınızda {url} adresini açar"
        case .requestExtension: "{extension} uzantısı şunu istiyor: {method}"
        case .requestPunycode: "dikkat: sitenin adındaki harfler başka harflerle karıştırılabilir"
        case .requestFrame: "{top} sayfası içindeki {page}"
        case .messageSigner: "bunu {account} de imzalayacak"
        case .requestAccount: "hesap: {account}"
        case .requestCluster: "ağ: {cluster}"
        case .requestConnect: "ilk hesabınızı bilecek ve ondan imza isteyebilecek; şimdi hiçbir şey imzalanmıyor"
        case .requestPrivate: "gizli bir pencereden"
        case .requestItem: "{number}/{count}"
        case .requestIncomplete: "dikkat: içindekilerin tümü okunamadı; yazılanlar yapabileceklerinin tümü değil"
        case .lifeBlocks: "hemen gönderilir; yaklaşık {seconds} sn daha yürütülebilir"
        case .lifeNonce: "hemen gönderilir; nonce değeri ilerletilene kadar yürütülebilir"
        case .lifeExpired: "blockhash değeri çok eski: artık yürütülemez"
        case .transactionHead: "işlem, sürüm {version}, {bytes}, {signatures}"
        case .transactionFeePayer: "ücreti ödeyen: {account}"
        case .transactionView: "{account} açısından"
        case .transactionChanges: "değişenler:"
        case .instructionUnknown: "{program}: bilinmeyen talimat"
        case .instructionHiddenAccount: "arama tablosundan bir hesap"
        case .instructionSigner: ", imzalar"
        case .instructionWritable: ", değiştirilebilir"
        case .chainSucceeded: "zincirde denendi, başarılı olurdu; kaynak: {source}"
        case .chainFailed: "zincirde denendi, başarısız olurdu ({reason}); kaynak: {source}"
        case .chainImpossible: "zincirde denenemedi ({reason}); kaynak: {source}"
        case .chainSource: "{node}, slot {slot}"
        case .chainTableOfOne: "arama tablosu {account}: yalnız bir düğümün sözü, kaynak: {source}"
        case .chainTableOfTwo: "arama tablosu {account}: kaynak: {source} ve {second}"
        case .effectTo: " (alıcı: {account})"
        case .effectFrom: " (gönderen: {account})"
        case .effectFavour: " (kalan alıcısı: {account})"
        case .effectMint: " (mint {mint})"
        case .effectBefore: " (şimdiye kadar {account})"
        case .effectControl: "denetim"
        case .effectCreated: "{account} oluşturuluyor, programı: {to}"
        case .effectClosed: "{account} kapatılıyor"
        case .effectOwner: "{account} şu programın oluyor: {to}"
        case .effectAuthority: "{account} üzerinde {role} yetkisi{before} şuna geçiyor: {to}"
        case .effectAuthorityEnded: "{account} üzerinde {role} yetkisi{before} artık kimsede değil"
        case .effectUndelegated: "{account} içinden yalnız sahibi token alabilir"
        case .effectFrozen: "{account} donduruluyor"
        case .effectThawed: "{account} dondurmadan çıkarılıyor"
        case .effectWritten: "{account} hesabına yazılıyor"
        case .effectCode: "{account} programının kodu değişiyor"
        case .totalsOfOne: "hesaplarınızda hareket edenler:"
        case .totalsOfAll: "birlikte:"
        case .totalsWarning: "{level} ({rule}), sıra: {numbers}"
        case .amountSmallest: "{mint} için {amount} en küçük birim"
        case .amountSmallestOfSome: "bir tokenin {amount} en küçük birimi"
        case .amountOfSome: "bir tokenden {amount}"
        case .amountOfToken: "{mint} tokeninden {amount}"
        case .amountSomeSOL: "bir miktar SOL"
        case .amountSomeTokens: "bir miktar token"
        case .addressOwn: "{account} {label} (hesabınız)"
        case .addressContact: "{account} {label} (kişi)"
        case .fieldAmount: "tutar"
        case .fieldUnitPrice: "hesaplama biriminin fiyatı"
        case .effectOut: "{account} hesabından çıkan: {amount}"
        case .effectIn: "{account} hesabına gelen: {amount}"
        case .effectDelegate: "{to}, {account} hesabından {amount} alabilir"
        case .totalsPays: "ödenen: {amount}"
        case .totalsPaysAtLeast: "ödenen en az {amount}, belki daha çok"
        case .totalsReceives: "alınan: {amount}"
        case .totalsOpen: "ve zincirin belirleyeceği"
        case .totalsUnread: "Sidekey'in okuyabildiğinden fazlasını ödeyebilirsiniz"
        case .totalsNothing: "hesaplarınızdan hiçbir şey çıkmıyor"
        case .totalsHeavy: "tehlikeli: uyarıları okuyun"
        case .levelInfo: "not"
        case .levelWarning: "dikkat"
        case .levelDanger: "tehlike"
        case .levelForbidden: "yasak"
        case .findingUnknown: "kural {rule}"
        case .findingR01: "{account} şu programın malı oluyor: {to}; program sonra hepsini alabilir"
        case .findingR02: "{account} üzerinde {role} yetkisi şuna geçiyor: {to}"
        case .findingR02Ended: "{account} üzerinde {role} yetkisi artık kimsede değil"
        case .findingR03: "{to}, sonradan sorulmadan {account} hesabından en çok {amount} alabilir"
        case .findingR04: "{account} kapatılıyor, içindekiler şuraya gidiyor: {to}"
        case .findingR05: "süresi dolmaz: dayandığı nonce {nonce}, sahibi {authority}"
        case .findingR07: "{program} programının {instruction} talimatı okunamıyor"
        case .findingR08: "{to} adresinin anahtarı yok: oradan SOL yalnız bir programla çıkar"
        case .findingR09: "ücret en çok {lamports}"
        case .findingR10: "{account} hesabınız yeniden oluşturuluyor veya bir programın verisine yer açılıyor"
        case .findingR11: "{account} donduruluyor"
        case .findingR12: "{account} hesabındaki {amount} yok ediliyor"
        case .findingR13: "{signer} de imzalamalı ve işlemi sonra gönderebilir"
        case .findingR14: "ücreti {payer} öder"
        case .findingR15: "{account} programının kodu değişiyor"
        case .findingR16: "{account} hesabındaki SOL şuraya gidiyor: {to}; işlem ne kadar olduğunu söylemiyor"
        case .findingR17: "{signer} imzası zaten var"
        case .findingR30: "zincirde denendi, başarısız oluyor: {reason}"
        case .findingR31: "zincirde denenemedi: {reason}"
        case .findingR33:
            "zincirde denendi, {account} üzerinde {role} yetkisi şuna geçiyor: {to}; hiçbir talimat bunu söylemiyor"
        case .findingR34: "zincirde denendi, {account} kapatılıyor; hiçbir talimat bunu söylemiyor"
        case .findingR35: "zincirde denendi, {account} talimatların dediğinden {amount} eksik kalıyor"
        case .findingR36: "{to} hiç kullanılmamış: oraya yanlışlıkla giden kaybolur"
        case .findingR37:
            "{to}, bildiğiniz ya da gönderim yaptığınız {like} gibi başlıyor ve bitiyor, ama başka bir adres"
        case .findingR38: "{to} bir {kind}, cüzdan değil: anahtarı kimsede yok"
        case .findingR39: "{to}, herkesin {mint} tokenlarını her an alabilir veya yakabilir"
        case .findingR40: "{mint} tokenının her transferi şu programı çağırır, o da reddedebilir: {program}"
        case .findingR41:
            "{mint} tokenının her transferinden on binde en çok {basisPoints} kesilir, en fazla {maximum} en küçük birim"
        case .findingR42: "{mint} tokenının yeni hesapları, biri açana kadar dondurulmuştur"
        case .findingR43: "{mint} tokenı hiçbir zaman başkasına gönderilemez"
        case .findingR44: "{mint} tokenının Sidekey tarafından bilinmeyen uzantıları var: {types}"
        case .findingR45:
            "arama tablosu {table} sonlandırılmış: ondan hesap alan işlem başarısız olur ya da yakında olacak"
        case .findingR47: "zincirde denendi, {account} içindeki program kodu değişiyor; hiçbir talimat bunu söylemiyor"
        case .findingR48: "iki düğüm arama tablosu {table} için farklı şeyler söylüyor: biri yalan söylüyor"
        case .findingR49: "{account} hesabındaki neredeyse her şey başkasına gidiyor"
        case .findingR50: "{to}, Solana'nın kendi adresi {like} gibi başlıyor, ama başka bir adres"
        case .findingM01: "hiçbir metinde olmayan denetim karakterleri var: okunmak için yazılmamış"
        case .findingM05: "{domain} sitesine giriş yapmanızı sağlar"
        case .findingM06:
            "giriş mesajı biçiminde ama kurala uygun yazılmamış: dikkatsiz bir site yine de kabul edebilir"
        case .findingM07: "girişin {field} alanı olması gerektiği gibi değil"
        case .findingM08: "girişin {field} alanında oraya ait olmayan karakterler var"
        case .findingM09: "{domain} sitesine giriş yapmanızı sağlar, ama isteyen {origin}"
        case .findingM10: "başka bir hesabı belirtiyor: {address}"
        case .findingM11: "{uri} adresi {origin} sitesine ait değil"
        case .findingM12: "başka bir zincir için: {chain}"
        case .findingM13: "on dakikadan önce düzenlenmiş: {time}"
        case .findingM14: "{field} alanına göre ancak şu anda geçerli olmaya başlıyor: {time}"
        case .findingM15: "süresi doldu: {time}"
        case .findingM16: "nonce yok: birden çok kez kullanılabilir"
        case .findingM17: "Solana hesabı için değil, şunun için: {kind}"
        case .findingM18:
            "bir hizmet bu imzayla paranızı hareket ettirebilir: insanlar için bir metne değil, bir program için emre benziyor"
        case .kindMint: "mint"
        case .kindToken: "token hesabı"
        case .kindProgram: "program"
        case .reasonNoAnswer: "yanıt yok"
        case .promptHeading: "Sidekey tarayıcının dışında soruyor"
        case .promptPage: " ({page}/{pages})"
        case .promptRecognition: "kelimeniz: {word}"
        case .promptPassphrase: "Parola:"
        case .promptWord: "Kelime:"
        case .promptOtherWord: "Bu başka bir kelime."
        case .promptProofEach: "Her onayın parola istemesini seçtiniz."
        case .promptProofDanger: "Tehlikeli istekler parolanızı gerektirir."
        case .promptProofIncomplete: "Sidekey isteğin tamamını okuyamıyor. Onaylamak için parolanızı girin."
        case .promptProofUnbounded: "Bu, SOL dışında bir şeyi de aktarabilir. Onaylamak için parolanızı girin."
        case .promptProofAmount:
            "Bu, 24 saatte tıklamayla onaylanabilecek tutardan fazla. Onaylamak için parolanızı girin."
        case .promptProofPlace:
            "Sidekey bunun sizin ekranınız olduğundan emin değil. Onaylamak için parolanızı girin."
        case .promptTooSoon: "Yanıt sayılmayacak kadar erken geldi. Önce bunu okuyun."
        case .lateBlockhash: "Artık yürütülemez: blockhash değeri çok eski. Hiçbir şey imzalanmadı."
        case .lateAsk: "Site yenisiyle tekrar isteyebilir."
        case .lateAskButton: "Siteden yeniden iste"
        case .lateOwn: "Yenisiyle yeniden başlayabilirsiniz."
        case .lateDecided: "Bu istek yanıtınızdan önce başka yerde karara bağlandı. Yanıtınız bir şey değiştirmedi."
        case .lateTime: "Bu isteğin süresi yanıtınızdan önce doldu. Hiçbir şey imzalanmadı."
        case .lateCancelled: "Site bu isteği yanıtınızdan önce geri çekti. Hiçbir şey imzalanmadı."
        case .lateConnection: "Siteyle bağlantı koptu. Hiçbir şey imzalanmadı. Biraz bekleyin veya isteği reddedin."
        case .promptOK: "Tamam"
        case .promptCancel: "İptal"
        case .promptApprove: "Onayla"
        case .promptReject: "Reddet"
        case .promptNext: "İleri"
        case .promptBack: "Geri"
        case .promptGoOn: "Devam et"
        case .unlockQuestion: "Cüzdanın kilidi açılsın mı?"
        case .unlockButton: "Kilidi aç"
        case .passkeyAddition: "Tarayıcı bir geçiş anahtarı eklemek istiyor:"
        case .passkeyAdditionMeans: "Onunla ve bu tarayıcıyla cüzdanın kilidi parolasız açılabilir."
        case .passkeyAdditionButton: "Geçiş anahtarı ekle"
        case .passkeyRemoval: "Tarayıcı bir geçiş anahtarını kaldırmak istiyor:"
        case .passkeyRemovalMeans: "Artık bu cüzdanın kilidini açmayacak."
        case .passkeyRemovalButton: "Geçiş anahtarını kaldır"
        case .promptAllow: "İzin vermek için parolayı yazın."
        case .extensionAsks: "Cüzdanın kendi uzantısı olmayan bir uzantı cüzdanı kullanmak istiyor:"
        case .extensionAgain:
            "Daha önce izin verdiğiniz bir uzantı, başladığından beri kilidi açılmamış cüzdanı istiyor:"
        case .extensionMethods: "Kimliği tarayıcının sözüdür. O zaman şunları çağırabilir:"
        case .extensionMeans: "Her imza burada sorulur. Onaylayamaz, kilit açamaz, ayar değiştiremez."
        case .extensionAccounts:
            """
            Uzantı bu hesaplardan hangilerini görebilir?

            {list}

            Numaralarını yazın, örneğin 1 3. Boş bırakmak 1 demektir.
            """
        case .extensionButton: "İzin ver"
        case .contactAddition: "Tarayıcı, kişilere bir adres eklemek istiyor:"
        case .contactAdditionName: "şu adla"
        case .contactAdditionMeans: "Ona benzeyen adresler için uyarılırsınız, onun için uyarılmazsınız."
        case .contactAdditionButton: "Kişi ekle"
        case .contactRenaming: "Tarayıcı, kişilerdeki bir adrese başka bir ad vermek istiyor:"
        case .contactRenamingName: "şu olacak"
        case .contactRenamingButton: "Kişiyi yeniden adlandır"
        case .contactRemoval: "Tarayıcı, kişilerden bir adresi çıkarmak istiyor:"
        case .contactRemovalMeans: "Ona benzeyen adresler için artık uyarılmazsınız."
        case .contactRemovalButton: "Kişiyi kaldır"
        case .accountMoving: "Tarayıcı, listenizdeki bir hesabın yerini değiştirmek istiyor:"
        case .accountMovingPlace: "{place}. sıraya"
        case .accountMovingMeans: "Bağlanan bir site, başka bir hesap seçmezseniz ilk hesabı alır."
        case .accountMovingButton: "Hesabı taşı"
        case .passphraseVault:
            """
            Bir parola seçin. Bu bilgisayarda cüzdanın kilidini o açar;
            onsuz, diskte duranları kimse kullanamaz.
            """
        case .passphraseSeed:
            """
            Bazı ifadelerin kendi parolası vardır; 25. kelime de denir (BIP-39).
            Çoğunun yoktur: o zaman alanı boş bırakın.

            Başka bir parolayla aynı kelimeler başka hesaplar üretir; onlar boştur.
            """
        case .passphraseNewSeed:
            """
            Kelimelere ait parolayı (BIP-39) seçin ve onu da not edin:
            onsuz ya da başkasıyla aynı kelimeler başka hesaplar üretir.

            Bu bilgisayarda cüzdanın kilidini açan parola bu değildir; o birazdan sorulur.
            """
        case .passphraseEmpty: "Yoksa boş:"
        case .passphraseRefused: "Bu olamaz: {fault}."
        case .passphraseAgain: "Bir daha:"
        case .passphraseDifferent: "İkisi aynı değildi."
        case .passphraseIsEmpty: "boş"
        case .passphraseIsNotUTF8: "UTF-8 değil"
        case .passphraseHasControl: "denetim karakteri içeriyor"
        case .passphraseIsGuessable: "tahmin etmesi kolay. Birbiriyle ilgisiz dört veya daha fazla kelime seçin"
        case .phraseNothing: "Hiçbir şey yazılmadı."
        case .phraseNoWord: "Listedeki hiçbir kelime böyle başlamıyor."
        case .phraseMeant: "{position}. kelime, {typed}: şunu mu demek istediniz: {meant}?"
        case .phraseOr: " veya "
        case .phraseExchanged: "{first}. ve {second}. kelime: yer mi değiştirdiler?"
        case .phraseMismatch:
            """
            Her kelime listede var, ama birlikte tutmuyorlar: biri yanlış
            ya da yanlış yerde.
            """
        case .phraseTypeAll: "Hepsini sırayla, yavaşça yeniden yazın."
        case .phraseCompare: "Kâğıdınızla karşılaştırın ve orada yazanı yeniden yazın."
        case .phraseCorrect: "Düzelt"
        case .phraseCount:
            """
            Cüzdanı kelimelerinden geri yükleyin. Kaç kelime var?
            12, 15, 18, 21 veya 24.
            """
        case .phraseNumber: "Sayı:"
        case .phraseNotANumber: "Bu, beş sayıdan biri değil."
        case .phraseWord: "Kelime {position}/{count}. İlk dört harf yeter."
        case .phraseWordBack: " Bir öncekine dönmek için {word} yazın."
        case .phraseWordField: "Kelime {position}:"
        case .phraseStop:
            "{count} kelimeden {typed} tanesi yazıldı, henüz hiçbir şey oluşturulmadı. Burada durulsun mu?"
        case .phraseStopButton: "Dur"
        case .phraseOneBack: "Bir kelime geri"
        case .phraseBegin:
            """
            Bu {count} kelime cüzdanınız olacak. Onlar kimdeyse içindekiler de onundur;
            onlar olmadan kaybolan disk ya da parola, kaybolan cüzdan demektir.
            Kâğıt kalem hazır olsun, arkanızda da kimse olmasın.
            """
        case .phraseShow: "Kelimeleri göster"
        case .phraseShownAgain: "O başka bir kelimeydi. Kâğıdınıza bakın; kelimeler yeniden gösterilecek."
        case .phraseWritten: "Yazdım"
        case .phrasePaper: "Kâğıdınızdaki {position}. kelimeyi yazın."
        case .phrasePage: "Kelime {first}-{last}, toplam {count}:"
        case .phraseSize:
            """
            Yeni kelimelerle bir cüzdan oluşturun. {count} kelime için alanı boş bırakın.

            Ya da sayıyı yazın: 12, 15, 18, 21 veya 24; kendi parolası olan kelimeler için
            sonuna + koyun (25. kelime de denir, BIP-39): 24+
            """
        case .phraseSizeField: "{count} için boş:"
        case .setupAccounts:
            """
            Cüzdanlar bu kelimelerin ilk hesabını şu yollardan birinde tutar:

            {list}

            Bildiklerinizin numaralarını yazın, örneğin 1 3. Boş bırakmak 1 demektir.
            Diğerleri sonra eklenebilir: {command}
            """
        case .setupNumbers: "Numaralar:"
        case .setupNumbersRange: "1 ile {count} arasında sayılar yazın, aralarında boşluk olsun."
        case .setupReplaced: "Zaten bir cüzdan var. Bu, yerine başka birini koyar."
        case .setupSetAside:
            "Eskisinin dosyası yenisinin yanında saklanır, silinmez. Başka kelimelerin hesapları, içe aktarılan anahtarlar, geçiş anahtarları ve bağlı siteler onunla kalır."
        case .setupOldPassphrase: "Eski parolayı biliyorsanız buna gerek yok."
        case .setupTypeWord: "Devam etmek için şunu yazın: {word}"
        case .recognitionChoice:
            """
            Cüzdan oluşturuldu. Son olarak bir kelime seçin ya da alanı boş bırakın.

            Tarayıcı dışındaki her Sidekey penceresi onu gösterir; hiçbir sayfa ve hiçbir
            tarayıcı onu öğrenmez. Kelimeniz olmayan bir pencere Sidekey penceresi değildir.
            """
        case .recognitionNone: "Kelime yok"
        case .recognitionFromNow: "Bundan sonra bu pencereler şunu gösterir:"
        case .recognitionRight: "Bu doğru"
        case .recognitionAnother: "Başka"
        }
    }

    static func turkish(_ key: CountedKey) -> PluralForms {
        switch key {
        case .bytes: PluralForms("{count} bayt")
        case .signaturesNeeded: PluralForms("{count} imza gerekli")
        case .messageText: PluralForms("{count} baytlık mesaj, metin:")
        case .messageHex: PluralForms("{count} baytlık mesaj, metin değil, onaltılık:")
        case .transactionTable:
            PluralForms("dikkat: arama tablosu {account} içinden burada görünmeyen {count} hesap alıyor")
        case .totalsMore: PluralForms("ve {count} hesapta daha")
        case .findingR06: PluralForms("arama tablosu {table} içinde {accounts} hesap gizli")
        case .findingR32: PluralForms("zincirdeki deneme, değiştirebileceği {accounts} hesaba ne olduğunu göstermiyor")
        case .findingR46:
            PluralForms(
                "arama tablosu {table} içinde bunun aldığı {accounts} hesap eksik; sahibi istediğini ekleyebilir")
        case .findingM02: PluralForms("karakterlerinden {count} tanesi görünmüyor ya da yazı yönünü çeviriyor")
        case .promptWrongPassphrase: PluralForms("Parola bu değil. Yeniden deneyin ({count} hak kaldı).")
        case .passphraseTooShort: PluralForms("{count} bayttan kısa")
        case .passphraseTooLong: PluralForms("{count} bayttan uzun")
        case .phraseManyWords: PluralForms("Listede böyle başlayan {count} kelime var. Biraz daha yazın.")
        case .recognitionTooLong: PluralForms("Bir kelime en çok {count} bayttır.")
        case .countedMessageTooLarge:
            PluralForms("{count} baytlık bir mesaj çok büyük")
        case .countedFileTooLong:
            PluralForms("{path} {count} bayttan uzun")
        case .countedInputTooLong:
            PluralForms("standart girdi {count} bayttan uzun")
        case .countedLineTooLong:
            PluralForms("bu satır {count} bayttan uzun")
        case .countedSecretTooLong:
            PluralForms("gizli bilgi {count} bayttan uzun")
        case .countedKeyTooLong:
            PluralForms("{count} bayttan uzun")
        case .countedRestored:
            PluralForms(
                one: "cüzdan geri yüklendi; hesabı {accounts}", other: "cüzdan geri yüklendi; hesapları {accounts}")
        case .countedKeysHeld:
            PluralForms(
                one: "Cüzdanda, sözcüklerde bulunmayan içe aktarılmış bir anahtar var.",
                other: "Cüzdanda, sözcüklerde bulunmayan içe aktarılmış {count} anahtar var.")
        case .countedKeysShown:
            PluralForms(one: "O da gösterilsin mi?", other: "Onlar da gösterilsin mi?")
        case .countedWordsBegin:
            PluralForms("Listede böyle başlayan {count} sözcük var.")
        case .countedUnreadable:
            PluralForms("ve okunamayan {count} token hesabı")
        case .countedAccounts:
            PluralForms("{count} hesap")
        case .countedDays:
            PluralForms("{count} gün")
        case .countedLines:
            PluralForms("{count} satır")
        case .countedExported:
            PluralForms("{path} dosyasında {count} satır var")
        case .countedExportHeld:
            PluralForms("dışa aktarımın {count} satırının hepsini içeriyor")
        case .countedRevokedLeft:
            PluralForms("{count} tane daha tek işleme sığmadı; yeniden çalıştırın")
        case .countedStarts:
            PluralForms("aracı {count} kez başlatıldı ve her seferinde sona erdi; agent.log dosyasına bakın")
        case .countedPathTooLong:
            PluralForms("soketin yolu {count} bayt, sistem en çok {limit} bayta izin veriyor: {path}")
        }
    }
}
