"""How well it does on actors, sentences and corpora that nothing was fitted on."""
import numpy as np

from fit import Head
from rows import EMOTIONS

FOLDS = 10


def balanced(y, guess):
    return float(np.mean([np.mean(guess[y == k] == k) for k in range(len(EMOTIONS)) if (y == k).any()]))


def unseen_actors(rows):
    """Logits of every acted row by a head that knows nothing of its actor."""
    logits = np.zeros((len(rows.x), len(EMOTIONS)))
    actors = np.array(sorted(set(rows.speaker[rows.acted])))
    for fold in range(FOLDS):
        out = rows.acted & np.isin(rows.speaker, actors[fold::FOLDS])
        head = Head(rows, rows.acted & ~out & ~rows.short, ~rows.acted)
        logits[out] = head.logits(rows.x[out])
        print(f'  actors, part {fold + 1} of {FOLDS}', flush=True)
    return logits


def unseen_sentence(rows):
    """The same of actors and a sentence that it does not know, in four parts of actors."""
    logits = np.zeros((len(rows.x), len(EMOTIONS)))
    actors = np.array(sorted(set(rows.speaker[rows.acted])))
    for fold in range(4):
        others = rows.acted & np.isin(rows.speaker, actors[fold::4])
        for sentence in ['kids', 'dogs']:
            out = others & (rows.sentence == sentence)
            known = rows.acted & ~others & ~rows.short & (rows.sentence != sentence)
            logits[out] = Head(rows, known, ~rows.acted).logits(rows.x[out])
    print('  sentences', flush=True)
    return logits


def unseen_corpora(rows):
    """Logits of everyday speech by heads that know nothing of its corpus."""
    logits = np.zeros((len(rows.x), len(EMOTIONS)))
    for name in ['readers-en', 'speech-en', 'alphanumeric-en', 'common-voice']:
        out = np.char.startswith(rows.corpus, name)
        head = Head(rows, rows.acted & ~rows.short, ~rows.acted & ~out)
        logits[out] = head.logits(rows.x[out])
        print(f'  without {name}', flush=True)
    return logits


def actor_interval(rows, chosen, guess, seed=7, times=1000):
    """95 % of balanced recalls when actors are drawn anew."""
    random = np.random.default_rng(seed)
    actors = np.array(sorted(set(rows.speaker[chosen])))
    places = {actor: np.flatnonzero(chosen & (rows.speaker == actor)) for actor in actors}
    values = []
    for _ in range(times):
        drawn = np.concatenate([places[a] for a in random.choice(actors, len(actors))])
        values.append(balanced(rows.emotion[drawn], guess[drawn]))
    return tuple(np.percentile(values, [2.5, 97.5]))


def share_interval(count, total):
    """Wilson's, 95 %."""
    z, p = 1.96, count / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * np.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return middle - half, middle + half
