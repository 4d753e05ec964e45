# Two commands matter: `make run` (sets everything up, reads and scores the bundled hand) and
# `make test` (sets everything up, runs all that CI runs). `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
TRAIN := .venv-train
BIN := $(VENV)/bin
SYSTEM_PACKAGES := libgl1 libglib2.0-0 libgl1-mesa-dri libegl1 libgles2 libmtdev1 xvfb xauth imagemagick xdotool
TRAIN_PACKAGES := librsvg2-bin fontconfig fonts-dejavu-core fonts-liberation fonts-freefont-ttf fonts-urw-base35 \
	fonts-lato fonts-roboto fonts-open-sans fonts-cantarell fonts-crosextra-carlito fonts-crosextra-caladea \
	fonts-linuxlibertine fonts-ebgaramond fonts-comfortaa
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.DEFAULT_GOAL := help
.PHONY: help setup run test test-windows test-rest lint fast android-stage android-tools test-phone system-packages train-setup train-packages art demo-hand sounds crops mined scene-set \
	train export gpu-carry gpu-rehearsal train-identifier train-locator train-smoke calibrate evaluate bench bench-replay \
	model-card clean coverage mutation phone-setup bench-sense screenshots readme-screens bench-screen bench-camera bench-log bench-muck log-proof monkey watch-proof watch-proof-phone watch-bench

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## ?/\1\t/' | expand -t 20

setup: $(VENV)/.installed ## makes .venv and installs the program with its test tools (no torch)

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make run PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

run: setup ## sets up, reads and scores the bundled hand, opens the window where there is a screen
	$(BIN)/don demo

test: setup lint android-tools ## sets up and runs everything CI runs: all tests, coverage of scorer, the mutants of one module
	$(MAKE) -j2 --output-sync=target test-windows test-rest
	$(BIN)/coverage report -m --skip-covered --fail-under=100
	$(MAKE) mutation MUTATE='"scorer.trick*"'
	$(MAKE) test-phone

test-windows: setup ## every test in a real window
	$(BIN)/python -m pytest -q -p no:cacheprovider -m window

test-rest: setup ## every other test, with the coverage of scorer
	$(BIN)/coverage run --branch --source=scorer -m pytest -q -m "not window"

fast: setup ## the fast tests only
	$(BIN)/python -m pytest

lint: setup ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

system-packages: ## what Debian must have for windows and OpenCV (needs root or sudo)
	$(SUDO) apt-get update -qq
	DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq $(SYSTEM_PACKAGES)

train-packages: ## what Debian must have to render card art
	$(SUDO) apt-get update -qq
	DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq $(TRAIN_PACKAGES)

train-setup: $(TRAIN)/.installed ## makes .venv-train: torch and ultralytics on the CPU, for training only

$(TRAIN)/.installed: constraints-train.txt
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-train.txt \
		torch torchvision ultralytics opencv-python numpy pillow tqdm platformdirs onnx onnxruntime onnxslim pytest
	@touch $@

art: setup ## fetches and renders the packaged card art into datasets/cache (never committed)
	$(BIN)/python -m datasets.art

demo-hand: setup ## draws the bundled hand again
	$(BIN)/python -m datasets.make_demo

sounds: setup ## makes the sounds of the app again
	$(BIN)/python -m datasets.make_sounds

crops: train-setup ## the identifier's training pictures (resumes)
	$(TRAIN)/bin/python -m models.training.crop_shards

scene-set: train-setup ## the locator's training pictures (resumes)
	$(TRAIN)/bin/python -m models.training.scene_set

mined: train-setup ## more pictures for the identifier: what the present locator cuts out of new scenes (ARGS="--seed 1")
	$(TRAIN)/bin/python -m models.training.mined_shards $(ARGS)

train: train-setup ## draws what is missing and trains both networks; goes on where it was (ARGS="--minutes 120 --device 0", --quick)
	$(TRAIN)/bin/python -m models.training.train $(ARGS)

export: train-setup ## both networks as ONNX into models/weights: checked against torch, calibrated, sealed (ARGS="--to DIR")
	$(TRAIN)/bin/python -m models.training.export $(ARGS)

train-identifier: train-setup ## only the identifier, on runs/crops (MINUTES=60; ARGS=--resume to go on)
	$(TRAIN)/bin/python -m models.training.train_identifier --minutes $(or $(MINUTES),60) $(ARGS)

train-locator: train-setup ## only the locator, on runs/scenes (MINUTES=30; ARGS=--resume to go on)
	$(TRAIN)/bin/python -m models.training.train_locator --minutes $(or $(MINUTES),30) $(ARGS)

gpu-carry: train-setup ## packs what models/training/gpu.sh needs on a machine without a network into build/gpu
	$(TRAIN)/bin/python -m models.training.gpu_carry $(ARGS)

REHEARSAL := $(abspath build/rehearsal)
gpu-rehearsal: gpu-carry ## the whole of gpu.sh at a tiny size on the CPU, with torch but without ultralytics or polars
	rm -rf $(REHEARSAL) && $(PYTHON) -m venv --without-pip $(REHEARSAL)/venv
	cd $(REHEARSAL)/venv/lib/python3.*/site-packages && for package in torch torchgen functorch numpy cv2 PIL yaml \
		typing_extensions.py sympy mpmath networkx jinja2 markupsafe filelock fsspec; do \
		ln -sf $(abspath $(TRAIN))/lib/python3.*/site-packages/$$package* .; done; \
		ln -sf $(abspath $(TRAIN))/lib/python3.*/site-packages/*.libs .; rm -f torchvision*
	GPU_SECONDS=$(or $(GPU_SECONDS),90) DEVICE=cpu SIZE=tiny OUT=$(REHEARSAL)/out PYTHON=$(REHEARSAL)/venv/bin/python \
		bash models/training/gpu.sh

calibrate: setup ## fits models/weights/calibration.json on photographs marked tune, seals the weights
	$(BIN)/python -m models.training.calibrate

train-smoke: train-setup ## a tiny real training of both networks: killed, gone on with, exported and checked
	$(TRAIN)/bin/python -m pytest tests/training -m "slow or not slow"

evaluate: setup ## the reader on real photographs per source, on drawn scenes apart (ARGS="--before DIR --causes")
	$(BIN)/don evaluate --risk --synthetic 100 $(ARGS)

model-card: setup ## writes the measured tables into MODEL_CARD.md and risk_coverage.svg
	$(BIN)/python -m models.evaluation.model_card

phone-setup: .venv-phone/.installed ## makes .venv-phone: NumPy and OpenCV as python-for-android carries them

.venv-phone/.installed: mobile/android/tools.txt
	$(PYTHON) -m venv .venv-phone
	.venv-phone/bin/python -m pip install --quiet --disable-pip-version-check numpy==2.3.0 pillow platformdirs \
		tqdm tomlkit pytest hypothesis
	.venv-phone/bin/python -m pip install --quiet --disable-pip-version-check --no-deps opencv-python-headless==4.12.0.88
	@touch $@

android-stage: setup ## makes the tree that ships to the phone in build/android (docs/android.md)
	$(BIN)/python -m mobile.android.stage

ANDROID_TOOLS := build/android-tools
android-tools: $(ANDROID_TOOLS)/.installed ## buildozer and python-for-android, to check that tree against; no SDK, no NDK

$(ANDROID_TOOLS)/.installed: mobile/android/tools.txt | setup
	rm -rf $(ANDROID_TOOLS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(ANDROID_TOOLS) -r mobile/android/tools.txt
	@touch $@

PHONE_TESTS := tests/models tests/scorer/test_*log*.py tests/mobile/test_*session*.py tests/mobile/test_match_book.py \
	tests/mobile/test_watched_tricks.py tests/mobile/test_correcting.py tests/mobile/test_kept_pictures.py
test-phone: phone-setup ## the reading, log and session tests with the phone's NumPy and OpenCV
	.venv-phone/bin/python -m pytest -q -p no:cacheprovider -m "not slow and not window" $(PHONE_TESTS)

bench: setup train-setup phone-setup ## time a picture against yolo11n in torch; whole commands from a cold start
	$(BIN)/python -m benchmarks.read_speed $(ARGS)
	$(BIN)/python -m benchmarks.cold_start

bench-muck: setup ## piles read from pictures: drawn ones and the fans and spreads of the photographs; cards in the wrong pile
	$(BIN)/python -m benchmarks.muck_pictures $(ARGS)

bench-sense: setup ## what the sense of the game is worth on drawn hands
	$(BIN)/python -m benchmarks.trick_sense $(ARGS)

screenshots: setup ## every page at three sizes, dark and light, into build/screenshots with an index page (ARGS="--only tour")
	PYTHONPATH=. $(BIN)/python tests/mobile/gallery.py $(ARGS)

readme-screens: setup ## the four pictures of the README, into docs/screens
	PYTHONPATH=. $(BIN)/python tests/mobile/gallery.py --only README --size 360x740 --look dark \
		--out build/readme-screens --small docs/screens

bench-screen: setup ## start to usable board; ms per frame of the table at rest and while pegs walk; beside a bare window
	$(BIN)/python -m benchmarks.screen_speed $(ARGS)

bench-camera: setup ## the camera page: frame to cards, frames of the screen while reading, memory (ARGS="--hours 1")
	$(if $(DISPLAY),,xvfb-run -a -s "-screen 0 2000x1500x24") $(BIN)/python -m benchmarks.app_camera $(ARGS)

WATCH := -m benchmarks.watch_proof
WATCH_JOBS ?= 2
watch-proof: setup ## the proof of the watcher: 200 drawn hands at 10 frames a second; resumes (ARGS="--seed 8 --out FILE --keep DIR")
	$(BIN)/python $(WATCH) --hands $(or $(HANDS),200) --fps 10 --jobs $(WATCH_JOBS) --out runs/watch/proof.jsonl $(ARGS)

watch-proof-phone: setup phone-setup ## 30 hands of the proof with the phone's OpenCV (HANDS=30 FPS=10)
	.venv-phone/bin/python $(WATCH) --hands $(or $(HANDS),30) --fps $(or $(FPS),10) --jobs $(WATCH_JOBS) \
		--out runs/watch/phone.jsonl $(ARGS)

watch-bench: setup phone-setup ## the watcher at 15 and 30 frames a second, with the phone's OpenCV, on an empty table, for an hour
	-$(BIN)/python $(WATCH) --hands 30 --fps 15 --jobs $(WATCH_JOBS) --out runs/watch/fps15.jsonl
	-$(BIN)/python $(WATCH) --hands 30 --fps 30 --jobs $(WATCH_JOBS) --out runs/watch/fps30.jsonl
	-$(MAKE) watch-proof-phone
	-$(BIN)/python $(WATCH) --empty 600 --jobs $(WATCH_JOBS) --out runs/watch/empty.jsonl
	-$(BIN)/python $(WATCH) --memory 3600 --out runs/watch/memory.jsonl
	$(BIN)/python $(WATCH) --report runs/watch/fps15.jsonl runs/watch/fps30.jsonl runs/watch/phone.jsonl \
		runs/watch/empty.jsonl runs/watch/memory.jsonl

bench-replay: setup ## replays whole Phat matches: plays and events per second
	$(BIN)/python -m benchmarks.replay_speed

bench-log: setup ## the match log at 100, 1,000 and 10,000 matches: append, open, history, statistics, import (ARGS="--matches 1000")
	PYTHONPATH=tests/scorer $(BIN)/python -m benchmarks.log_speed $(ARGS)

log-proof: setup ## the match log loses nothing: killed and without power 1,000 times each, spoilt 2,000 times, played at random
	$(BIN)/python tests/scorer/log_crash.py --trials $(or $(TRIALS),1000)
	$(BIN)/python tests/scorer/log_power.py --trials $(or $(TRIALS),1000)
	$(BIN)/python tests/scorer/log_damage.py --trials $(or $(SPOILT),2000)
	DON_LOG_STATES=20 $(BIN)/python -m pytest tests/scorer/test_log_states.py -q -m "slow or not slow"

monkey: setup ## a hand that does anything to the app, killed and started again: nothing is lost (ARGS="--minutes 10 --seed 1")
	PYTHONPATH=. $(BIN)/python tests/mobile/monkey.py $(ARGS)

coverage: setup ## line and branch coverage of scorer; fails under 100 %
	$(BIN)/coverage run --branch --source=scorer -m pytest tests/scorer -q -m "slow or not slow"
	$(BIN)/coverage report -m --skip-covered --fail-under=100

MUTANTS := $(abspath build/mutation)
mutation: setup ## changes trick, hand, match and record on purpose; names what no test noticed (MUTATE='"scorer.trick*"' for a part)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,mutation]'
	rm -rf $(MUTANTS) && mkdir -p $(MUTANTS)/main
	cp -r scorer tests pyproject.toml README.md LICENSE $(MUTANTS)/main
	cd $(MUTANTS)/main && DON_VECTORS=$(abspath ../shared/rules/vectors.json) $(abspath $(BIN))/mutmut run --max-children 2 $(MUTATE) > ../log 2>&1 || (tail -5 ../log; exit 1)
	cd $(MUTANTS)/main && $(abspath $(BIN))/python -m tests.scorer.check_mutants $(abspath docs/mutation.md) $(abspath $(BIN))/mutmut

clean: ## removes environments and build products, not trainings
	rm -rf $(VENV) $(TRAIN) .venv-phone build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
