"""Fits a gender head: python3 training/traits/gender.py embeddings|states FEATURES

Writes packages/inference/weights/heads/gender.json or gender-states.json, and prints the tables of the card."""
import sys
from collections import Counter

import numpy as np
from scipy.optimize import minimize

from common import CARD, EMBEDDING, ENDINGS, FOLDS, HELD_OUT, Rows, interval, layer, table, write_head

TRAIN = ["clean-8", "clean-3", "clean-1", "G.711-8", "G.711-3", "G.711-1", "other-3", "other-1"]
TEST = ["clean-8", "clean-3", "clean-2", "clean-1", "G.711-8", "G.711-3", "G.711-1", "other-3", "other-1"]
SHRINKAGE = 0.4
ADULT, CHILD = 17, 12
ANSWER_FROM, CHILD_ABOVE = 0.8, 0.3


def discriminant(x, label, weight):
    """Linear discriminant with a covariance that is shrunk to an even one."""
    means = [np.average(x[label == k], axis=0, weights=weight[label == k]) for k in (0, 1)]
    centred = x - np.where(label[:, None] == 1, means[1], means[0])
    covariance = (centred * weight[:, None]).T @ centred / weight.sum()
    direction = np.linalg.solve(shrunk(covariance, SHRINKAGE), means[1] - means[0])
    return direction, -direction @ (means[0] + means[1]) / 2


def child_discriminant(x, corpus, label):
    """Children are in speech-en only, so they are told from the adults of speech-en, and from others less."""
    home = corpus == "speech-en"
    means = x[label == 1].mean(0), 0.7 * x[(label == 0) & home].mean(0) + 0.3 * x[(label == 0) & ~home].mean(0)
    covariance = np.zeros((x.shape[1],) * 2)
    for part in (label == 1, (label == 0) & home, (label == 0) & ~home):
        for name in sorted(set(corpus[part])):
            cell = x[part & (corpus == name)]
            centred = cell - cell.mean(0)
            covariance += centred.T @ centred / part.sum() / 3
    direction = np.linalg.solve(shrunk(covariance, 0.6), means[0] - means[1])
    return direction, -direction @ (means[0] + means[1]) / 2


def shrunk(covariance, share):
    return (1 - share) * covariance + share * np.eye(len(covariance)) * np.trace(covariance) / len(covariance)


def child_weights(corpus, label):
    """One in eight is a child; adults of speech-en count for more than others."""
    home = corpus == "speech-en"
    weight = np.zeros(len(label))
    for part, share in ((label == 1, 0.125), ((label == 0) & home, 0.55), ((label == 0) & ~home, 0.325)):
        weight[part] = share / part.sum()
    return weight


def weights(corpus, label):
    """A corpus counts by the root of its size, the two classes alike."""
    count = Counter(zip(corpus, label))
    weight = np.array([count[key] ** -0.5 for key in zip(corpus, label)])
    for k in (0, 1):
        weight[label == k] /= weight[label == k].sum()
    return weight


def calibrate(score, label, weight):
    """Slope and intercept of the log-odds."""

    def loss(v):
        z = v[0] * score + v[1]
        return (weight * (np.logaddexp(0, z) - label * z)).sum() / weight.sum()

    return minimize(loss, [1.0, 0.0], method="Nelder-Mead").x


def logistic(z):
    return 1 / (1 + np.exp(-z))


KIND, FOLDER = sys.argv[1:3]
# Of single words the states are not known: nothing shorter than a second was fitted.
LEAST_SPEECH = {"embeddings": 0.5, "states": 0.7}[KIND]
rows = Rows(FOLDER, sorted(set(TRAIN + TEST)), KIND)
TEST = [variant for variant in TEST if (rows.variant == variant).any()]
used = np.isin(rows.variant, TRAIN)
# Of an embedding the slow half. States are brought to one scale, which is then made part of the weights.
taken = rows.x[:, EMBEDDING:] if KIND == "embeddings" else rows.x
fitted = used & (rows.fold != HELD_OUT)
centre, scale = (0, 1) if KIND == "embeddings" else (taken[fitted].mean(0), taken[fitted].std(0) + 1e-6)
slow = ((taken - centre) / scale).astype(np.float64)
known_adult = (rows.age < 0) | (rows.age >= ADULT)
# Corpora without ages are of adults; labels of gender are of no use for children.
adult = (rows.female >= 0) & known_adult & ~rows.wrong
aged = (rows.age >= 0) & ((rows.age <= CHILD) | (rows.age >= ADULT)) | (rows.age < 0)
child = ((rows.age >= 0) & (rows.age <= CHILD)).astype(int)

score = np.zeros((2, len(rows)))
heads = []
for fold in range(FOLDS):
    test = rows.fold == fold
    train = adult & used & ~test
    woman = discriminant(slow[train], rows.female[train], weights(rows.corpus[train], rows.female[train]))
    train = aged & used & ~test
    heads.append([woman, child_discriminant(slow[train], rows.corpus[train], child[train])])
    for n, (a, b) in enumerate(heads[-1]):
        score[n, test] = slow[test] @ a + b

# Calibrations see scores of people that the discriminants were not fitted on, and none of the held-out fold.
tuned = used & (rows.fold != HELD_OUT)
calibration = []
for n, (chosen, label, weigh) in enumerate(((adult, rows.female, weights), (aged, child, child_weights))):
    part = chosen & tuned
    calibration.append(calibrate(score[n, part], label[part], weigh(rows.corpus[part], label[part])))
female, youth = (logistic(c[0] * s + c[1]) for c, s in zip(calibration, score))
unknown = (np.maximum(female, 1 - female) < ANSWER_FROM) | (youth > CHILD_ABOVE) | (rows.speech < LEAST_SPEECH)
right = (female >= 0.5) == (rows.female == 1)


def line(name, chosen):
    def share(part):
        return 100 * right[part & ~unknown].mean()

    index = np.flatnonzero(chosen)
    low, high = interval(rows.speaker[index], lambda k: 100 * right[index[k]][~unknown[index[k]]].mean())
    return [name, chosen.sum(), len(set(rows.speaker[chosen])), f"{100 * right[chosen].mean():.1f}",
            f"{100 * unknown[chosen].mean():.1f}", f"{share(chosen):.1f}", f"{low:.1f}–{high:.1f}"]


HEAD = ["", "recordings", "people", "right, all answered %", "UNKNOWN %", "right of the answered %", "95 % interval"]
print("\nBy length and line, adults of all corpora\n")
print(table([HEAD] + [line(v, adult & (rows.variant == v)) for v in TEST]))
print("\nBy corpus, 3 s\n")
print(table([HEAD] + [line(f"{c}, {v}", adult & (rows.variant == v) & (rows.corpus == c))
                      for c in sorted(set(rows.corpus)) for v in ("clean-3", "G.711-3")]))
print("\nBy language, 3 s as recorded\n")
languages = [k for k, n in Counter(rows.language[adult & (rows.variant == "clean-3")]).most_common() if n >= 25]
few = ~np.isin(rows.language, languages)
at3 = adult & (rows.variant == "clean-3")
print(table([HEAD] + [line(k, at3 & (rows.language == k)) for k in languages] + [line("others", at3 & few)]))
print("\nChildren up to 12 (speech-en), as recorded\n")
kids = (rows.age >= 0) & (rows.age <= CHILD) & (rows.female >= 0)
print(table([HEAD] + [line(v, kids & (rows.variant == v)) for v in ("clean-3", "clean-1")]))

print("\nA corpus that nothing was fitted on, 3 s as recorded\n")
out = []
for corpus in sorted(set(rows.corpus)):
    train, test = adult & used & (rows.corpus != corpus), at3 & (rows.corpus == corpus)
    a, b = discriminant(slow[train], rows.female[train], weights(rows.corpus[train], rows.female[train]))
    z = slow[test] @ a + b
    good, sure = (z >= 0) == (rows.female[test] == 1), np.abs(z) >= np.quantile(np.abs(z), 0.1)
    out.append([corpus, test.sum(), f"{100 * good.mean():.1f}", f"{100 * good[sure].mean():.1f}"])
print(table([["left out", "recordings", "right, all answered %", "right of the surest 90 %"]] + out))

shipped = [(a / scale, b - np.sum(a * centre / scale)) for a, b in heads[HELD_OUT]]
write_head("gender" + ENDINGS[KIND], {
    "head": "gender",
    "note": "Made by training/traits/gender.py; outputs: female against male, child against adult",
    "answerFrom": ANSWER_FROM, "childAbove": CHILD_ABOVE, "leastSpeech": LEAST_SPEECH,
    "calibration": [{"slope": round(float(c[0]), 5), "intercept": round(float(c[1]), 5)} for c in calibration],
    "layers": [layer(np.array([a for a, _ in shipped]), [b for _, b in shipped])],
})

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

figure, axes = plt.subplots(1, 2, figsize=(9, 3.4))
for variant in ("clean-3", "G.711-3", "clean-1", "G.711-1"):
    part = adult & (rows.variant == variant)
    order = np.argsort(-np.maximum(female, 1 - female)[part])
    good = np.cumsum(right[part][order]) / np.arange(1, part.sum() + 1)
    answered = np.arange(1, part.sum() + 1) / part.sum()
    axes[0].plot(100 * (1 - answered), 100 * good, label=variant)
axes[0].set(xlabel="UNKNOWN, % of adults", ylabel="right of the answered, %", xlim=(0, 30), ylim=(94, 100))
axes[0].legend()
part = adult & np.isin(rows.variant, ["clean-3", "G.711-3"])
edges = np.linspace(0, 1, 11)
place = np.digitize(female[part], edges[1:-1])
axes[1].plot([0, 1], [0, 1], color="0.8")
axes[1].plot([female[part][place == k].mean() for k in range(10)],
             [(rows.female[part][place == k] == 1).mean() for k in range(10)], "o-")
axes[1].set(xlabel="probability of female", ylabel="share of women")
figure.tight_layout()
figure.savefig(CARD / f"gender{ENDINGS[KIND]}.png", dpi=90)
