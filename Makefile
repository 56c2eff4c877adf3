# Each target does all its own set-up: packages, then the build. There is one spelling of the debug build, because
# other flags would build everything again.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

debug := .build/debug
# Those that run in the virtual machine; from .build/package/made, where make deb leaves them, they start faster.
programs := $(debug)
# The package's. An amd64 machine makes it for arm64, too.
arch := $(shell dpkg --print-architecture)
version := $(shell sed -nE '1s/.*\((.*)\).*/\1/p' debian/changelog)
package := usher_$(version)_$(arch).deb
# Of Debian in the virtual machine: 12 or 13; unless given, that of this machine.
release :=
rounds := 50
actions := 200000
# Unless given, another one each time.
seed :=
kills := 200
seconds := 1800
# Of a package source: who signs it, and its folder.
key :=
out :=

.PHONY: help run test test-integrations test-ansible test-servers test-venue test-vm test-screen test-zones test-package test-console test-release test-arm64 apt-repository simulate mutants screens deb lint bench bench-reading bench-pretix bench-fleet soak soak-kill soak-readers soak-faults packages build

help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: packages ## a sample event at a sample door: every kind of ticket, and each verdict as it is made
	@# Only what it runs; make test then builds the rest, and nothing again.
	swift build --disable-xctest --product usher
	swift build --disable-xctest --product usherd
	@scripts/run-sample $(debug)

# So many tests at once: all at once, as is usual, each waits for a processor longer than it may take.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := $(shell expr 4 \* "$$(nproc)")

test: build ## all tests; fails too when none ran, which swift test calls a success
	swift test --skip-build --disable-xctest 2>&1 | tee .build/test.log
	@grep -Eq 'Test run with [1-9][0-9]* test' .build/test.log || { echo 'make test: no test ran' >&2; exit 1; }

test-vm: build ## tests in a virtual machine with virtual cameras and scanners, real udev and systemd: without=WORD release=13
	@scripts/install-packages vm
	@Tests/VM/run --programs $(programs) $(addprefix --without ,$(without)) $(addprefix --release ,$(release))

test-servers: build ## tests against a real pretix, which it installs and starts
	@scripts/install-packages servers
	@Tests/Servers/run --programs $(debug)

test-integrations: ## tests of what is installed on other programs' servers: integrations
	@scripts/install-packages integrations
	@integrations/server/tests/run
	@integrations/eventschedule/tests/run
	@integrations/grafana/tests/run

test-ansible: deb ## the Ansible role, with the package, on a Debian 12 in a container: root, a few minutes
	@scripts/install-packages ansible
	@integrations/ansible/tests/run $(package)

test-venue: build ## many gates and one ledger: races, capacity, a ledger that is paused and killed; its commands
	VENUE_TICKETS=2000 swift test --skip-build --disable-xctest --filter VenueTests 2>&1 | tee .build/test-venue.log
	@grep -Eq 'Test run with [1-9][0-9]* test' .build/test-venue.log || { echo 'make test-venue: no test ran' >&2; exit 1; }
	@Tests/Venue/run --programs $(debug)

test-zones: build ## every time zone of Debian 13, with tzdata-legacy and without, beside what zdump says
	scripts/fetch-zones trixie .build/zones-trixie
	USHER_ZONEINFO=/usr/share/zoneinfo:$(CURDIR)/.build/zones-trixie/zoneinfo:$(CURDIR)/.build/zones-trixie/zoneinfo-legacy \
	  swift test --skip-build --disable-xctest --filter ZoneOracleTests 2>&1 | tee .build/test-zones.log
	@grep -Eq 'Test run with [1-9][0-9]* test' .build/test-zones.log || { echo 'make test-zones: no test ran' >&2; exit 1; }

test-screen: build ## tests of the page in a real browser, headless
	@scripts/install-packages screen
	@Tests/Screen/run --programs $(debug)

simulate: packages ## random histories of real stations beside a model of the documents: actions=N seed=N without=FAMILY
	@$$(scripts/build-program simulation) actions=$(actions) $(addprefix seed=,$(seed)) $(addprefix without=,$(without))

mutants: packages ## a mistake at a time in a copy of the sources: the simulation or a test must notice each
	@Tests/Mutants/run

screens: ## a picture of everything the page can show, into docs/screens
	@scripts/install-packages screen
	@Tests/Screen/screens
	@Tests/Screen/screens --languages

deb: $(package) ## the Debian package, in this folder; arch=arm64 compiles it for another machine (docs/RASPBERRY.md)

# Made anew only when something that goes into it has changed.
$(package): $(wildcard $(shell git ls-files --cached --others --exclude-standard Package.swift Sources \
    debian docs scripts/build-program scripts/build-program.ld scripts/emulated scripts/in-cross-compiler scripts/man-pages scripts/sbom \
    scripts/swift-sdk systemd udev README.md SECURITY.md)) | packages
	@scripts/install-packages deb $(filter-out $(shell dpkg --print-architecture),$(arch))
	@rm -f usher_*_$(arch).deb
	DESTINATION=. dpkg-architecture --host-arch $(arch) --command 'debian/rules clean binary'
	@debian/rules clean

test-package: deb ## tests of the package: lintian, install, upgrade, remove and purge in the virtual machine: release=13
	@scripts/install-packages vm
	@Tests/Package/run --package $(package) $(addprefix --release ,$(release))

test-console: deb ## the screen of the package on a real console: a guest with a graphics card, 10 to 20 minutes: release=13
	@scripts/install-packages vm
	@Tests/Package/run --package $(package) $(addprefix --release ,$(release)) --console console

test-arm64: ## the arm64 package beside the amd64 one: emulated, and on a Debian 13 that boots on an emulated Cortex-A72
	@scripts/install-packages vm arm64
	@$(MAKE) deb
	@$(MAKE) deb arch=arm64
	@Tests/Arm64/run --package usher_$(version)_arm64.deb --beside usher_$(version)_amd64.deb

test-release: ## tests of a release: its package source, read by apt, its list of parts; seconds, no guest
	@scripts/install-packages release
	@Tests/Release/run

apt-repository: ## a signed package source for any web server, begun or added to: package=FILES key=FINGERPRINT out=FOLDER
	@scripts/install-packages release
	@scripts/apt-repository "$(key)" "$(out)" $(package)

lint: ## format and style of Swift, shell and text
	@scripts/lint

bench: packages ## the figures the project promises, measured on this machine with optimised programs
	@scripts/build-program usherd
	@scripts/build-program usher
	@$$(scripts/build-program benchmarks)

bench-pretix: packages ## a pull from a real pretix beside curl with the same pages
	@Tests/Servers/pull-benchmark $$(scripts/build-program usher)

bench-fleet: packages ## the control room of 200 stations, each a process of its own: its cost, a fault until it is on the page
	@Tests/Servers/fleet-benchmark $$(scripts/build-program usher)

bench-reading: packages ## the QR reader beside zbar and zxing-cpp, on the same frames: what each reads, and its cost
	@scripts/install-packages bench
	@Benchmarks/reading/run $$(scripts/build-program benchmarks)

soak: soak-kill soak-readers soak-faults ## kill -9 while it scans, readers at full speed for 30 minutes, then every fault of test-vm 50 times

soak-kill: build ## kill -9 in the middle of scanning, 200 times
	@scripts/soak-kill $(debug) --rounds $(kills)

soak-readers: build ## recorded frames and keys at full speed for 30 minutes
	@$(debug)/benchmarks soak $(seconds)

soak-faults: build ## in the virtual machine: each fault and power cut 50 times
	@scripts/install-packages vm
	@Tests/VM/run --programs $(programs) --rounds $(rounds) faults:
	@Tests/VM/run --programs $(programs) --rounds $(rounds) power:

build: packages
	swift build --build-tests --disable-xctest

packages:
	@scripts/install-packages
