# Every target does its own set-up: a virtual environment in $(VENV), made once and renewed when pyproject.toml changes.
PYTHON ?= python3
VENV ?= .venv
BENCH_VENV ?= .venv-bench
BIN := $(VENV)/bin
# neighbours share what their fixtures make: each worker begins with one half, and takes from the other's when it is done
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
OUT ?= out
GENERATED := two_link ddarm stanford puma560 panda

.PHONY: help demo test test-quick test-all prove fuzz lint format update-generated figures house compare sweep bench clean

help:            ## list the targets
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 22

$(VENV)/.installed: pyproject.toml
	@echo "making $(VENV), once: packages are fetched and installed, which may take minutes"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --disable-pip-version-check --editable '.[test]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(VENV)/.installed      ## generate bundled robots, check them, call one
	$(BIN)/symdyn gen panda -o $(OUT)
	$(BIN)/symdyn check $(OUT)/panda
	$(BIN)/python docs/examples/call_kernels.py
	$(BIN)/symdyn show sr400 closure
	$(BIN)/symdyn gen sr400 --only inverse_dynamics,mass_matrix,forward_kinematics -o $(OUT)
	$(BIN)/symdyn check $(OUT)/sr400

test: $(VENV)/.installed      ## run the tests
	$(PYTEST) -m "not slow"

test-quick: $(VENV)/.installed  ## run a subset in under a minute
	$(PYTEST) -m "not slow" -q tests/algebra tests/ir tests/passes tests/model tests/dynamics

test-all: $(VENV)/.installed  ## run the tests and the slow mutation tests
	$(PYTEST)

prove: $(VENV)/.installed     ## prove COUNT random robots, from seed FIRST on, and print the counts
	$(BIN)/python tests/prove_robots.py $(or $(COUNT),1000) $(or $(FIRST),0)

fuzz: $(VENV)/.installed      ## break COUNT inputs at random and say what came of it
	PYTHONPATH=tests $(BIN)/python -m fuzz --count $(or $(COUNT),50000)

compare: $(VENV)/.installed   ## compare with Pinocchio, which is installed for it
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[compare]'
	$(PYTEST) tests/compare

# robots of other people, beside the environment: none of their dependencies, and none of their code runs
ROBOTS ?= $(OUT)/robots
ROBOT_PACKAGES := example-robot-data pybullet rtb-data robosuite dm_control

# mujoco and mujoco-core share a folder, of which pip would leave the second out
FETCH = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target

$(ROBOTS)/.installed:
	@mkdir -p $(ROBOTS)
	@for package in $(ROBOT_PACKAGES) mujoco; do echo "fetching $$package"; \
	  $(FETCH) $(ROBOTS) $$package || echo "left out: $$package"; done
	@version=$$(cd $(ROBOTS) && ls -d mujoco-*.dist-info 2>/dev/null | sed -n 's/^mujoco-\(.*\)\.dist-info$$/==\1/p'); \
	  echo "fetching mujoco-core$$version"; \
	  { $(FETCH) $(ROBOTS)/core mujoco-core$$version && cp -R $(ROBOTS)/core/. $(ROBOTS) && rm -r $(ROBOTS)/core; } || echo "left out: mujoco-core"
	@touch $@

sweep: $(VENV)/.installed $(ROBOTS)/.installed  ## read, prove and compare every robot of public packages
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pin>=3'
	cd tests && PYTHONPATH=$(abspath $(ROBOTS)) $(abspath $(BIN))/python -m sweep $(abspath $(ROBOTS))

# of the peers, whatever the package index has; the run says what is missing
$(BENCH_VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable .
	-$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check casadi
	-$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check 'pin>=3' cmeel-eigen
	-$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check mujoco
	-$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check jax frax
	@touch $@

# the commit whose kernels are timed beside today's; empty: none
AGAINST ?= fcab011

bench: $(BENCH_VENV)/.installed  ## time kernels beside other tools' and an earlier commit's; writes docs/performance.md
	$(BENCH_VENV)/bin/python -W ignore -m bench --work $(OUT)/bench --against '$(AGAINST)'

lint: $(VENV)/.installed-dev  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.installed-dev  ## rewrite the source in the house's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

update-generated: $(VENV)/.installed  ## rewrite generated/ and say what changed
	@for robot in $(GENERATED); do $(BIN)/symdyn gen $$robot -o generated >/dev/null || exit 2; done
	@git status --short generated || true

figures: $(VENV)/.installed   ## simulate every law on its bundled scenario and draw docs/figures
	$(BIN)/python docs/figures/draw.py
	$(BIN)/python docs/figures/optimal_feedback_path.py
	$(BIN)/python docs/figures/ddarm_torques.py
	$(BIN)/python docs/figures/lu_meng_gains.py
	$(BIN)/python docs/figures/safeguards.py
	$(BIN)/python docs/figures/adaptive_safeguards.py

house: $(VENV)/.installed     ## draw the rooms and their imports into docs/house.md
	$(BIN)/python docs/draw_house.py

clean:           ## remove what make made
	rm -rf $(VENV) $(BENCH_VENV) $(OUT) .pytest_cache .mypy_cache .ruff_cache
