"""Tables and plots of what evaluate.py found."""
import numpy as np

import plots
from evaluate import actor_interval, balanced, share_interval
from fit import probabilities
from rows import EMOTIONS


def write(folder, rows, by_actor, by_sentence, by_corpus):
    guess = by_actor.argmax(1)
    clean = rows.acted & (rows.condition == 'clean')
    parts = [
        'Written by `train.py`.',
        acted(rows, guess, by_sentence.argmax(1)),
        recalls(rows, guess, clean),
        everyday(rows, by_corpus.argmax(1)),
    ]
    (folder / 'report.md').write_text('\n\n'.join(parts) + '\n')
    print('\n\n'.join(parts))
    plots.confusion(folder / 'confusion.png', rows.emotion[clean], guess[clean])
    plots.calibration(folder / 'calibration.png', rows.emotion[clean], probabilities(by_actor[clean]))


def table(head, lines):
    return '\n'.join(['| ' + ' | '.join(line) + ' |' for line in [head, ['---'] * len(head), *lines]])


def acted(rows, guess, other_sentence):
    lines = []
    for name in ['clean', 'G.711', 'MP3', 'noise', 'soft', 'voice', '1 s', '0.5 s']:
        chosen = rows.acted & (rows.condition == name)
        low, high = actor_interval(rows, chosen, guess)
        value = balanced(rows.emotion[chosen], guess[chosen])
        lines.append([name, str(chosen.sum()), f'{100 * value:.1f} ({100 * low:.1f}–{100 * high:.1f})'])
    chosen = rows.acted & (rows.condition == 'clean')
    low, high = actor_interval(rows, chosen, other_sentence)
    value = balanced(rows.emotion[chosen], other_sentence[chosen])
    lines.append(
        ['clean, a sentence it does not know', str(chosen.sum()), f'{100 * value:.1f} ({100 * low:.1f}–{100 * high:.1f})']
    )
    return table(['acted, unseen actors', 'clips', 'balanced recall, %'], lines)


def recalls(rows, guess, chosen):
    lines = []
    for k, name in enumerate(EMOTIONS):
        own = chosen & (rows.emotion == k)
        named = chosen & (guess == k)
        right = (own & named).sum()
        precision = right / max(1, named.sum())
        lines.append([name, str(own.sum()), f'{100 * right / own.sum():.0f}', f'{100 * precision:.0f}'])
    return table(['emotion', 'clips', 'recall, %', 'precision, %'], lines)


def everyday(rows, guess):
    lines = []
    neutral = np.isin(guess, [0, 1])
    for corpus in [*rows.everyday(), 'all']:
        own = ~rows.acted if corpus == 'all' else rows.corpus == corpus
        cells = [corpus]
        for name in ['clean', 'G.711', 'others']:
            is_other = ~np.isin(rows.condition, ['clean', 'G.711'])
            chosen = own & (is_other if name == 'others' else rows.condition == name)
            count, total = int((chosen & neutral).sum()), int(chosen.sum())
            low, high = share_interval(count, total)
            cells.append(f'{100 * count / total:.1f} ({100 * low:.0f}–{100 * high:.0f}) of {total}')
        others = np.bincount(guess[own & ~neutral], minlength=len(EMOTIONS))
        cells.append(', '.join(f'{EMOTIONS[k]} {others[k]}' for k in np.argsort(-others) if others[k] > 0) or '–')
        lines.append(cells)
    return table(['everyday, unseen corpus', 'clean', 'G.711', 'MP3, noise, soft', 'what the rest is called'], lines)
