# bristle - one word for each job. `make help` lists them; CMakePresets.json says how each tree is built.

PREFIX       ?= /usr/local
JOBS         ?= $(shell getconf _NPROCESSORS_ONLN)
FUZZ_SECONDS ?= 60
CAMPAIGN     ?= --seconds 3600
MUTANTS      ?=
BRISTLE      := build/tool/bristle

needs  = scripts/install-needs
# without what the tests need, unless the tree has them already
plain  = $(if $(wildcard build/CMakeCache.txt),,-DBRISTLE_TESTS=OFF)

.PHONY: help demo test bench fuzz campaign coverage mutants lint units docs page asan bare linked clang wasm tool install clean
.NOTPARALLEL:

help: ## list what make can do here
	@awk -F':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

demo: ## install what is missing, build, list the laws, reproduce the papers, draw both under out/
	@$(needs) build plot
	@$(MAKE) --no-print-directory tool
	@scripts/demo.sh $(BRISTLE)

test: ## install what is missing, build, and run every test
	@$(needs) build test plot
	cmake --preset release -DBRISTLE_TESTS=ON
	cmake --build --preset release -j $(JOBS)
	ctest --preset release -j $(JOBS)

bench: ## measure how fast the laws are, as ratios within one run
	@$(needs) build
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS)
	@for program in build-bench/bench/bench_*; do test ! -x $$program || $$program || exit 1; done

fuzz: ## feed each fuzz target with random input for FUZZ_SECONDS (60)
	@$(needs) build fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS)
	@scripts/fuzz.sh build-fuzz/fuzz $(FUZZ_SECONDS)

campaign: ## run random models for an hour: no crash, no NaN, integrators agree; CAMPAIGN='--count 5000 --seed 7' for so many
	@$(needs) build test
	cmake --preset release -DBRISTLE_TESTS=ON
	cmake --build --preset release -j $(JOBS) --target campaign
	@mkdir -p out
	build/tests/campaign/campaign --jobs $(JOBS) --seed $$(date +%s)000 $(CAMPAIGN)

coverage: ## fit every law 200 times to its own force with noise: intervals hold the truth in 94 to 96 % of all cases; REPEATS=40 for fewer
	@$(needs) build test
	cmake --preset release -DBRISTLE_TESTS=ON
	cmake --build --preset release -j $(JOBS) --target coverage
	scripts/coverage.sh build $(JOBS) $(REPEATS)

mutants: ## put small faults into the code, one at a time: does a test fail for each? MUTANTS='--count 20' passes options
	@$(needs) build test plot
	@scripts/mutants.py --jobs $(JOBS) $(MUTANTS)

lint: ## check layout (clang-format) and mistakes (clang's warnings, clang-tidy, cppcheck)
	@$(needs) build test lint
	@scripts/lint.sh $(JOBS)

units: ## write the table of units, src/unit/table.c, from UDUNITS
	@$(needs) build test
	cmake --preset release -DBRISTLE_TESTS=ON
	cmake --build --preset release -j $(JOBS) --target write_unit_table
	build/tests/units/write_unit_table > build/table.c
	mv build/table.c src/unit/table.c

docs: ## write the reference pages from the tables
	@$(needs) build docs
	@$(MAKE) --no-print-directory tool
	@scripts/docs.sh $(BRISTLE)

page: ## check the report page: types, and in a headless Chromium
	@$(needs) build plot page
	@$(MAKE) --no-print-directory tool
	@scripts/check-page $(BRISTLE)

wasm: ## compile the library for WebAssembly and run the examples there: the same bits
	@$(needs) build test
	cmake --preset release -DBRISTLE_TESTS=ON
	cmake --build --preset release -j $(JOBS) --target run_model
	@scripts/check-wasm build/tests/wasm/run_model $(JOBS)

asan: ## build with address and undefined sanitizers and run the tests there, but for the longest
	@$(needs) build test plot fuzz
	cmake --preset asan
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan -j $(JOBS)

bare: ## build without optional parts and run the tests that these concern
	@$(needs) build test
	cmake --preset bare
	cmake --build --preset bare -j $(JOBS)
	ctest --preset bare -j $(JOBS)

linked: ## build with the optional parts linked into the library and run the tests that these concern
	@$(needs) build test plot
	cmake --preset linked
	cmake --build --preset linked -j $(JOBS)
	ctest --preset linked -j $(JOBS)

clang: ## build with clang and run every test there
	@$(needs) build test lint plot
	cmake --preset clang
	cmake --build --preset clang -j $(JOBS)
	ctest --preset clang -j $(JOBS)

tool: ## build the library and the tool in build/
	@$(needs) build
	cmake --preset release $(plain)
	cmake --build --preset release -j $(JOBS)

install: tool ## install under PREFIX (/usr/local), below DESTDIR if it is set
	DESTDIR='$(DESTDIR)' cmake --install build --prefix '$(PREFIX)'

clean: ## remove what was built, and out/
	rm -rf build build-debug build-asan build-clang build-bare build-linked build-fuzz build-bench build-mutants build-wasm out
