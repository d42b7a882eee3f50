"""What both heads share: features, folds by speaker, intervals, and the file format."""
import base64
import hashlib
import json
import pathlib

import numpy as np

FOLDS = 5
# The shipped heads were not fitted on this fold: `npm run bench -- traits` measures on it.
HELD_OUT = 0
EMBEDDING = 512
# Numbers of a row by kind: an embedding at two speeds; means and deviations of the encoder's states of two layers.
WIDTHS = {"embeddings": 2 * EMBEDDING, "states": 2 * 2 * 416}
# What the files of a kind's heads and pictures are called after the trait.
ENDINGS = {"embeddings": "", "states": "-states"}
HEADS = pathlib.Path(__file__).resolve().parents[2] / "packages/inference/weights/heads"
CARD = pathlib.Path(__file__).resolve().parent

# By their pitch and by the sound of every recording, these labels are wrong (female at 105 Hz and the reverse).
WRONG_GENDER = {("speech-en", "2380"), ("speech-en", "2430"), ("speech-en", "3023")}


class Rows:
    """Numbers of the variants, as far as they were made, and who speaks in each row."""

    def __init__(self, folder, variants, kind):
        parts, meta = [], []
        folder = pathlib.Path(folder)
        for name in (each for each in variants if (folder / f"{each}.jsonl").exists()):
            lines = (folder / f"{name}.jsonl").read_text().splitlines()
            rows = np.fromfile(folder / f"{name}.f32", np.float32).reshape(-1, WIDTHS[kind])
            assert len(rows) == len(lines), name
            parts.append(rows)
            meta += [{**json.loads(line), "variant": name} for line in lines]
        self.x = np.concatenate(parts)
        column = lambda key, default=None: np.array([row.get(key, default) for row in meta])
        self.variant, self.corpus, self.language = column("variant"), column("corpus"), column("language")
        self.speaker = np.array([f"{row['corpus']} {row['speaker']}" for row in meta])
        self.wrong = np.array([(row["corpus"], row["speaker"]) in WRONG_GENDER for row in meta])
        self.female = np.array([{"f": 1, "m": 0}.get(row.get("gender"), -1) for row in meta])
        self.age = np.array([row.get("age", -1) for row in meta], float)
        self.speech = column("speech")
        self.fold = np.array([fold_of(speaker) for speaker in self.speaker])

    def __len__(self):
        return len(self.x)


def fold_of(speaker):
    digest = hashlib.sha256(f"locutor-traits:{speaker}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % FOLDS


def interval(speakers, measure, rounds=300, seed=1):
    """95 % interval of a measure of row indices, by a bootstrap over speakers."""
    rng = np.random.default_rng(seed)
    names, inverse = np.unique(speakers, return_inverse=True)
    rows_of = [np.flatnonzero(inverse == n) for n in range(len(names))]
    values = []
    for _ in range(rounds):
        rows = np.concatenate([rows_of[n] for n in rng.integers(0, len(names), len(names))])
        values.append(measure(rows))
    return np.nanpercentile(values, 2.5), np.nanpercentile(values, 97.5)


def layer(weights, bias, bits=16):
    """A layer as `head-file.ts` reads it; weights are outputs × inputs, kept in 8 or 16 bits each."""
    scales = np.maximum(np.abs(weights).max(axis=1), 1e-12) / (2 ** (bits - 1) - 1)
    steps = np.round(weights / scales[:, None]).astype("<i2" if bits == 16 else "i1")
    return {
        "inputs": int(weights.shape[1]),
        "bits": bits,
        "scales": [float(f"{value:.6g}") for value in scales],
        "bias": [float(f"{value:.6g}") for value in bias],
        "weights": base64.b64encode(steps.tobytes()).decode(),
    }


def write_head(name, head):
    HEADS.mkdir(exist_ok=True)
    (HEADS / f"{name}.json").write_text(json.dumps(head, indent=1) + "\n")


def table(rows):
    """Markdown."""
    head, *body = rows
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in body])
