# make run    installs the C libraries that are missing, builds the release, builds Pipelines/quickstart.yaml
# make build  the release
# make test   everything that continuous integration runs
# make test-long   what takes hours besides
# make install PREFIX=/usr/local   installs the program, its completions and its manual pages
# make help   all targets

SHELL := /bin/bash
.DEFAULT_GOAL := help

LIBRARIES := libproj-dev libgeos-dev libsimdjson-dev libdeflate-dev libzstd-dev zlib1g-dev libsqlite3-dev libssl-dev pkg-config g++
TEST_TOOLS := gdal-bin zstd python3-venv gcc systemd systemd-container postgresql-15 postgresql-15-postgis-3 nodejs node-typescript chromium wrk \
  openjdk-17-jre-headless jq nginx
# The same where Homebrew installs; zlib, SQLite and the compiler come with macOS. Nobody has tried these yet.
BREW_LIBRARIES := proj geos simdjson libdeflate zstd pkgconf
BREW_TEST_TOOLS := gdal postgresql@15 postgis node typescript chromium openjdk@17 nginx
VENV := .venv
PYTHON := $(VENV)/bin/python3
OVERTILE := .build/release/overtile
# On Linux the program carries the Swift runtime: it runs where Swift is not installed, and starts sooner. Nor does it name this folder.
RELEASE = swift build -c release -Xcc -ffile-prefix-map="$(CURDIR)"=. $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
# Seconds for each fuzz target.
FUZZ_SECONDS ?= 60

.PHONY: help run test test-long test-packages build release wheel tarball deb npm container install uninstall docs reference libraries \
  test-tools benchmark-tools lint checked unit sample-app interop slow \
  bystanders fuzz fuzzers benchmark instructions samples pictures clean

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## */  make \1 \t/' | expand -t 22

run: libraries $(OVERTILE) ## Build the sample bundle: Pipelines/quickstart.yaml from Samples/
	$(OVERTILE) build Pipelines/quickstart.yaml
	@echo "to see it on a map: $(OVERTILE) preview .bundles/quickstart"

build: libraries $(OVERTILE) ## Build the release of the program

# `overtile --version` names the commit, with a + if the sources differ from it.
COMMIT := $(shell git describe --always --exclude='*' --abbrev=10 --dirty=+ 2>/dev/null)
.build/commit: FORCE
	@mkdir -p .build && echo "$(COMMIT)" | cmp -s - $@ || echo "$(COMMIT)" >$@
FORCE:

$(OVERTILE): Package.swift .build/commit $(shell find Sources -type f)
	OVERTILE_COMMIT="$(COMMIT)" $(RELEASE) --product overtile
	@touch $@

# Where the program and what belongs to it are installed; DESTDIR stands before all of it, for makers of packages.
PREFIX ?= /usr/local
DESTDIR ?=
SHARE := $(DESTDIR)$(PREFIX)/share
MAN := $(SHARE)/man/man1
BASH_COMPLETION := $(SHARE)/bash-completion/completions/overtile
ZSH_COMPLETION := $(SHARE)/zsh/site-functions/_overtile
FISH_COMPLETION := $(SHARE)/fish/vendor_completions.d/overtile.fish
# The tool of swift-argument-parser alone: its plugin would build every product once more, without the Swift runtime in it.
MANUAL := .build/manual/debug/generate-manual
DATE = $(shell git log -1 --format=%cs 2>/dev/null || date +%F)

install: build $(MANUAL) ## Install the program, completions and manual pages: PREFIX=/usr/local DESTDIR=
	@install -d "$(DESTDIR)$(PREFIX)/bin" "$(MAN)" \
	  "$(dir $(BASH_COMPLETION))" "$(dir $(ZSH_COMPLETION))" "$(dir $(FISH_COMPLETION))"
	@install -s -m 755 "$(OVERTILE)" "$(DESTDIR)$(PREFIX)/bin/overtile"
	@"$(OVERTILE)" --generate-completion-script bash >"$(BASH_COMPLETION)"
	@"$(OVERTILE)" --generate-completion-script zsh >"$(ZSH_COMPLETION)"
	@"$(OVERTILE)" --generate-completion-script fish >"$(FISH_COMPLETION)"
	@.ci/manual "$(MANUAL)" "$(OVERTILE)" "$(DATE)" "$(MAN)"
	@echo "installed $(DESTDIR)$(PREFIX)/bin/overtile, its completions and its manual pages"

uninstall: ## Remove what make install installed, with the same PREFIX and DESTDIR
	rm -f "$(DESTDIR)$(PREFIX)/bin/overtile" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)" \
	  "$(MAN)"/overtile.1 "$(MAN)"/overtile-*.1

$(MANUAL):
	swift package resolve
	swift build --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual --product generate-manual

# Packages of this commit, in .build-packages/release. Their bytes depend on the commit and on this system's libraries alone.
PACKAGES := .build-packages
RELEASES := $(PACKAGES)/release
VERSION := $(shell sed -nE 's/.*let overtile = "(.*)"/\1/p' Sources/OvertileReading/Run/Versions.swift)
export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
TAR := tar --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner

release: tarball deb npm container ## Make every package, with checksums, in .build-packages/release
	@cd $(RELEASES) && rm -f SHA256SUMS && sha256sum * >../SHA256SUMS && mv ../SHA256SUMS . && cat SHA256SUMS

# What make install installs, and the pipelines with their data as examples. The sections removed are digests of what is stripped,
# which names this folder.
$(PACKAGES)/tree: $(OVERTILE) FORCE
	@rm -rf $@ && mkdir -p $(RELEASES)
	@$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR=$(PACKAGES)/tree >/dev/null
	@strip -R .swift_modhash -R .note.gnu.build-id $@/usr/bin/overtile
	@install -d $@/usr/share/doc/overtile/examples
	@git ls-files 'Pipelines/*.yaml' Pipelines/nightly 'Samples/*.geojson*' 'Samples/*.LICENSE.txt' \
	  | xargs cp --parents -t $@/usr/share/doc/overtile/examples
	@chmod -R u=rwX,go=rX $@

wheel: $(PACKAGES)/tree $(VENV)/.complete ## Make the Python package, which holds the program with its libraries
	@rm -f $(RELEASES)/*.whl
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" .packaging/wheel $(PACKAGES)/tree $(RELEASES)

tarball: wheel ## Make the archive: the program of the wheel with its libraries, for any Linux
	@rm -rf $(PACKAGES)/tarball
	@$(PYTHON) -m pip install --quiet --no-deps --no-compile --target $(PACKAGES)/tarball $(RELEASES)/*.whl
	cd $(PACKAGES)/tarball/overtile && $(TAR) --transform 's,^,overtile-$(VERSION)/,' -c bin lib share \
	  | gzip -n >$(CURDIR)/$(RELEASES)/overtile-$(VERSION)-linux-$(shell uname -m).tar.gz

deb: $(PACKAGES)/tree ## Make the Debian package, for the release of Debian that this is
	@.ci/packages dpkg-dev --
	@rm -f $(RELEASES)/*.deb
	.packaging/deb $(PACKAGES)/tree $(VERSION) $(RELEASES)

npm: ## Make the npm package of the reader for the web, with its types
	@.ci/packages nodejs node-typescript -- node typescript
	@command -v npm >/dev/null || .ci/packages npm --
	@rm -rf $(PACKAGES)/npm && install -d $(PACKAGES)/npm $(RELEASES)
	cp LICENSE Sources/OverlayBundleWeb/*.js* $(PACKAGES)/npm
	cp Sources/OverlayBundle/OverlayBundle.docc/ReadingOnTheWeb.md $(PACKAGES)/npm/README.md
	cd $(PACKAGES)/npm && tsc --allowJs --declaration --emitDeclarationOnly --strict --target es2022 --module esnext overlay-bundle.js
	cd $(PACKAGES)/npm && npm pkg set version=$(VERSION) && npm pack --silent --pack-destination $(abspath $(RELEASES))

# An image needs no other image: mmdebstrap makes its files out of Debian's packages and ours. It is made where
# no image is that could have the same bytes: the archive would have that one's names, too.
BUILDAH := buildah --storage-driver vfs --root $(CURDIR)/$(PACKAGES)/images --runroot $(CURDIR)/$(PACKAGES)/images/run
container: deb ## Make the container image, as an archive that podman load takes
	@.ci/packages mmdebstrap buildah --
	@rm -rf $(PACKAGES)/container $(PACKAGES)/images && install -d $(PACKAGES)/container
	cp .packaging/Containerfile $(PACKAGES)/container
	.ci/in-memory mmdebstrap --quiet --variant=essential --include="gdal-bin,$$(echo $(abspath $(RELEASES))/*.deb)" \
	  --hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount \
	  --dpkgopt='path-exclude=/usr/share/{locale,man}/*' $$(. /etc/os-release; echo $$VERSION_CODENAME) $(PACKAGES)/container/root.tar
	$(BUILDAH) build --timestamp $(SOURCE_DATE_EPOCH) --tag overtile:$(VERSION) $(PACKAGES)/container
	@rm -f $(RELEASES)/*-container.tar
	$(BUILDAH) push overtile:$(VERSION) docker-archive:$(RELEASES)/overtile-$(VERSION)-container.tar:overtile:$(VERSION)
	@rm -rf $(PACKAGES)/images

# Every target with pages has its own folder of them. The symbols of the libraries come from the modules of the release.
PAGES := $(notdir $(basename $(wildcard Sources/*/*.docc)))
docs: build ## Build the book as a site in .docs (warnings are errors)
	.ci/docs .build/release .build/docs .docs $(PAGES)
	@echo "to read: (cd .docs && python3 -m http.server), then http://localhost:8000/documentation/overtilepipeline"

reference: build ## Write the reference pages of the book from the program
	.ci/reference $(OVERTILE) Sources/OvertilePipeline/OvertilePipeline.docc

libraries: ## Install the C libraries that are missing (Debian or Homebrew packages)
	@.ci/packages $(LIBRARIES) -- $(BREW_LIBRARIES)

test-tools: libraries ## Install the programs that the tests compare with, and the Python environment
	@.ci/packages $(TEST_TOOLS) -- $(BREW_TEST_TOOLS)
	@$(MAKE) --no-print-directory $(VENV)/.complete

benchmark-tools:
	@.ci/packages python3-dev --

$(VENV)/.complete: Tests/requirements.txt
	@echo "making the Python environment $(VENV) from Tests/requirements.txt"
	@/usr/bin/python3 -m venv $(VENV)
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-compile -r Tests/requirements.txt
	@touch $@

test: ## Everything that continuous integration runs
	@OVERTILE_DAMAGED="$(CURDIR)/$(CHECKED)/damaged" \
	  $(MAKE) --no-print-directory -j3 --output-sync=target test-tools lint unit sample-app $(MANUAL) interop
	@.ci/count

lint: ## Check the format of the Swift sources, and that dependencies go one way
	swift format lint --strict -r Sources Tests Package.swift Samples/ReaderApp/Sources Samples/ReaderApp/Package.swift
	/usr/bin/python3 Tests/Structure/one_way.py

# One build for the Swift tests and for the program that the tests of `interop` run: the release, with what `@testable` needs.
CHECKED := .build-tests
CHECK_FLAGS := -c release -Xswiftc -enable-testing --scratch-path $(CHECKED)

checked: libraries
	swift build $(CHECK_FLAGS) --build-tests
	swift build $(CHECK_FLAGS) --product overtile

# Without the call stack of every error that is thrown: tests throw a million of them. `make test` sets OVERTILE_DAMAGED, where
# they keep the damaged files that the reader for the web reads, too.
unit: checked test-tools ## Run the Swift tests (warnings are errors)
	@echo "swift test"
	@rm -rf $(CHECKED)/damaged && mkdir $(CHECKED)/damaged
	@.ci/in-memory env SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0 swift test $(CHECK_FLAGS) --skip-build --parallel >$(CHECKED)/unit.log 2>&1 \
	  || { touch $(CHECKED)/damaged/.failed; grep -E '✘|↳|error:|recorded an issue|Fatal' $(CHECKED)/unit.log | tail -n 60; exit 1; }
	@touch $(CHECKED)/damaged/.complete
	@grep 'Test run with' $(CHECKED)/unit.log

# Built here, beside the tests; test_sample_app.py builds it once more, which takes a second.
sample-app: libraries
	swift build --package-path Samples/ReaderApp --scratch-path .build/sample-app --product ReaderApp

# The modules of Python, which every process would compile anew, are kept compiled beside what else is built for the tests.
interop: checked test-tools sample-app $(MANUAL) ## Test the program, its bundles with other readers, and the pages
	@set -o pipefail; unset PYTHONDONTWRITEBYTECODE; \
	  OVERTILE_BINARY=$(CHECKED)/release/overtile PYTHONPYCACHEPREFIX=$(CURDIR)/$(CHECKED)/bytecode \
	  .ci/in-memory $(PYTHON) -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder Tests/Interop Tests/Structure 2>&1 | tee $(CHECKED)/interop.log

test-long: slow bystanders fuzz ## What takes hours: the three targets below, one after the other

test-packages: release ## Try the packages in clean roots of Debian 12 and 13; needs root
	@.ci/packages mmdebstrap lintian podman crun chromium --
	OVERTILE_PACKAGES=$(CURDIR)/$(RELEASES) .ci/in-memory $(PYTHON) -m pytest -q -s Tests/Interop/test_packages.py

SLOW_TESTS := benchmarks browser coverage_large growth kills memory memory_table numbers numbers_of_files numbers_of_tiles planted_gaps \
  replaced_while_read serve serve_under_load shortage tippecanoe
slow: build test-tools ## Run the tests that take minutes: gigabytes, five million points, hundreds of kills
	OVERTILE_SLOW=1 OVERTILE_KILLS=300 $(PYTHON) -m pytest -q -s $(SLOW_TESTS:%=Tests/Interop/test_%.py)

TRIALS ?= 5000
bystanders: build test-tools ## Run TRIALS=5000 random commands among files that must not change; SEED=n repeats a run
	OVERTILE_TRIALS=$(TRIALS) OVERTILE_SEED=$(or $(SEED),$(shell date +%s)) $(PYTHON) -m pytest -q -s Tests/Interop/test_bystanders.py

fuzz: libraries test-tools fuzzers ## Fuzz every reader of foreign bytes; FUZZ_SECONDS=3600 each, TARGETS="mvt geojson" for only those
	$(PYTHON) Tests/Fuzzing/run.py $(FUZZ_SECONDS) $(TARGETS)

fuzzers:
	swift build -c release --package-path Tests/Fuzzing --scratch-path .build-fuzz --sanitize fuzzer --product Fuzz -Xswiftc -enable-testing

benchmark: build test-tools benchmark-tools ## Measure points, shapes, arithmetic and reading beside other programs; PARTS="points zones" for only those
	swift build -c release --package-path Tests/Benchmarks --scratch-path .build-benchmarks
	$(PYTHON) Tests/Benchmarks/run.py $(PARTS:%=--only %)

instructions: build test-tools ## Count the instructions of a build of 100,000 points, by stage
	@.ci/packages valgrind --
	$(PYTHON) Tests/Benchmarks/instructions.py

samples: test-tools ## Make the data in Samples/ again from its sources
	$(PYTHON) Samples/make.py

pictures: run test-tools ## Render the pictures of the documents
	$(PYTHON) Samples/pictures.py

clean: ## Remove what was built
	rm -rf .build .build-benchmarks .build-fuzz .build-packages .build-tests .bundles .docs
