#!/usr/bin/env bash
# A complete training of both networks on a machine with one GPU, many cores, no network and no pip, in one call.
#
#   OUT=DIR bash models/training/gpu.sh
#
# Needs: build/gpu, which `make gpu-carry` fills on a machine with a network; a python3 with torch, numpy, OpenCV,
# Pillow and PyYAML. It changes nothing in this folder: it works in a temporary copy. Into OUT come locator.pt,
# locator.onnx, identifier.pt, identifier.onnx (first those it starts from, then whenever they improve), report.json.
#
#   GPU_SECONDS  seconds from the first line to the end (520; the plan scales with it)
#   DEVICE       number of the GPU, or cpu (0)
#   SIZE         full, or tiny: the same plan with next to nothing in it, for a rehearsal on a CPU (full)
#   PYTHON       which Python (python3)
#
# Afterwards, at home: make export ARGS="--locator DIR/locator.pt --identifier DIR/identifier.pt"
set -euo pipefail
began=$(date +%s)
seconds=${GPU_SECONDS:-520} device=${DEVICE:-0} size=${SIZE:-full} python=${PYTHON:-python3}
out=${OUT:?"OUT must name a folder for the results"}
home=$(cd "$(dirname "$0")/../.." && pwd)
carry=$home/build/gpu
[ -d "$carry/cache/faces" ] || { echo "There is no $carry: run make gpu-carry before, and carry build/gpu." >&2; exit 2; }
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The code, with what was carried where the code looks for it.
mkdir -p "$work/main/datasets/cache/faces" "$work/bin" "$work/site" "$work/fonts" "$work/tmp"
tar -C "$home" --exclude=datasets/cache --exclude=__pycache__ -cf - scorer models datasets | tar -C "$work/main" -xf -
if [ "$size" = tiny ]; then
	for pack in arcade heruka-2color; do ln -s "$carry/cache/faces/$pack" "$work/main/datasets/cache/faces/$pack"; done
else
	rmdir "$work/main/datasets/cache/faces"
	ln -s "$carry/cache/faces" "$carry/cache/packages" "$work/main/datasets/cache"
	ln -s "$carry/shared" "$work/shared"
fi

# Fonts without fontconfig: the one question that datasets.fonts asks it.
printf '#!/bin/sh\nls -d "%s"/*\n' "$work/fonts" > "$work/bin/fc-list"
chmod +x "$work/bin/fc-list"
"$python" -m zipfile -e "$carry/fonts.zip" "$work/fonts"

# Packages: of ultralytics the network and its loss are used, which need neither polars nor pandas nor matplotlib.
for wheel in "$carry"/wheels/*.whl; do "$python" -m zipfile -e "$wheel" "$work/site"; done
cd "$work/main"
export PATH="$work/bin:$PATH" PYTHONPATH="$work/main:$work/site" PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
export YOLO_CONFIG_DIR="$work/yolo" YOLO_AUTOINSTALL=false YOLO_OFFLINE=true TMPDIR="$work/tmp"
export OMP_NUM_THREADS=2 OPENBLAS_NUM_THREADS=1
"$python" -m models.training.gpu_needs "$work/site" "$device"

timeout --signal=TERM --kill-after=5 "$((seconds + 10))" "$python" -m models.training.gpu_run --work "$work" \
	--out "$out" --start "$carry/start" --began "$began" --seconds "$seconds" --device "$device" --size "$size"
