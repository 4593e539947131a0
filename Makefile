# Galley: every habit is a target. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help
.PHONY: help setup run build test test-samples lint format check goldens samples fuzz mutants coverage race leaks memcheck soak invariants libraries processors innertext slurm bench race-cards bench-table planted agreement articles instructions truth docs man install deb pictures server snippets clean deb-check

PREFIX ?= /usr/local
MARKDOWN ?= 20000
FEED ?= $(firstword $(wildcard Samples/Feeds/everyday*))
GALLEY := .build/release/galley

# An undeclared import of a sibling target compiles without this.
SWIFTFLAGS := --explicit-target-dependency-import-check error

LIBRARIES := libpango1.0-dev libcairo2-dev libharfbuzz-dev libfreetype-dev libpixman-1-dev \
  libisal-dev libspng-dev libpng-dev libdeflate-dev zlib1g-dev libzstd-dev libicu-dev libxml2-dev \
  libturbojpeg0-dev libwebp-dev libgif-dev libheif-dev liblcms2-dev libcurl4-openssl-dev libxxhash-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
FONTS := fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
PACKAGES := pkg-config pngcheck poppler-utils python3-minimal strace unicode-data valgrind $(LIBRARIES) $(FONTS)

# GLib's complaints end a test. Few tests run at once: all at once, as is usual, take memory together, and time
# limits count the waiting.
# Tests of the command run the optimized one, which people use.
TEST := G_DEBUG=fatal-warnings GALLEY_COMMAND=$(CURDIR)/$(GALLEY) SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 \
  swift test $(SWIFTFLAGS)

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing: libraries and fonts (Debian packages).
	@if ! command -v swift >/dev/null; then
	  echo 'setup: install Swift 6.2 or newer first: https://www.swift.org/install' >&2; exit 1
	fi
	if ! command -v dpkg-query >/dev/null; then
	  echo 'setup: no Debian packages here; what these hold is needed: $(PACKAGES)' >&2; exit 1
	fi
	present=$$(dpkg-query -W -f '$${db:Status-Status} $${Package}\n' $(PACKAGES) 2>/dev/null || true)
	missing=
	for package in $(PACKAGES); do
	  grep -qx "installed $$package" <<<"$$present" || missing+=" $$package"
	done
	[ -n "$$missing" ] || exit 0
	root=
	if [ "$$(id -u)" != 0 ]; then
	  root=sudo; [ -t 0 ] || root='sudo -n'
	fi
	if ! command -v apt-get >/dev/null || { [ -n "$$root" ] && ! command -v sudo >/dev/null; }; then
	  echo "setup: install as root: apt-get install --no-install-recommends$$missing" >&2; exit 1
	fi
	echo "setup: installing$$missing"
	export DEBIAN_FRONTEND=noninteractive
	if ! { $$root apt-get -qq update && $$root apt-get -qq install -y --no-install-recommends $$missing; } >/dev/null; then
	  echo "setup: apt-get failed; install as root: apt-get install --no-install-recommends$$missing" >&2; exit 1
	fi

run: setup build ## Render the everyday sample to out/feed.png.
	@mkdir -p out
	$(GALLEY) render "$(FEED)" --assets Samples/Assets -o out/feed.png
	echo "The picture is $(CURDIR)/out/feed.png"

build: ## Build the library and the command, optimized.
	@swift build -c release --product galley $(SWIFTFLAGS)

test: setup build ## Run all tests, and those of the sample packages.
	@$(TEST)
	$(MAKE) --no-print-directory test-samples

# In the folder of the tests' build, Galley's targets have the same flags and are not compiled again.
test-samples: setup ## Test the sample packages, except for Samples/Server.
	@for manifest in Samples/*/Package.swift; do
	  sample=$$(dirname "$$manifest")
	  [ "$$sample" != Samples/Server ] || continue
	  # The same versions of dependencies, which would else be fetched and compiled.
	  [ ! -e Package.resolved ] || cp Package.resolved "$$sample"
	  # Touched, since else a source file that Galley has since got would not be seen.
	  touch "$$manifest"
	  swift test --package-path "$$sample" --scratch-path .build
	done

lint: ## Check format, imports, banned calls, file sizes, stray paths, prose and tables.
	@failed=0
	swift format lint --strict -r Package.swift Sources Tests $(wildcard Samples) Fuzz || failed=1
	# Prints the findings of a command, and fails if there are any.
	refuse() { local why=$$1; shift; if "$$@" >&2; then echo "lint: $$why" >&2; failed=1; fi; }
	swift_files() { find Package.swift Sources Tests $(wildcard Samples) Fuzz -name '*.swift' -not -path '*/.build*'; }
	banned() { swift_files | grep -v '^Tests/.*Oracle' | xargs grep -nE 'pango_cairo_font_map_|cairo_show_glyphs'; }
	imports() { swift_files | grep -vE '^(Sources/(Files|Handles|Images|Compression|Documents|LibraryVersions|Peers|Fetching)/|Tests/(Support|Oracle)/)' | xargs grep -nE '^ *(@[a-z_]+ )*([a-z]+ )?import C[A-Z]'; }
	long() { swift_files | xargs wc -l | awk '$$2 != "total" && $$1 > 400 { print; found = 1 } END { exit !found }'; }
	unlimited() { grep -rlE '@(Test|Suite)' Tests --include='*.swift' | xargs awk '/@Suite/ { suites[FILENAME]++ } /timeLimit/ { limits[FILENAME]++ } { files[FILENAME] } END { for (file in files) if (!suites[file] || suites[file] > limits[file]) { print file; found = 1 }; exit !found }'; }
	paths() { grep -rnIE '/(home|root|tmp|Users|work)/[A-Za-z]' --exclude-dir='.build*' --exclude-dir=.git --exclude-dir=out . ; }
	refuse 'fonts do not go through Cairo, nor does text (decision D1)' banned
	# A process that does not fetch has no code that opens a connection.
	fetching() { swift_files | grep -vE '^(Sources/(Fetching|Command)/|Tests/Fetching/)' | xargs grep -nE 'import (GalleyFetching|CCurl)'; }
	refuse 'C is imported by Sources/Files, Handles, Images, Compression, Documents, LibraryVersions, Peers and Fetching only' imports
	refuse 'Sources/Fetching is imported by the command only' fetching
	# A search by characters takes quadratic time in a row of flags, and passes a sign with a mark on it.
	searches() { swift_files | grep '^Sources' | xargs grep -nE 'firstRange\(of: "[^"]*"\)|\.replacing\("'; }
	refuse 'texts are searched by bytes (Sources/Primitives/ByteText.swift)' searches
	refuse 'a file has at most 400 lines' long
	refuse 'each suite of tests has a time limit' unlimited
	refuse 'no absolute path of one machine' paths
	python3 Tests/Prose/check_prose.py || failed=1
	python3 Tests/Lint/check_tables.py || failed=1
	exit $$failed

format: ## Rewrite the sources as the formatter has them.
	@swift format -i -r Package.swift Sources Tests $(wildcard Samples) Fuzz

check: lint build test ## Lint, build and test: before each commit.

goldens: setup ## Record the golden pictures anew; look at them before committing.
	@mkdir -p Tests/Galley/Goldens
	{
	  for library in pango cairo harfbuzz freetype2 pixman-1 fontconfig libdeflate spng; do
	    echo "$$library $$(pkg-config --modversion $$library)"
	  done
	  dpkg-query -W -f '$${Package} $${Version}\n' $(FONTS)
	} >Tests/Galley/Goldens/GENERATED_BY
	GALLEY_RECORD=1 $(TEST) --filter "Golden|LayoutPicture|DirectionPicture"
	git status --short Tests Sources/Galley/Galley.docc/Resources

samples: setup build test-samples ## Test the sample packages, render the sample feeds, draw the contact sheets.
	@mkdir -p out/samples
	for feed in Samples/Feeds/*; do
	  [ -f "$$feed" ] || continue
	  case "$$feed" in *.schema.json) continue;; esac
	  name=$$(basename "$${feed%.*}")
	  for theme in light dark; do
	    # Some items of the hostile feed are bad, as they are meant to be: that is status 1.
	    $(GALLEY) render "$$feed" --assets Samples/Assets --theme $$theme --quiet \
	      -o "out/samples/$$name-$$theme.png" || [ $$? = 1 ]
	  done
	done
	python3 Samples/contact_sheet.py $(GALLEY)
	echo "The pictures are in $(CURDIR)/out/samples"

server: setup ## Build and test Samples/Server, an endpoint with Hummingbird, which takes some minutes.
	@touch Samples/Server/Package.swift
	swift test --package-path Samples/Server

pictures: build ## Draw the pictures of README again, into Samples/Pictures or PICTURES=DIR.
	@folder="$(or $(PICTURES),Samples/Pictures)"
	draw() { $(GALLEY) render "Samples/Feeds/$$1.jsonl" --quiet --assets Samples/Assets "$${@:3}" -o "$$folder/$$2.png"; }
	draw everyday social --rows 1 --template social --scale 1
	draw right-to-left card --rows 1 --width 300
	draw everyday quote --rows 9...9 --template quote --theme dark --width 300

snippets: build ## Run the commands and compile the Swift of README and the manual; compare README's pictures.
	@python3 Tests/Prose/run_snippets.py $(GALLEY) .build/debug/Modules
	folder=$$(mktemp -d)
	trap 'rm -rf "$$folder"' EXIT
	$(MAKE) --no-print-directory pictures PICTURES="$$folder"
	$(GALLEY) compare Samples/Pictures "$$folder" --tolerance 8

fuzz: setup ## Fuzz each target, or TARGET=…, for TIME=60 seconds, JOBS at a time; findings go to out/fuzz.
	@GALLEY_FUZZ=1 swift build -c release --product galley-fuzz --scratch-path .build-fuzz \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
	python3 Fuzz/fuzz.py --seconds $(or $(TIME),60) $(if $(JOBS),--jobs $(JOBS)) $(if $(BUDGET),--budget $(BUDGET)) $(TARGET)

mutants: setup ## Break COUNT=60 operators, one at a time, and list those that no test finds.
	@python3 Tests/Mutation/mutate.py --count $(or $(COUNT),60) --seed $(or $(SEED),1)

coverage: setup ## Run all tests, and print the share of lines that they and the command run.
	@swift build $(SWIFTFLAGS) --build-tests --enable-code-coverage --scratch-path .build-coverage
	rm -rf .build-coverage/debug/codecov
	# Tests run the command of this build, whose processes write into the same folder.
	$(subst $(CURDIR)/$(GALLEY),$(CURDIR)/.build-coverage/debug/galley,$(TEST)) --skip-build --enable-code-coverage --scratch-path .build-coverage || true
	python3 Tests/Coverage/coverage.py .build-coverage/debug

race: setup build ## Run all tests under the thread sanitizer, optimized.
	# The sanitizer does not see GLib hand a slice from one thread to another, but malloc.
	@G_SLICE=always-malloc $(TEST) -c release -Xswiftc -enable-testing --sanitize=thread --scratch-path .build-tsan

leaks: setup build ## Run all tests under the address and leak sanitizers.
	# GLib's own memory of slices would hide what is in it, and is one block for each thread. A thread whose number was that of a
	# thread of GLib before is not known to the sanitizer, which takes its block for lost: numbers must not be used twice.
	@numbers=$$(cat /proc/sys/kernel/pid_max)
	if [ "$$numbers" -lt 4194304 ]; then
	  if { echo 4194304 > /proc/sys/kernel/pid_max; } 2>/dev/null; then
	    trap 'echo $$numbers > /proc/sys/kernel/pid_max' EXIT
	  else
	    echo 'leaks: kernel.pid_max is small; blocks of 2,032 bytes of threads may be reported as lost' >&2
	  fi
	fi
	@G_SLICE=always-malloc ASAN_OPTIONS=detect_leaks=1:quarantine_size_mb=16 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/lsan.supp:print_suppressions=0 \
	  $(TEST) --disable-xctest --sanitize=address --scratch-path .build-asan

memcheck: setup build ## Render the hostile feed, and read random Markdown, under Valgrind, which reports wrong reads and writes of memory.
	@mkdir -p out
	# Some items are bad, as they are meant to be: that is status 1.
	# Valgrind 3.19 does not read the debugging data of Swift 6.
	strip -o out/galley-memcheck $(GALLEY)
	valgrind -q --undef-value-errors=no --error-exitcode=9 out/galley-memcheck render Samples/Feeds/hostile.jsonl --assets Samples/Assets --quiet \
	  --jobs 2 -o out/memcheck.png 2>out/memcheck.log || [ $$? = 1 ] || { cat out/memcheck.log >&2; exit 1; }
	python3 Tests/Memcheck/random_markdown.py $(MARKDOWN) $(or $(SEED),1) > out/memcheck.json
	valgrind -q --undef-value-errors=no --error-exitcode=9 out/galley-memcheck convert out/memcheck.json --quiet -o out/memcheck.jsonl

soak: setup build ## Run the random tests at full length, optimized.
	@mkdir -p out
	GALLEY_SOAK=1 $(TEST) -c release -Xswiftc -enable-testing --scratch-path .build-soak \
	  --filter 'RandomChangeTests|ReplayFramesTests|LiveFuzzTests|RowIndexTests|DifferenceTests|StormTests|PictureQueueModelTests|PictureCapTests|OracleTests|OracleFontTests|UnicodeTests|DeterminismTests|BidiLevelTests|ShapedSizeTests|RelayoutTests|PlainItemizerTests|InterruptionTests|LiveScheduleTests|CallFaultTests|VanishingFileTests|ResumeTests|SolverSequenceTests|FeedMutationTests|RecordingTests|DisturbedRunTests|OpenedFilesTests' | tee out/soak.log
	grep -E '^[0-9,]+ change sets$$' out/soak.log

invariants: setup ## Run the tests of hand-written storage with a check of its invariants after each step.
	@GALLEY_INVARIANTS=1 $(TEST) --scratch-path .build-invariants \
	  --filter 'BoundedCacheTests|PieceCacheTests|GlyphTests|HostileNumberTests|TableRowsTests|ScrolledTableTests|RandomChangeTests|RowIndexTests|DifferenceTests|FrameLedgerTests|FrameSimulationTests|LiveTableTests|LiveFuzzTests|LiveScheduleTests|FeedViewEditTests|StormTests|PlainItemizerTests|ShapedSizeTests'

libraries: ## List the libraries that read strangers' bytes, and their mended faults.
	@python3 Packaging/library_state.py

processors: setup build ## Compare the bytes that emulated processors write with those of this machine.
	@if ! command -v qemu-x86_64 >/dev/null; then
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends qemu-user >/dev/null
	fi
	python3 Tests/Determinism/processors.py

innertext: setup ## Compare the texts of HTML with those of headless Chromium.
	GALLEY_INNERTEXT=1 $(TEST) --filter InnerTextTests

slurm: setup build ## Render ROWS rows on a Slurm cluster of three nodes on this host, of which one is killed.
	@missing=; for program in munged slurmctld slurmd sbatch; do command -v $$program >/dev/null || missing=1; done
	if [ -n "$$missing" ]; then
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends slurm-wlm munge >/dev/null
	fi
	python3 Samples/Bulk/try_slurm.py $(GALLEY) $(ROWS)

bench: setup build ## Measure against the peers; LONG=1 more rows, README=1 into Benchmarks/README.md.
	@python3 Benchmarks/bench.py $(if $(RUNS),--runs $(RUNS)) \
	  $(if $(LONG),--long) $(if $(README),--readme)

race-cards: build ## Draw the same cards with Galley and the engines that are installed; RUNS=5, README=1 as in bench.
	@python3 Benchmarks/cards.py $(if $(RUNS),--runs $(RUNS)) $(if $(README),--readme)

bench-table: setup build ## Write the table and the plot of async against sync into Benchmarks/README.md.
	@python3 Benchmarks/bench_table.py $(GALLEY)

planted: setup build ## Count the tries in which the gate finds planted faults; CLOCK=virtual for the virtual clock.
	@python3 Benchmarks/planted.py $(GALLEY) $(if $(CLOCK),--clock $(CLOCK))

agreement: setup build ## Compare the dropped frames of the virtual clock with those of the real clock.
	@python3 Benchmarks/agreement.py $(GALLEY)

articles: setup build ## Write the tables of the five articles into the manual.
	@python3 Benchmarks/articles.py $(GALLEY)

instructions: setup build ## Compare instructions a row with those recorded; RECORD=1 records them.
	@python3 Benchmarks/count_instructions.py $(if $(RECORD),--record)

truth: build ## Compare lines and ink with headless Chromium's; RECORD=1 writes the manual's tables.
	@python3 Tests/Truth/truth.py $(if $(RECORD),--record)

docs: setup ## Write the library's documentation to out/docs.
	@rm -rf .build/docs .build/*/symbolgraph && mkdir -p .build/docs out
	# It ends with an error where tests were never built: what counts is whether the graphs are there.
	swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members >.build/docs/log 2>&1 || true
	ls .build/*/symbolgraph/Galley.symbols.json >/dev/null 2>&1 || { cat .build/docs/log >&2; exit 1; }
	find .build/*/symbolgraph -name 'Galley*.symbols.json' -not -name '*Tests*' -not -name '*Oracle*' \
	  -not -name '*Command*' -exec cp {} .build/docs \;
	docc=$$(dirname "$$(readlink -f "$$(command -v swift)")")/docc
	"$$docc" convert $(wildcard Sources/Galley/*.docc) --additional-symbol-graph-dir .build/docs \
	  --warnings-as-errors --fallback-display-name Galley --fallback-bundle-identifier Galley --output-path out/docs
	# The root page of DocC's application has no content of its own.
	echo '<!doctype html><meta charset="utf-8"><title>Galley</title><meta http-equiv="refresh" content="0; url=documentation/galley/">' >out/docs/index.html
	echo "The documentation is in $(CURDIR)/out/docs. This shows it at http://localhost:8000/:"
	echo "  python3 -m http.server --directory '$(CURDIR)/out/docs' 8000"

man: setup build ## Write the manual pages of the command to out/man.
	@rm -rf out/man .build/plugins/GenerateManual/outputs
	swift package --allow-writing-to-package-directory generate-manual --multi-page
	mkdir -p out/man
	for page in .build/plugins/GenerateManual/outputs/GalleyCommand/*.1; do
	  name=$$(basename "$$page" .1)
	  # Other programs' pages have a hyphen between the words; a blank line is no paragraph in a manual page.
	  sed -E -e '/^\.(Xr|Dt) /{s/([a-zA-Z])\.([a-zA-Z])/\1-\2/g}' -e "s/^'/\\\\\&'/" -e 's/^$$/.Pp/' -e '/^\.Os/a .nh' "$$page" >"out/man/$${name//./-}.1"
	done

install: setup man ## Install the command with the Swift runtime inside, its manual pages and completions to PREFIX.
	@swift build -c release $(SWIFTFLAGS) --product galley --static-swift-stdlib --scratch-path .build-install
	galley=.build-install/release/galley
	share="$(DESTDIR)$(PREFIX)/share"
	install -D -s -m 755 "$$galley" "$(DESTDIR)$(PREFIX)/bin/galley"
	install -D -m 644 -t "$$share/man/man1" out/man/*.1
	complete() { install -d "$$share/$$2"; "$$galley" --generate-completion-script "$$1" >"$$share/$$2/$$3"; }
	complete bash bash-completion/completions galley
	complete zsh zsh/site-functions _galley
	complete fish fish/vendor_completions.d galley.fish

deb: ## Build a Debian package with the Swift runtime inside, its manual pages, completions and dependencies, in out/.
	@command -v dpkg-shlibdeps >/dev/null || { echo 'deb: install dpkg-dev first' >&2; exit 1; }
	root=$(CURDIR)/out/deb
	rm -rf "$$root"
	$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR="$$root/galley"
	Packaging/make_deb.sh "$$root" "$(CURDIR)/out"

deb-check: deb ## Install the Debian package on a clean Debian, in a folder, and draw an RSS file there; needs root.
	@if ! command -v debootstrap >/dev/null; then
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends debootstrap >/dev/null
	fi
	package=$$(ls -t out/galley_*.deb | head -1)
	Packaging/check_deb.sh "$$package" out/deb-check

bundle: ## Archive the command with all libraries but the C library, for hosts without them, in out/; needs patchelf.
	@command -v patchelf >/dev/null || { echo 'bundle: install patchelf first' >&2; exit 1; }
	root=$(CURDIR)/out/bundle
	rm -rf "$$root"
	$(MAKE) --no-print-directory install PREFIX="$$root"
	Packaging/make_bundle.sh "$$root" "$(CURDIR)/out"

bundle-check: bundle ## Run the archive of make bundle in a folder with the C library and fonts alone; needs root.
	@Packaging/check_bundle.sh "$$(ls -t out/galley-*.tar.gz | head -1)"

clean: ## Remove what was built.
	@rm -rf .build .build-tsan .build-asan .build-soak .build-fuzz .build-mutation .build-coverage .build-install out
