"""
python3 training/emotion/train.py [--features FOLDER]

Makes packages/models/optional/emotion/emotion.bin, the tables in training/emotion/report.md and the plots beside it. The
first run computes the features, for about half an hour; later ones use them again. Needs a build (npm run build), ffmpeg
for MP3, numpy, scipy and matplotlib.
"""
import argparse
import hashlib
import os
import pathlib
import subprocess

import numpy as np

import evaluate
import report
from fit import Head, temperature
from rows import Rows

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / 'packages/models/optional/emotion/emotion.bin'
LAYERS = [3, 5]


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--features', default=str(ROOT / 'bench/out/emotion'))
    given = options.parse_args()
    if not os.path.exists(f'{given.features}/features.tsv'):
        command = ['node', str(HERE / 'features.mjs'), '--out', given.features]
        subprocess.run(command, check=True)
    rows = Rows(given.features, LAYERS)
    by_actor = evaluate.unseen_actors(rows)
    known = rows.acted & ~rows.short
    heat = temperature(by_actor[known], rows.emotion[known])
    head = Head(rows, known, ~rows.acted)
    write_head(head, heat)
    report.write(HERE, rows, by_actor / heat, evaluate.unseen_sentence(rows) / heat, evaluate.unseen_corpora(rows) / heat)
    print(f'temperature {heat}')


def write_head(head, heat):
    """The layout that packages/inference/src/traits/emotion/emotion-head.ts reads."""
    encoder = next(
        line.split("'")[1]
        for line in (ROOT / 'packages/models/src/manifest/moonshine.ts').read_text().split('\n')
        if 'sha256' in line
    )
    content = b'LOCUTOR EMOTION1' + bytes.fromhex(encoder)
    content += np.uint32(len(head.weights)).tobytes()
    content += (head.bias / heat).astype('<f4').tobytes()
    content += np.ascontiguousarray((head.weights / heat).T).astype('<f4').tobytes()
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(content)
    print(f'{TARGET.name}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}')


if __name__ == '__main__':
    main()
