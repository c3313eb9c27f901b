# Assay. `make` alone lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help
GO ?= go
VENV := .venv

# One way to compile for all that is built, vetted and tested here, so that it is done once.
export CGO_ENABLED := 0
export GOFLAGS := -trimpath $(GOFLAGS)

.PHONY: help setup build demo test test-long bench accuracy peers trust lint

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/ready build ## Python environment from the lock file, and bin/assay

$(VENV)/ready: internal/pytrace/requirements/setup.sh $(wildcard internal/pytrace/requirements/*.txt)
	@bash internal/pytrace/requirements/setup.sh $(VENV)
	@touch $@

build: ## bin/assay
	@mkdir -p bin
	@$(GO) build -o bin/assay ./cmd/assay

demo: setup ## score a real case and say where its report lies
	@mkdir -p out
	@bin/assay verify cases/penguins cases/penguins/hidden/reference --html out/penguins.html

test: setup ## the tests
	@$(GO) vet ./...
	@$(GO) test -vet=off -ldflags=-w ./...

# What computes: its tests hold in builds without assembly, and with fused multiply and add.
NUMERICS := ./oracle/... ./internal/estimate/... ./internal/dd ./internal/tail ./internal/strd ./internal/nls ./internal/smooth ./internal/mixed ./internal/quantreg

# What reads a candidate's files is fuzzed for ten minutes each, other parsers for one.
MODULE := github.com/assaybench/assay
READERS := graph/trace:FuzzRead spec:FuzzParseJSON internal/table:FuzzNumPy internal/picture:FuzzCheck internal/capture:FuzzFigure

test-long: test ## the tests again, with the long suites and shuffled
	@ASSAY_LONG=1 $(GO) test -count=2 -shuffle=on -timeout 60m ./...
	@$(GO) test -tags noasm $(NUMERICS)
	@GOAMD64=v3 $(GO) test $(NUMERICS)
	@for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep ^Fuzz); do \
		time=60s; case " $(READERS) " in *" $${p#$(MODULE)/}:$$f "*) time=10m;; esac; \
		$(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $$time $$p || exit 1; done; done

# What the oracles take beside Python's calls: each in a process of its own, whose peak of memory it tells.
ORACLES := OLS GroupMeans MannWhitney Bootstrap KDE CSV

bench: setup ## the benchmarks behind docs/performance.md
	@for b in $(ORACLES); do $(GO) test -run '^$$' -bench "^Benchmark$$b\$$" -benchtime 3x ./oracle || exit 1; done
	@for b in Figures ManyPoints ManyDots; do $(GO) test -run '^$$' -bench "^Benchmark$$b\$$" -benchtime 3x ./visual || exit 1; done
	@$(GO) test -run '^$$' -bench . -benchtime 3x -benchmem ./graph ./internal/dd ./internal/pytrace ./internal/warm ./claims/closure/stats .
	@$(GO) test -run '^$$' -bench Checklists -benchtime 5x ./claims/checklist/scorer

STRD ?= ../shared/data/nist

accuracy: setup ## docs/accuracy.md: digits on NIST's sets (folder STRD), beside numpy, scipy and statsmodels
	@mkdir -p out
	@$(VENV)/bin/python internal/strd/peers.py $(STRD) >out/peers.json
	@bin/assay oracle certify --strd $(STRD) --markdown --against out/peers.json >out/accuracy.md
	@mv out/accuracy.md docs/accuracy.md

# Two other checkers of figures, in an environment of their own, and what they say of eighty figures.
PEERS := out/peers

$(PEERS)/ready: visual/testdata/peers/requirements.txt
	@rm -rf $(PEERS) && mkdir -p out && $(VENV)/bin/python -m venv $(PEERS)
	@$(PEERS)/bin/pip install --quiet --disable-pip-version-check --only-binary :all: -r $<
	@touch $@

peers: $(VENV)/ready $(PEERS)/ready ## docs/figures.md: forty right and forty wrong figures, beside matplotcheck and plotchecker
	@$(PEERS)/bin/python visual/testdata/peers/ask.py >out/figure-peers.json
	@ASSAY_PEERS=$(CURDIR)/out/figure-peers.json $(GO) test . -count=1 -run TestFortyRightAndFortyWrong

trust: setup ## docs/trust.md: hostile submissions caught, honest ones passed; fails where one is missed
	@$(GO) run ./cmd/trust -page docs/trust.md

lint: ## gofmt, vet, staticcheck
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); exit 1; }
	@$(GO) vet ./...
	@$(GO) tool -modfile=internal/tools.mod staticcheck ./...
