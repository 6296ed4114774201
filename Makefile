# Guildhall's commands. `make help` lists them.

PYTHON ?= python3
ARGS ?=
FILE ?=
# Always "python -m something": a script's first line cannot hold a long path or one with spaces.
RUN = .venv/bin/python
MANAGE = $(RUN) manage.py
PEERS = .guildhall/peers
LOCK = $(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help serve test test-fast faults bench lint format messages migrations shell lock backup restore hooks clean \
	python run-environment environment browser

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

serve: run-environment ## Start the site with everything it needs; PORT=8001 chooses another port
	@exec $(RUN) -m config.processes.serve

test: environment browser lint ## Run every check and every test; ARGS="tests/players -k name" chooses tests
	$(MANAGE) messages --compile
	$(RUN) -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not long" $(ARGS)

faults: environment ## Kill every part of the site in mid-game, with fifty games at once
	$(MANAGE) messages --compile
	$(RUN) -m pytest -o log_cli=true -o log_cli_level=INFO tests/faults tests/config/processes/test_serve.py $(ARGS)

test-fast: environment ## Run the tests without browser and process faults; ARGS= as above
	$(MANAGE) messages --compile
	$(RUN) -m pytest -n 2 -m "not browser and not faults" $(ARGS)

bench: environment ## Measure ourselves beside other libraries; ARGS=engine chooses a benchmark
	@test $(PEERS)/installed -nt requirements-bench.txt || { rm -rf $(PEERS) && \
		$(RUN) -m pip install --quiet --target $(PEERS) --require-hashes -r requirements-bench.txt && \
		touch $(PEERS)/installed || echo "The other libraries cannot be installed here: only our own figures follow." >&2; }
	PYTHONPATH=$(PEERS) $(RUN) -m tests.benchmarks $(ARGS)

lint: environment ## Check style, types, layers, migrations and translations
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy .
	$(RUN) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) messages --check

format: environment ## Put the code into the shape that lint wants
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

messages: environment ## Collect the texts to translate
	$(MANAGE) messages

migrations: environment ## Write the migrations for changed models
	$(MANAGE) makemigrations

shell: run-environment ## Open a Python shell with the database
	$(MANAGE) shell

lock: environment ## Pin the newest allowed versions of all packages
	$(LOCK) --upgrade requirements.in --output-file requirements.txt
	$(LOCK) --upgrade requirements-dev.in --output-file requirements-dev.txt
	$(LOCK) --upgrade requirements-bench.in --output-file requirements-bench.txt

backup: run-environment ## Write the database to a file; FILE= names it
	@$(RUN) -m config.processes.backup backup "$(FILE)"

restore: run-environment ## Replace the database by what FILE= holds
	@$(RUN) -m config.processes.backup restore "$(FILE)"

hooks: environment ## Have git run lint before each commit
	$(RUN) -m pre_commit install

clean: ## Remove the virtual environment and all caches; the site's data stays
	rm -rf .venv .guildhall/pip-cache .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

python:
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "Guildhall needs Python 3.11 or newer, and there is no $(PYTHON) here: install it, or name one, as in make PYTHON=python3.13 serve" >&2; \
		exit 1; }

run-environment: python
	@"$(PYTHON)" config/bootstrap.py run

environment: python
	@"$(PYTHON)" config/bootstrap.py dev

browser: environment
	@$(RUN) tests/browser/install.py
