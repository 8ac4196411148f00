extension Phrasebook {
    static func turkish(_ key: HelpKey) -> String {
        switch key {
        case .helpSidekey: "Firefox ve Chromium için, anahtarları tarayıcının dışında kalan bir Solana cüzdanı."
        case .helpCreate: "Yeni bir kurtarma ifadesiyle cüzdan oluştur."
        case .helpCreateMore:
            """
            Sözcükleri bir kez gösterir, üçünü ve ardından bir parola sorar.

            Betikler ve testler için: --passphrase-file ve --phrase-file ile hiçbir şey sormaz. Böyle bir cüzdan sonsuza dek gözetimsiz olarak işaretlenir, çünkü bu dosyaları okuyabilen onunla onaylayabilir.
            """
        case .helpPassphraseFile: "Parolayı FILE dosyasından oku (sizin, izinler 0600)."
        case .helpNewPassphraseFile: "Yeni parolayı FILE dosyasından oku (sizin, izinler 0600)."
        case .helpPhraseOut: "İfadeyi FILE dosyasına yaz; yeni olmalı veya boş ve izinleri 0600 olmalı."
        case .helpWordsNew: "N sözcüklük bir ifade oluştur: 12, 15, 18, 21 veya 24."
        case .helpSeedPassphrase: "İfadenin bir parçası olan BIP-39 parolasını da sor."
        case .helpApprovals: "İsteklere nerede karar verildiği: popup, risky veya native."
        case .helpRestore: "Kurtarma ifadenizden cüzdan oluştur."
        case .helpRestoreMore:
            """
            Sözcükleri tek tek sorar, tamamlar ve denetler, ardından bir parola sorar. Son sözcük doğru olunca sözcükler ekrandan kalkar.

            Betikler ve testler için: --passphrase-file ve --phrase-file ile hiçbir şey sormaz. Böyle bir cüzdan sonsuza dek gözetimsiz olarak işaretlenir, çünkü bu dosyaları okuyabilen onunla onaylayabilir.
            """
        case .helpFirstPath: "Bu yoldaki hesapla başla; yinelenebilir."
        case .helpReplace: "Var olan cüzdanı kenara koy, örneğin parolası kaybolmuşsa. Hiçbir şey silinmez."
        case .helpWords: "İfadede N sözcük var: 12, 15, 18, 21 veya 24."
        case .helpPhraseFile: "İfadeyi FILE dosyasından oku (sizin, izinler 0600), tek satırda."
        case .helpSeedPassphraseFile: "BIP-39 parolasını FILE dosyasından oku (sizin, izinler 0600)."
        case .helpUnlock: "Cüzdanın kilidini bir oturum için aç."
        case .helpUnlockMore:
            "Cüzdan, son onayınızdan belirli bir süre sonra, en geç bir saat sonra yeniden kilitlenir. Yeni bir cüzdanda bu 15 dakikadır; `sidekey policy set --session` bunu değiştirir."
        case .helpLock: "Cüzdanı kilitle."
        case .helpStatus: "Cüzdanın durumunu ve hesaplarını göster."
        case .helpJSON: "JSON yazdır, tek satırda."
        case .helpPending: "Karar bekleyen istekleri listele."
        case .helpApprove: "Bir isteği göster ve onayla."
        case .helpApproveMore:
            "Cüzdanın kilidi açıkken de bir evet ve parola ister: başka bir programınız da bu komutu çalıştırabilir. Yalnızca betikle oluşturulmuş ve kilidi açık bir cüzdan tek başına --yes ile onaylanır. Tehlikeli istekler orada da parola gerektirir."
        case .helpRequest: "İsteğin kimliği, `sidekey pending` çıktısındaki gibi."
        case .helpYes: "Onaylanıp onaylanmayacağını sorma."
        case .helpReject: "Bir isteği reddet."
        case .helpRecords: "Bir isteğin kayıtlarını göster: ne geldi, ne yanıtlandı."
        case .helpRecordsMore: "Kayıtlar kanıttır. Onlardan hiçbir şey imzalanmaz."
        case .helpRecordID: "İsteğin kimliği."
        case .helpAccount: "Hesapları listele, ekle, içe aktar, adlandır, gizle, sırala ve kaldır."
        case .helpAccountArgument: "Hesap: açık anahtarı, adı veya `sidekey account list` içindeki numarası."
        case .helpAccountOrFirst:
            "Hesap: açık anahtarı, adı veya `sidekey account list` içindeki numarası. Varsayılan ilk hesaptır."
        case .helpAccountList: "Hesapları listele."
        case .helpAccountAdd: "Cüzdandaki bir kurtarma ifadesinin bir hesabını ekle."
        case .helpAccountAddMore:
            "--path verilmezse m/44'/501'/n'/0' yollarının sıradakidir. Cüzdan kilitliyken parolayı sorar."
        case .helpPath: #"Türetme yolu, örneğin "m/44'/501'/3'"."#
        case .helpSecret: "Birden çoksa cüzdanın hangi gizli bilgisi; ilki 0'dır."
        case .helpAccountImport: "Bir özel anahtarı veya başka bir kurtarma ifadesini içe aktar."
        case .helpAccountImportMore:
            """
            Bir solana-keygen JSON dosyasını veya base58 özel anahtar içeren bir dosyayı okur; FILE verilmezse base58 bir anahtar sorar ve hiçbir şeyini göstermez. --phrase ile bir ifadenin sözcüklerini sorar.

            İçe aktarılan yalnızca bu cüzdanın dosyasındadır: cüzdanın kendi ifadesi onu geri getirmez.
            """
        case .helpKeyFile: "İzinleri 0600 olan bir dosyanız: solana-keygen JSON'u veya base58 özel anahtar."
        case .helpImportPhrase: "Sözcük sözcük yazılan bir kurtarma ifadesini içe aktar."
        case .helpPhrasePath: "İfadenin bu yoldaki hesabıyla başla; yinelenebilir."
        case .helpAccountLabel: "Bir hesaba ad ver; sayfalar adı asla öğrenmez."
        case .helpLabel: "Ad, en çok 128 bayt."
        case .helpAccountHide: "Bir hesabı tarayıcıdaki listelerden çıkar."
        case .helpAccountShow: "Gizli bir hesabı listelerde yeniden göster."
        case .helpAccountMove: "Bir hesabı listede taşı."
        case .helpPlace: "Listedeki yeni numarası; ilki 1'dir."
        case .helpAccountRemove: "Bir hesabı kaldır; parolayı sorar."
        case .helpAccountRemoveMore:
            "Hesaptakiler zincirde kalır. Bir ifadenin hesabı yeniden eklenebilir; içe aktarılmış bir anahtar onunla birlikte bu makineden silinir."
        case .helpRemoveYes: "Kaldırılıp kaldırılmayacağını sorma."
        case .helpPhrase: "Kurtarma ifadesini yeniden göster."
        case .helpPhraseShow: "Kurtarma ifadesini göster; parolayı sorar."
        case .helpPhraseShowMore:
            "Sözcükler, Enter'a basılana kadar, hiçbir şey saklamayan bir ekranda durur. Onları gören, cüzdandakine sahip olur. İçe aktarılmış anahtarlar sözcüklerde yoktur; ayrı bir sorudan sonra onlar da base58 olarak gösterilir."
        case .helpVault: "Parolayı değiştir, anahtarı yenile, cüzdanın dosyasını yedekle ve geri yükle."
        case .helpVaultBackup: "Kriptolanmış cüzdanı yeni bir dosyaya kopyala."
        case .helpVaultBackupMore:
            "Yedekte anahtarlar, adlarıyla hesaplar, kişiler ve sınırlar bulunur. Sonsuza dek bugünkü parolayla açılır: sonradan değiştirilen parola kopyayı değiştirmez. Kâğıttaki kurtarma ifadesi daha iyi yedektir; içe aktarılmış anahtarlar, adlar, kişiler ve sınırlar yalnızca buradadır."
        case .helpNewFile: "Dosya; yeni olmalı."
        case .helpVaultChangePassphrase: "Parolayı değiştir."
        case .helpVaultChangePassphraseMore:
            "Eski parola artık ne cüzdanı ne de önceki kuşağını açar. Daha önce alınmış yedekleri ve dosyanın başka her kopyasını ise hâlâ açar."
        case .helpVaultRestore: "Cüzdanın yerine bir yedek koy; şimdiki cüzdan kenara konur."
        case .helpVaultRestoreMore:
            "Önce hangi sitelerin, uygulamaların, uzantıların ve geçiş anahtarlarının bağlantısını keseceğini söyler. Yedeğin alındığı parolayı sorar. Açılmazsa hiçbir şey değiştirilmez. Yedekteki kişiler ve sınırlar bu cüzdanınkilere eklenir."
        case .helpBackupFile: "`sidekey vault backup` ile oluşturulmuş bir dosya."
        case .helpSetAsideYes: "Şimdiki cüzdanın kenara konup konmayacağını sorma."
        case .helpVaultRotate: "Kasaya yeni bir anahtar çek; geçiş anahtarları yeniden eklenmelidir."
        case .helpPolicy: "Nelere tarayıcıda, nelere dışında karar verildiğini göster ve belirle."
        case .helpPolicyShow: "Kuralları göster."
        case .helpPolicySet: "Kuralları değiştir; parolayı sorar."
        case .helpPolicySetMore:
            "--approvals tarayıcının dışında nelere karar verildiğini söyler: hiçbirine (popup), riskli olana (risky, varsayılan) veya her şeye (native). Harcama limiti, tarayıcıdaki onaylarla 24 saatte ne kadarının çıkabileceğidir."
        case .helpPolicyAllowance: "Tarayıcıda hâlâ ne kadarının onaylanabileceğini göster."
        case .helpPolicyAllowanceMore:
            "Harcama limiti, son 24 saatte tarayıcıda onaylanan her şeyi sayar. Onu yalnızca zaman ya da parolayla --reset yeniler."
        case .helpAllowanceReset: "Harcama limitinin tamamını yeniden kullanılabilir yap; parolayı sorar."
        case .helpLimit: "Bir hesabın imzaladıklarına veya bir sitenin imzalattıklarına sınır ekle."
        case .helpLimitMore:
            "Bir sınırı aşan, kimseye sorulmadan geri çevrilir; --raise ile tarayıcının dışında karara bağlanır. Bir sınır hiçbir şeyi onaylamaz. Eklemek parola istemez; kaldırmak ister (sidekey policy unlimit). Tutarlar, incelemenin çıkabilir dedikleridir: ölçülemeyen veya tümü okunamayan, SOL sınırını ve program listesini aşmış sayılır."
        case .helpLimitAccount: "Hangi hesap için olduğu, adresiyle; yoksa her hesap."
        case .helpLimitOrigin:
            "Hangi site için olduğu, https://example.com gibi, veya gönderdikleriniz için sidekey; yoksa her site."
        case .helpLimitCeiling: "Bir isteğin çıkarabileceği SOL."
        case .helpLimitSpend: "Bir sürede çıkabilecek SOL, 0.5/24h veya 2/7d gibi."
        case .helpLimitSignatures: "Bir sürede olabilecek imza sayısı, 20/1h gibi."
        case .helpLimitProgram:
            "Bir işlemin çağırabileceği program, adresiyle; başkası olmaz. Birkaçı için birkaç kez verin."
        case .helpLimitExpires: "Ne zamandan sonra hiçbir şey imzalanmaz: şu andan 30m, 8h veya 7d sonra."
        case .helpLimitRaise: "Geri çevirmek yerine tarayıcının dışında sor."
        case .helpLimitReplace: "Yerini alacağı sınırın numarası; sınır yalnızca daralabilir."
        case .helpLimits: "Sınırları ve onlardan kalanı göster."
        case .helpUnlimit: "Sınırları kaldır; parolayı sorar."
        case .helpLimitNumbers: "Sınırların numaraları, sidekey policy limits çıktısındaki gibi."
        case .helpAllowance: "Tarayıcıdaki onaylarla ne kadarının çıkabileceği, SOL olarak, örneğin 0.1."
        case .helpPressAllowance:
            "Sidekey penceresindeki tıklamaların 24 saatte ne kadarını onaylayabileceği, SOL olarak; üstü için pencere parolayı sorar."
        case .helpSession: "Son onayınızdan cüzdanın kilitlenmesine kadar geçen saniye (10-3600)."
        case .helpPerRequest: "Her istek için parola veya geçiş anahtarı iste."
        case .helpRecognition: "Tarayıcının dışındaki pencereleri tanıyacağınız bir sözcük sor."
        case .helpNetwork: "Ağları ve sorulan düğümleri göster ve seç."
        case .helpNetworkMore:
            "Bir düğüm hangi adreslerin sorulduğunu öğrenir ve cüzdanın zincirden gösterdiği onun söylediğidir. Bu yüzden bir değişiklik parola ister."
        case .helpNetworkShow: "Ağları ve düğümlerini göster."
        case .helpNetworkCheck: "Bir ağın düğümlerine yanıt verip vermediklerini ve hangi ağa ait olduklarını sor."
        case .helpNetworkUse: "Kimse bir ağ belirtmediğinde geçerli ağı seç; parolayı sorar."
        case .helpNetworkEndpoints: "Bir ağa hangi düğümlerle ulaşılacağını seç; parolayı sorar."
        case .helpNetworkEndpointsMore:
            "Yanıt veren ilk düğüme sorulur; iki tane verilmişse, hesapları gizleyenler ikisine de sorulur. Bir adres https'tir veya bu makinedeki bir düğüm için http'dir."
        case .helpURLs: "Adresler, sırasıyla."
        case .helpPublic: "Ağın herkese açık düğümüne dön."
        case .helpNone: "Bu ağa hiç ulaşma."
        case .helpNetworkOff: "Kimseye bir şey sorma; parolayı sorar."
        case .helpNetworkOn: "Ağa yeniden ulaş; parolayı sorar."
        case .helpCluster: "mainnet, devnet, testnet veya localnet."
        case .helpClusterOrChosen: "mainnet, devnet, testnet veya localnet; verilmezse seçilmiş olan."
        case .helpOrigins: "Bağlı siteleri listele ve ne gördüklerini seç."
        case .helpOriginsList: "Bağlı siteleri listele."
        case .helpOriginsRevoke: "Bir siteyle bağlantıyı kes, her tarayıcı profilinde veya birinde."
        case .helpOriginsBlock: "Bir sitenin her isteğini geri çevir, engeli kaldırılana kadar."
        case .helpOriginsBlockMore: "Bağlıysa bağlı kalır: hesapları görmemesi için bağlantısını da kesin."
        case .helpOriginsUnblock: "Engellenen bir sitenin yeniden istekte bulunmasına izin ver."
        case .helpOriginsBlocked: "İstekleri geri çevrilen siteleri listele."
        case .helpSite: "Sitenin alan adı veya kökeni, örneğin dapp.example; tüm alt alan adları da buna dahildir."
        case .helpOriginsSet: "Bağlı bir sitenin gördüğü hesapları seç."
        case .helpOriginsSetMore: "Şimdi gördüğünden fazla hesap için parola gerekir."
        case .helpOrigin: "Sitenin kaynağı, örneğin https://dapp.example."
        case .helpProfile: "Yalnızca bu tarayıcı profilinde."
        case .helpContainer: "Yalnızca bu kapsayıcıda."
        case .helpOriginAccount: "Bir hesabın açık anahtarı, adı veya numarası; yinelenebilir."
        case .helpOpenURL: "Bir uygulamanın cüzdandan istekte bulunduğu bağlantıyı al."
        case .helpOpenURLMore:
            "Masaüstü bunu sidekey: bağlantıları için çağırır. Bir sitede olduğu gibi size sorulur; yanıt, uygulama ilk istediğinde gördüğünüz yerde açılır."
        case .helpLink: "Bağlantı, sidekey://v1/... ya da https://.../ul/v1/...."
        case .helpPrintLink: "Yanıtın bağlantısını açmak yerine yazdır."
        case .helpApps: "Cüzdandan bağlantılarla istekte bulunan uygulamalar."
        case .helpAppsList: "Bağlı uygulamaları listele."
        case .helpAppsRevoke: "Bir uygulamayla bağlantıyı kes; bekleyen istekleri iptal edilir."
        case .helpApp: "Listenin gösterdiği biçimde uygulamanın anahtarı."
        case .helpExtensions: "Cüzdanı kullanabilen diğer uzantıları listele ve onlara izin ver."
        case .helpExtensionsList: "Cüzdanı kullanabilen diğer uzantıları listele."
        case .helpExtensionsAllow: "Başka bir uzantının cüzdanı kullanmasına izin ver."
        case .helpExtensionsAllowMore:
            "Parola ister. --method verilmezse diğer uzantılara izin verilebilen her şeyi çağırabilir; --account verilmezse ilk hesabı görür. Her imza yine tarayıcının dışında sorulur. Tarayıcısı onu ./install.sh --allow-extension ID sonrasında cüzdana ulaştırır."
        case .helpExtensionsRevoke: "Başka bir uzantının yapabildiği her şeyi geri al."
        case .helpExtension: "Tarayıcısının uzantıya verdiği kimlik."
        case .helpExtensionMethod: "Çağırabileceği bir yöntem; yinelenebilir."
        case .helpPasskey: "Cüzdanın kilidini açan geçiş anahtarlarını listele, izin ver ve kaldır."
        case .helpPasskeyList: "Geçiş anahtarlarını listele."
        case .helpPasskeyAllow: "Uzantının bir geçiş anahtarı eklemesine veya kaldırmasına izin ver."
        case .helpPasskeyAllowMore:
            "Parola ister. Hangi tarayıcıda yapılırsa yapılsın iki dakika ve bir değişiklik için geçerlidir."
        case .helpPasskeyRemove: "Bir geçiş anahtarı kaldır. Parola ister."
        case .helpPasskeyID: "Geçiş anahtarının kimliği, `sidekey passkey list` çıktısındaki gibi."
        case .helpSignOffchain: "Bir metni zincir dışı (off-chain) mesaj olarak imzala."
        case .helpSignOffchainMore:
            "İmzayı base58 olarak yazdırır, --json ile imzalanan baytları da. Betikle oluşturulmuş ve kilidi açık bir cüzdan dışında parolayı sorar."
        case .helpVerifyOffchain: "Zincir dışı (off-chain) bir mesajın imzasını doğrula."
        case .helpVerifyOffchainMore:
            "Cüzdan ve aracı gerektirmez. Çıkış durumu yalnızca imza doğruysa 0'dır. 0. sürümün tek numara altında iki biçimi vardır: önerinin imzalayanlı ve uygulama alanlı biçimi ile `solana sign-offchain-message`'ın yaptığı Rust SDK biçimi. İkisi de denenir; yanıt uyanı söyler."
        case .helpText: "Metin."
        case .helpSignature: "İmza, base58."
        case .helpSigningAccount: "İmzalayan hesabın açık anahtarı."
        case .helpTextFile: "Metni bunun yerine FILE dosyasından oku."
        case .helpEnvelope: "Zarfın sürümü: 0 veya 1."
        case .helpDomain: "Uygulamayı adlandıran base58 olarak 32 bayt; varsayılan sıfırlardır. Yalnızca 0. sürümde."
        case .helpSigner: "Bir imzalayanın açık anahtarı, her biri için bir kez; varsayılan yalnızca hesaptır."
        case .helpBalance: "Bir hesapta ne olduğunu göster."
        case .helpBalanceMore:
            "Hiçbir düğüm yanıt vermezse son kaydedilen, yaşıyla birlikte, yedi günden kısa süre gösterilir."
        case .helpHistory: "Bir hesabın işlemlerini göster."
        case .helpHistoryMore:
            "İşaretlenir, asla gizlenmez: dust (bir yabancıdan 0.001 SOL'den az), unknown-token (hesabın hiç kullanmadığı bir token), many-recipients (aynısını alan birçok hesaptan biri), named-only (hiçbir şey gelmedi: benzer bir adres geçmişe böyle girer)."
        case .helpHistoryLimit: "Kaç tane, en yeniler önce."
        case .helpSend: "SOL veya token gönder."
        case .helpSendMore:
            "TO bir adres veya bir kişinin adıdır. `sidekey approve` gibi bir evet ve parola ister. SOL'ün tümü (--all) geride bir şey bırakmaz ama ücreti öder."
        case .helpSendWhat: "Tutar, neyin tutarı olduğu (varsayılan SOL) ve alıcı."
        case .helpSendAll: "Var olan her şeyi gönder."
        case .helpMemo: "Herkesin okuyabileceği bir metin, en çok 256 bayt."
        case .helpAllowOffCurve:
            "Hiçbir anahtarın ait olmadığı bir adrese gönder: bir programın veya çok imzalı bir cüzdanın adresi."
        case .helpDryRun: "Ne gönderileceğini göster, hiçbir şey gönderme."
        case .helpPriority: "Ücretin üstüne ne önerileceği: none, normal veya high."
        case .helpPriorityCap: "Ücretin üstüne en çok ne önerileceği, varsayılan 0.0001."
        case .helpAirdrop: "Bir test ağından SOL iste."
        case .helpAirdropMore: "Mainnet hiç dağıtmaz; herkese açık faucet'ler çoğu zaman reddeder."
        case .helpAirdropAmount: "Ne kadar, SOL olarak."
        case .helpPermissions: "Bir hesabın token'larını başka kimin alabileceğini listele."
        case .helpPermissionsMore: "Yetki verilen, siz geri alana kadar istediği zaman token alabilir."
        case .helpRevoke: "Token'larınızı alabilen başkalarının yetkisini tek işlemle geri al."
        case .helpRevokeMore: "`sidekey approve` gibi bir evet ve parola ister."
        case .helpRevokeAccounts: "Token hesapları."
        case .helpRevokeAll: "Başkasının alabildiği bütün token hesapları."
        case .helpContacts: "Kişileri listele, ekle, yeniden adlandır ve kaldır."
        case .helpContactsMore:
            "Bir inceleme, bir kişinin adresine benzeyen adreslere karşı uyarır. Bu yüzden betikle oluşturulmuş ve kilidi açık bir cüzdan dışında her değişiklik parola ister."
        case .helpContactsList: "Kişileri listele."
        case .helpContactsAdd: "Bir adrese ad ver."
        case .helpContactsRename: "Bir kişiye başka ad ver."
        case .helpContactsRemove: "Bir kişiyi kaldır."
        case .helpAddress: "Adres."
        case .helpContactName: "Ad: en çok 64 baytlık tek satır."
        case .helpContactNewName: "Yeni ad: en çok 64 baytlık tek satır."
        case .helpContact: "Kişi: adresi veya adı."
        case .helpReceive: "Bir hesabın adresini göster, terminalde QR kodu olarak da."
        case .helpReceiveMore: "Bir boruya veya dosyaya yalnızca adres gider. Kod adresi içerir, başka bir şey içermez."
        case .helpActivity: "Cüzdanın yaptıklarını listele, doğrula ve dışa aktar."
        case .helpActivityMore:
            "Her satır bir öncekinden çıkar ve sonuncusu kasanın bir anahtarıyla mühürlenir. Bütün klasöre yazabilen, daha eskisini geri koyabilir: bunu başka yerde sakladığınız bir dışa aktarım gösterir (sidekey activity verify FILE)."
        case .helpActivityList: "Cüzdanın yaptıklarını listele, en yeniler önce."
        case .helpActivitySite: "Yalnızca bu sitenin istedikleri (https://dapp.example)."
        case .helpActivityLimit: "Kaç satır."
        case .helpActivityExport: "Bütün etkinliği yeni bir dosyaya veya standart çıktıya yaz."
        case .helpActivityExportMore:
            "Hiçbir şey kısaltılmaz. Başka yerde saklanırsa, geriye döndürme ona bakınca ortaya çıkar: sidekey activity verify FILE"
        case .helpFormat: "json veya csv."
        case .helpExportFile: "Henüz var olmayan bir dosya."
        case .helpActivityVerify: "Etkinliği birinin değiştirip değiştirmediğine bak."
        case .helpActivityVerifyMore:
            "Hangi satıra kadar mühürlü olduğunu ve o zamandan beri kaç satır geldiğini söyler. export ile yazılmış bir FILE verilirse, o günkü her satırın hâlâ yerinde olup olmadığını da söyler: kasasıyla birlikte önceki bir duruma döndürülmüş bir etkinlik başka türlü anlaşılamaz."
        case .helpVerifyFile: "Daha önceki bir dışa aktarım, JSON veya CSV."
        case .helpDecode: "Bir işlemin ne yapacağını göster."
        case .helpDecodeMore:
            "base64 veya base58 bir işlemi FILE dosyasından veya standart girdiden okur. Cüzdan, aracı ve ağ gerektirmez: yalnızca zincirin bildikleri içinde yoktur. Çıkış durumu işlemin okunabildiğini söyler, zararsız olduğunu değil."
        case .helpDecodeFile: "Dosya; - veya hiçbiri standart girdidir."
        case .helpDecodeAccount:
            "Kimin gözünden: önce imzalayan hesap, sonra aynı cüzdanın diğerleri. Varsayılan ücreti ödeyendir."
        case .helpDoctor: "Kurulumda arıza ara."
        case .helpDoctorMore:
            "Aracıyı başlatmaktan başka hiçbir şeyi değiştirmez. Bir denetim başarısız olursa çıkış durumu 1'dir; uyarılar sayılmaz."
        case .helpStop: "Cüzdanı kilitle ve aracıyı durdur."
        case .exitDone:
            "Komut isteneni yaptı."
        case .exitFailed:
            "Yapmadı; nedeninin kendi numarası yok."
        case .exitNoWallet:
            "Henüz cüzdan yok."
        case .exitLocked:
            "Cüzdan kilitli, ya da bu iş verilmeyen bir parola ister."
        case .exitWrongPassphrase:
            "Parola yanlış."
        case .exitDeclined:
            "Kullanıcı hayır dedi."
        case .exitGone:
            "İstek artık beklemiyor: başka yerde karara bağlandı, geri alındı ya da süresi doldu."
        case .exitUnreachable:
            "Aracıya ulaşılamıyor ya da aracı yanıt vermiyor."
        case .exitNoNode:
            "Kümenin hiçbir düğümü yanıt vermiyor, ya da hiçbir düğüm ayarlı değil."
        case .exitNoTerminal:
            "Bir şey sorulması gerekiyor ve soracak terminal yok."
        case .exitRefused:
            "Cüzdanın kuralları hayır diyor."
        case .exitNotExecuted:
            "Bir işlem yürütülmedi ya da başarısız oldu."
        case .exitOutcomeUnknown:
            "Bir işlem çıktı ve sonucu bilinmiyor: yinelemek iki kez ödetebilir."
        case .exitUsage:
            "Satır anlamsız."
        case .exitInterrupted:
            "Ctrl-C, ya da bir şey bitirmesini istedi."
        case .helpReview:
            "Bir isteğin ne istediğini göster, karar verme."
        case .helpReviewMore:
            "`sidekey approve` komutunun gösterdiği metindir."
        case .helpRejectAll:
            "Bekleyen tüm istekleri reddet."
        case .helpSignMessage:
            "Bir mesajı olduğu gibi, bir site için olduğu gibi imzala."
        case .helpSignMessageMore:
            "İstek kuyruktan, siteler için geçerli kurallarla geçer: işlem olan hiçbir şey mesaj olarak imzalanmaz, bir siteye giriş de. Anlamı standart hata çıktısında gösterilir; imza standart çıktıda tek başına durur."
        case .helpMessageFile:
            "FILE dosyasının baytlarını kullan; - standart girdidir."
        case .helpVerifyMessage:
            "Bir mesajın imzasını doğrula."
        case .helpVerifyMessageMore:
            "Cüzdan, aracı ve ağ gerektirmez. Çıkış durumu yalnızca imza doğruysa 0'dır."
        case .helpSignatureOrBase64:
            "İmza, base58 veya base64 olarak."
        case .helpSettings:
            "Cüzdanın görünümünü göster ve ayarla."
        case .helpSettingsShow:
            "Dili, temayı ve gezgini göster."
        case .helpSettingsSet:
            "Dili, temayı veya gezgini ayarla."
        case .helpSettingsSetMore:
            "Açık olan her tarayıcı bir sonraki soruşunda uyar. `sidekey` programının kendi dilini LC_ALL, `LC_MESSAGES` veya LANG belirler."
        case .helpLanguage:
            "Cüzdanın ekranlarının ve sorularının dili; auto tarayıcınınkidir."
        case .helpTheme:
            "Açık veya koyu ekranlar, ya da sistemdeki gibi."
        case .helpExplorer:
            "İsteyene bir işlemi gösteren gezgin."
        case .helpAbout:
            "Sidekey'in buradaki parçalarını sürümleriyle göster."
        case .helpAboutMore:
            "Durumunu `sidekey doctor` söyler."
        case .helpPolicyTighten:
            "Kuralları parolasız sıkılaştır."
        case .helpPolicyTightenMore:
            "Daha çoğuna izin verecek olan geri çevrilir: `sidekey policy set` parolayı sorar ve ikisini de yapar."
        case .helpCompletions:
            "Kabukta satırları tamamlayan bir betik yazdır."
        case .helpCompletionsMore:
            "install.sh onu bash ve fish'in baktığı yere koyar. zsh için: sidekey completions zsh > FOLDER/_sidekey; FOLDER fpath içinde olmalı."
        case .helpShell:
            "Kabuk."
        case .helpManual:
            "Kılavuz sayfasını yazdır."
        case .helpManualMore:
            "roff olarak, bu yardımdan yapılmış: sidekey man | man -l -"
        case .manualName:
            "AD"
        case .manualSynopsis:
            "KULLANIM"
        case .manualDescription:
            "AÇIKLAMA"
        case .manualCommand:
            "komut"
        case .manualIntro:
            "Sonuçlar standart çıktıya, hatalar ve ipuçları standart hataya gider. Satırdan, standart girdiden veya ortamdan gizli bir şey alınmaz: parola terminalde yazılır ya da 0600 izinli kendi dosyanızdan okunur."
        case .manualJSON:
            #"--json ile bir komut tek satırda tek değer yazar, her dilde İngilizce; hatayı da standart hatada tek satır olarak: `{"error": {"status", "name", "message", "hints", "code", "reason", "data"}}`. Tutarlar en küçük birimde rakam dizileridir. Liste, bütün bir dizidir."#
        case .manualCommands:
            "KOMUTLAR"
        case .manualStatus:
            "ÇIKIŞ DURUMU"
        case .manualEnvironment:
            "ORTAM"
        case .manualHome:
            "Cüzdanın klasörünü ve aracının soketini taşır: testler ve gösterimler için."
        case .manualLocale:
            "Dil: en, pt_BR, el veya tr."
        case .manualFiles:
            "DOSYALAR"
        case .manualData:
            "Kriptolu cüzdan ve veritabanı; XDG_DATA_HOME ayarlıysa onun altında."
        case .manualSocket:
            "Aracının soketi."
        case .manualDefault:
            "Varsayılan:"
        case .manualValues:
            "Şunlardan biri:"
        case .helpMetrics: "Çağrıları ve ne kadar sürdüklerini say, yalnızca bu makinede."
        case .helpModules: "Kurulu modülleri ve yöntemlerini listele."
        }
    }
}
