# make run    installs the C libraries that are missing, builds the release, builds Pipelines/quickstart.yaml
# make build  the release
# make test   everything that continuous integration runs
# make test-long   what takes hours besides
# make install PREFIX=/usr/local   installs the program, its completions and its manual pages
# make help   all targets

SHELL := /bin/bash
.DEFAULT_GOAL := help

LIBRARIES := libproj-dev libgeos-dev libsimdjson-dev libdeflate-dev libzstd-dev zlib1g-dev libsqlite3-dev libssl-dev pkg-config libstdc++-12-dev
TEST_TOOLS := gdal-bin zstd python3-venv gcc systemd systemd-container postgresql-15 postgresql-15-postgis-3 nodejs node-typescript chromium wrk \
  openjdk-17-jre-headless jq
# The same where Homebrew installs; zlib, SQLite and the compiler come with macOS. Nobody has tried these yet.
BREW_LIBRARIES := proj geos simdjson libdeflate zstd pkgconf
BREW_TEST_TOOLS := gdal postgresql@15 postgis node typescript chromium openjdk@17
VENV := .venv
PYTHON := $(VENV)/bin/python3
OVERTILE := .build/release/overtile
# On Linux the program carries the Swift runtime: it runs where Swift is not installed, and starts sooner.
RELEASE = swift build -c release $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
# Seconds for each fuzz target.
FUZZ_SECONDS ?= 60

.PHONY: help run test test-long build install uninstall docs libraries test-tools benchmark-tools lint checked unit sample-app interop slow \
  bystanders fuzz fuzzers benchmark instructions samples pictures clean

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## */  make \1 \t/' | expand -t 22

run: libraries $(OVERTILE) ## Build the sample bundle: Pipelines/quickstart.yaml from Samples/
	$(OVERTILE) build Pipelines/quickstart.yaml
	@echo "to see it on a map: $(OVERTILE) preview .bundles/quickstart"

build: libraries $(OVERTILE) ## Build the release of the program

# `overtile --version` names the commit, with a + if the sources differ from it.
COMMIT := $(shell git rev-parse --short=10 HEAD 2>/dev/null)$(shell git diff --quiet HEAD -- Package.swift Sources 2>/dev/null || echo +)
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

# Every target with pages has its own folder of them.
PAGES := $(notdir $(basename $(wildcard Sources/*/*.docc)))
docs: libraries ## Build the documentation pages in .docs (warnings are errors)
	swift package --scratch-path .build-docs dump-symbol-graph --minimum-access-level public
	.ci/docs .build-docs .docs $(PAGES)
	@echo "to read: (cd .docs && python3 -m http.server), then http://localhost:8000/documentation"

libraries: ## Install the C libraries that are missing (Debian or Homebrew packages)
	@.ci/packages $(LIBRARIES) -- $(BREW_LIBRARIES)

test-tools: libraries ## Install the programs that the tests compare with, and the Python environment
	@.ci/packages $(TEST_TOOLS) -- $(BREW_TEST_TOOLS)
	@$(MAKE) --no-print-directory $(VENV)/.complete

benchmark-tools:
	@.ci/packages python3-dev g++ --

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

interop: checked test-tools sample-app $(MANUAL) ## Test the program, its bundles with other readers, and the pages
	@set -o pipefail; OVERTILE_BINARY=$(CHECKED)/release/overtile \
	  .ci/in-memory $(PYTHON) -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder Tests/Interop Tests/Structure 2>&1 | tee $(CHECKED)/interop.log

test-long: slow bystanders fuzz ## What takes hours: the three targets below, one after the other

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
	rm -rf .build .build-benchmarks .build-docs .build-fuzz .build-tests .bundles .docs
