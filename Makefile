# Two commands do everything: `make report` and `make test`. Both set up .venv first; only Python 3.11+ with venv is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2
PARALLEL ?= -n $(WORKERS) --dist loadfile
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export MPLBACKEND = Agg

.PHONY: setup report test check artifacts lab bench coverage clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "tsurolab needs Python 3.11 or newer; set PYTHON=..." >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV) (pinned by constraints.txt)"
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $(READY)

report: $(READY)  ## the main job: tables, figures, and a report of each family
	$(BIN)/tsurolab report --workers $(WORKERS)

check: $(READY)  ## style, types, import contracts
	$(BIN)/ruff check tsurolab tests benchmarks
	$(BIN)/ruff format --check tsurolab tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

artifacts: $(READY)  ## regenerate the committed tables and figures
	$(BIN)/tsurolab tables
	$(BIN)/tsurolab figures

test: check  ## everything that must pass; the last line is pytest's
	$(BIN)/tsurolab tables --check
	$(BIN)/tsurolab figures --check
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -m jitless $(PARALLEL) tests
	$(BIN)/python -m pytest -q $(PARALLEL)

lab: $(READY)  ## open the notebooks in JupyterLab
	$(BIN)/jupyter lab notebooks

bench: $(READY)  ## speeds on this machine
	$(BIN)/tsurolab bench

coverage: $(READY)  ## branch coverage, with the compiler off so that kernels count
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q -m jitless tests
	$(BIN)/python -m coverage run --append -m pytest -q
	$(BIN)/python -m coverage report

clean:
	rm -rf $(VENV) build dist *.egg-info reports runs .coverage htmlcov
