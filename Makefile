# Everything from a fresh clone, with Python 3.11 to 3.13 and make. `make help` lists the targets.
PYTHON ?= python3
PHOTO ?= sample_images/crystalla/001.jpg
PICTURES ?= out/pictures
PORT ?= 8420

VENV ?= .venv
VENV_TRAIN ?= .venv-train
VENV_RENDER ?= .venv-render
RUN := $(VENV)/bin/python
TRAIN := nice $(VENV_TRAIN)/bin/python
RENDER := nice $(VENV_RENDER)/bin/python

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run serve test lint bench nightly models pawns render-env test-set recordings clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/installed ## Score a photo: make run PHOTO=path
	$(VENV)/bin/tableloupe score "$(PHOTO)" --annotate "$(PICTURES)"

serve: $(VENV)/installed ## Open the web view on this machine (PORT=8420)
	$(VENV)/bin/tableloupe serve --port $(PORT)

test: $(VENV)/installed-dev ## Run the tests
	$(RUN) -m pytest $(PYTEST)

lint: $(VENV)/installed-dev ## Check style, types and arrows
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports

bench: $(VENV)/installed-dev ## Print the speed ratios
	$(RUN) -m tests.bench
	$(RUN) -m tests.bench.explain
	$(RUN) -m tests.bench.crystal_hall
	$(RUN) -m tests.bench.crystalium
	$(RUN) -m tests.bench.krystal

nightly: $(VENV)/installed-dev ## Play 10,000 random games of each game (an hour)
	$(RUN) -m tests.nightly
	$(RUN) -m tests.nightly.crystal_hall
	$(RUN) -m tests.nightly.crystalium
	$(RUN) -m tests.nightly.krystal

# Environments: a stamp file says that what pyproject.toml names is installed.

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
		{ echo "$(PYTHON) is $$($(PYTHON) --version 2>&1); Python 3.11, 3.12 or 3.13 is needed: make PYTHON=python3.11 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(RUN) -m pip install --quiet --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(RUN) -m pip install --quiet --editable '.[dev]'
	@touch $(VENV)/installed $@

$(VENV_TRAIN)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "training needs Python 3.11: make PYTHON=python3.11 models")'
	$(PYTHON) -m venv $(VENV_TRAIN)
	$(VENV_TRAIN)/bin/pip install --quiet --editable '.[train]'
	@touch $@

$(VENV_RENDER)/installed:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "bpy needs Python 3.11: make PYTHON=python3.11 render-env")'
	$(PYTHON) -m venv $(VENV_RENDER)
	$(VENV_RENDER)/bin/pip install --quiet bpy==5.0.1 'numpy>=1.26,<2'
	@touch $@

render-env: $(VENV_RENDER)/installed ## Install Blender's bpy in an environment of its own

# The networks: paint scenes, train, export; then three times more with scenes whose negatives are earlier mistakes.
# Hours on two cores; what is there already is kept.

SHARDS ?= 15
HARD_SHARDS ?= 6
THIRD_SHARDS ?= 9
NEWEST_SHARDS ?= 12
STEPS_LOCATE ?= 4900
STEPS_CARDS ?= 7800
THREADS ?= 2
TRACED ?= 220
TRACE := $(RENDER) -m models.training.render.render --faces out/faces --threads $(THREADS) --samples 1
TODAY := $(shell date +%F)
TRAIN_DATA := $(foreach n,$(shell seq 3 $$((2 + $(SHARDS)))),out/train/$(n)/done)
HARD_DATA := $(foreach n,$(shell seq 21 $$((20 + $(HARD_SHARDS)))),out/train/hard-$(n)/done)
THIRD_DATA := $(foreach n,$(shell seq 31 $$((30 + $(THIRD_SHARDS)))),out/train/third-$(n)/done)
NEWEST_DATA := $(foreach n,$(shell seq 601 $$((600 + $(NEWEST_SHARDS)))),out/train/newest-$(n)/done)
EXPORT := $(TRAIN) -m models.training.export --version $(TODAY)

models: out/calibrated ## Train the networks again (hours)

out/train/hard-%/done: out/first/done
	$(TRAIN) -m models.training.dataset --out $(@D) --scenes 300 --seed $* --split train --mistakes

out/train/%/done: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.dataset --out $(@D) --scenes 400 --seed $* --split train

out/val/u/done: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.dataset --out $(@D) --scenes 200 --seed 9002 --split unseen

out/first/done: $(TRAIN_DATA) out/val/u/done
	mkdir -p $(@D)
	$(TRAIN) -m models.training.train_locate --data out/train --out $(@D)/locate.pt --steps $(STEPS_LOCATE) --threads $(THREADS)
	$(TRAIN) -m models.training.train_cards --data out/train --check out/val --out $(@D)/cards.pt \
		--steps $(STEPS_CARDS) --threads $(THREADS)
	$(EXPORT) --locate $(@D)/locate.pt --cards $(@D)/cards.pt
	@touch $@

out/second/done: $(HARD_DATA)
	mkdir -p $(@D)
	$(TRAIN) -m models.training.train_locate --data out/train --out $(@D)/locate.pt --resume out/first/locate.pt \
		--steps 2000 --rate 8e-4 --threads $(THREADS)
	$(TRAIN) -m models.training.train_cards --data out/train --check out/val --out $(@D)/cards.pt \
		--resume out/first/cards.pt --steps 5000 --rate 6e-4 --threads $(THREADS)
	$(EXPORT) --locate $(@D)/locate.pt --cards $(@D)/cards.pt
	@touch $@

# Third round: more scenes, with medleys of techniques and look-alikes, for the card and display networks.
out/train/third-%/done: out/second/done
	$(TRAIN) -m models.training.dataset --out $(@D) --scenes 300 --seed $* --split train --mistakes

out/third/done: $(THIRD_DATA)
	mkdir -p $(@D)
	$(TRAIN) -m models.training.train_cards --data out/train --check out/val --out $(@D)/cards.pt \
		--resume out/second/cards.pt --steps 18000 --rate 1.5e-3 --threads $(THREADS)
	$(EXPORT) --cards $(@D)/cards.pt
	@touch $@

# Fourth round: the newest families; half of all decks printed otherwise while it trains.
out/train/newest-%/done: out/third/done
	$(TRAIN) -m models.training.dataset --out $(@D) --scenes 300 --seed $* --split newest --mistakes

out/fourth/done: $(NEWEST_DATA)
	mkdir -p $(@D)
	$(TRAIN) -m models.training.train_cards --data out/train --check out/val --out $(@D)/cards.pt \
		--resume out/third/cards.pt --steps 8000 --rate 7e-4 --threads $(THREADS)
	$(TRAIN) -m models.training.train_kin --data out/train --cards $(@D)/cards.pt --out $(@D)/kin.pt
	$(EXPORT) --cards $(@D)/cards.pt --kin $(@D)/kin.pt
	@touch $@

# Confidence is calibrated on art families and tables that neither training nor any test sees.
out/val_composite/done: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.composite --art validation --count 150 --seed 77 --out $(@D)
	@touch $@

out/val_more/done: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.composite --art validation --count 200 --seed 79 --out $(@D)
	@touch $@

out/val_reference/done: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.composite --art reference --photos train --count 150 --seed 78 --out $(@D)
	@touch $@

out/val_traced/done: out/faces/tableau.png | $(VENV_RENDER)/installed $(VENV)/installed
	$(TRACE) --out out/val_traced_raw --count $(TRACED) --seed 2098
	$(RUN) -m models.training.render.post out/val_traced_raw out/val_traced
	@touch $@

out/val_19500/done: out/faces/tableau.png | $(VENV_RENDER)/installed $(VENV)/installed
	$(TRACE) --out out/val_19500_raw --count $(TRACED) --seed 19500
	$(RUN) -m models.training.render.post out/val_19500_raw out/val_19500
	@touch $@

FAMILIES := out/val_composite out/val_more
DECK := out/val_reference out/val_traced out/val_19500
out/calibrated: out/fourth/done $(FAMILIES:=/done) $(DECK:=/done)
	$(TRAIN) -m models.training.calibrate --families $(FAMILIES) --deck $(DECK)
	$(TRAIN) -m models.training.calibrate_teaching out/val_composite
	@touch $@

# The pawn network: crops of piles and open pieces on invented tables; thresholds by validation art and composed tables.

PAWN_SHARDS ?= 17
STEPS_PAWNS ?= 10000
PAWN_DATA := $(foreach n,$(shell seq 1 $(PAWN_SHARDS)),out/pawns/train-$(n).npz)

pawns: out/pawns/calibrated ## Train the pawn network again (an hour)

out/pawns/train-%.npz: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.pawns.dataset --out $(basename $@) --scenes 48 --seed 10$* --split train

out/pawns/check-1.npz: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.pawns.dataset --out $(basename $@) --scenes 16 --seed 9001 --split validation

out/live/check/done: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.live --count 40 --seed 11 --out $(@D)
	@touch $@

out/pawns/calibrated: $(PAWN_DATA) out/pawns/check-1.npz out/live/check/done
	$(TRAIN) -m models.training.pawns.train --data out/pawns --out $(@D)/net.pt --steps $(STEPS_PAWNS) --threads $(THREADS)
	$(TRAIN) -m models.training.pawns.export --weights $(@D)/net.pt --version $(TODAY)
	$(TRAIN) -m models.training.pawns.calibrate --crops out/pawns/check-1.npz --tables out/live/check --version $(TODAY)
	@touch $@

out/test/tables/done: | $(VENV)/installed
	nice $(RUN) -m models.training.live --count 200 --seed 21 --photos eval --out $(@D)
	@touch $@

# The test set: path-traced scenes, and our deck and invented ones laid into the evaluation photographs.

COMPOSITES ?= 1000

test-set: out/test/path_traced/done out/test/traced_families/done out/test/composite_reference/done out/test/composite_families/done out/test/negatives/done out/test/photographs/done out/test/tables/done ## Make the large test set in out/test (hours)

out/faces/tableau.png: | $(VENV)/installed
	$(VENV)/bin/tableloupe print crystalla --faces out/faces

out/test/path_traced/done: out/faces/tableau.png | $(VENV_RENDER)/installed $(VENV)/installed
	$(TRACE) --out out/test/path_traced_raw --count $(TRACED) --seed 9100
	$(RUN) -m models.training.render.post out/test/path_traced_raw out/test/path_traced
	@touch $@

out/copies/done: | $(VENV_TRAIN)/installed
	$(TRAIN) -m models.training.art.faces --split test --seed 41 --out $(@D)
	@touch $@

# Ten scenes of one copy of each test family; two families of them lie in sample_images/families.
out/test/traced_families/done: out/copies/done $(VENV_RENDER)/installed $(VENV)/installed
	@seed=71000; for copy in out/copies/*/; do art=$$(basename $$copy); \
		$(RENDER) -m models.training.render.render --faces $$copy --art $$art --threads $(THREADS) --samples 1 \
			--out $(@D)_raw/$$art --count 10 --seed $$seed && \
		$(RUN) -m models.training.render.post $(@D)_raw/$$art $(@D)/$$art || exit 1; \
		seed=$$((seed + 100)); done
	@touch $@

out/test/composite_reference/done: | $(VENV)/installed
	nice $(RUN) -m models.training.composite --art reference --count $(COMPOSITES) --seed 101 --out $(@D)
	@touch $@

out/test/composite_families/done: | $(VENV)/installed
	nice $(RUN) -m models.training.composite --art test --count 400 --seed 4242 --out $(@D)
	@touch $@

out/test/negatives/done: | $(VENV)/installed
	nice $(RUN) -m models.training.composite --negatives --count 120 --seed 991 --out $(@D)
	@touch $@

out/test/photographs/done: | $(VENV)/installed
	nice $(RUN) -m models.training.composite --photographs --out $(@D)
	@touch $@

recordings: | $(VENV_RENDER)/installed $(VENV)/installed ## Rebuild sample_images/recordings (half an hour; what is traced stays in out/)
	nice $(RUN) -m models.training.live.recordings --blender $(VENV_RENDER)/bin/python

clean: ## Remove the environments and what was built; keeps out/
	rm -rf $(VENV) $(VENV_TRAIN) $(VENV_RENDER) build *.egg-info
