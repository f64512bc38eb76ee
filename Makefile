# make test     installs what is missing, builds and runs every test
# make demo     shows the whole pipeline on the bundled sample library, without a network
# make bench    measures Carrel beside curl, wget2 and aria2: docs/Performance.md
# make carrel   builds the release binary: .build/release/carrel
# make install  installs it to PREFIX (/usr/local)
# make format   formats the sources; make lint checks them

SHELL := /bin/bash
PREFIX ?= /usr/local
PACKAGES := pkg-config libcurl4-openssl-dev libxml2-dev libsqlite3-dev libssl-dev libmicrohttpd-dev \
            libtomlplusplus-dev libsimdjson-dev libmagic-dev zlib1g-dev libbrotli-dev \
            libzstd-dev poppler-utils chafa
BENCH_PACKAGES := nginx curl wget2 aria2 hyperfine python3 time util-linux
# The document that gets the tables; none with BENCH_DOCUMENT=
BENCH_DOCUMENT ?= docs/Performance.md
SOURCES := Package.swift Sources Plugins Tests Config/Profiles.swift
RELEASE := -c release --static-swift-stdlib

.PHONY: all packages carrel test demo bench lint format install clean

all: carrel

packages:
	@scripts/install-packages $(PACKAGES)

carrel: packages
	swift build $(RELEASE) --product carrel

test: packages lint
	swift build --build-tests
# One test at a time: together they open more files than Foundation can start a process beside.
	swift test --skip-build --no-parallel

demo: carrel
	scripts/demo .build/release/carrel

bench: carrel
	@scripts/install-packages $(BENCH_PACKAGES)
	python3 -B scripts/bench .build/release/carrel --output .build/bench.md $(addprefix --document ,$(BENCH_DOCUMENT))

lint:
	swift format lint --strict --recursive $(SOURCES)

format:
	swift format --in-place --recursive $(SOURCES)

install: carrel
	install -D -m 755 .build/release/carrel $(DESTDIR)$(PREFIX)/bin/carrel
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	.build/release/carrel help --man > $(DESTDIR)$(PREFIX)/share/man/man1/carrel.1
	.build/release/carrel completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/carrel

clean:
	swift package clean
