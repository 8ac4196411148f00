# `make` builds; each other target is one command that can as well be typed by hand.

.PHONY: build test lint bench demo fuzz sanitize node modules methods extension deb rpm tarball release gallery pictures site

build:
	bash packaging/build

test:
	bash Tests/run

lint:
	bash Tests/run lint

bench:
	bash Benchmarks/run

# make fuzz TARGET=frames SECONDS=600: one target, ten minutes. Without TARGET all of them.
fuzz:
	bash Fuzz/run --seconds $(or $(SECONDS),60) $(TARGET)

# make sanitize SANITIZER=thread: one of the two.
sanitize:
	bash Tests/sanitize $(SANITIZER)

demo:
	bash install.sh --demo

# make extension KEY=FILE: the archives for the stores, and with an RSA key in PEM a signed one, in .build/packages.
extension:
	python3 packaging/extension.py .build/packages $(if $(KEY),--key "$(KEY)")

# make deb RELEASE=FILE, make rpm, make tarball: the packages, and an archive for other systems, in .build/packages. BUILD=no takes what is built
# already. FILE says where the list of releases is; packaging/release_list.py writes that list.
deb rpm tarball:
	$(if $(filter no,$(BUILD)),,bash packaging/build)
	python3 packaging/$@.py .build/packages $(if $(RELEASE),--release "$(RELEASE)")

# make release VERSION=0.2.0 MINISIGN_KEY=FILE: a release on a branch of its own, in .build/release-VERSION; nothing is pushed. UNSIGNED=yes rehearses it.
release:
	python3 packaging/cut.py "$(VERSION)" $(if $(MINISIGN_KEY),--key "$(MINISIGN_KEY)") $(if $(KEY),--crx-key "$(KEY)") $(if $(filter yes,$(UNSIGNED)),--unsigned) $(if $(filter yes,$(QUICK)),--quick)

# make gallery: the pictures of the site and the stores, as the browser shows them now, in .build/gallery. It takes what Tests/run installs.
GALLERY = $(or $(PICTURES),.build/gallery)
gallery:
	mkdir -p "$(GALLERY)"
	SIDEKEY_GALLERY="$(abspath $(GALLERY))" .venv-tests/bin/python -m pytest -q Tests/Browser/test_gallery.py

# make pictures: the stores' pictures, 1280 by 800 in four languages, in .build/packages/pictures.
pictures:
	python3 packaging/pictures.py "$(GALLERY)" .build/packages/pictures

# make site PICTURES=FOLDER: the site in .build/site, with the gallery's pictures and the libraries' pages of what is built.
site: .venv-site/installed
	python3 packaging/site.py .build/site --pictures "$(GALLERY)"

.venv-site/installed: docs/site/requirements.txt
	python3 -m venv .venv-site
	.venv-site/bin/python -m pip install --disable-pip-version-check --quiet -r docs/site/requirements.txt
	touch $@

# make node PORT=8899 OPTIONS="--slot-ms 100": a Solana node in memory, on loopback, for a dApp of your own.
node:
	bash Tests/run python
	.venv-tests/bin/python Tests/Support/local_node.py --port $(or $(PORT),8899) $(OPTIONS)

# The list of the wallet's own modules, after a folder has come or gone.
modules:
	python3 Tests/Support/installed_modules.py

# extension/lib/methods.js, docs/methods.md and the parameters in docs/protocol.md, after a method's declaration has changed.
methods:
	bash packaging/build --build-tests
	SIDEKEY_WRITE_METHODS=1 swift test -c release --traits Window --skip-build --filter WalletTests.MethodTableTests
