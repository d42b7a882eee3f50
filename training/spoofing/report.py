"""Prints what the held-out systems of every fold say, and draws the scores.

    python3 report.py SCORES [--plot scores.png]

SCORES is the OUT of train.py after its four folds. Only clips with at least 2.6 s of speech count (a clip of 3 s has pauses).
"""
import argparse, glob, json
from collections import defaultdict
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument('scores')
parser.add_argument('--plot')
parser.add_argument('--reject', type=float, nargs=2, default=[3.1, 3.45])
parser.add_argument('--accept', type=float, nargs=2, default=[-2.9, -2.8])
args = parser.parse_args()
rng = np.random.default_rng(1)


def equal_error(spoofed, natural):
    at = np.sort(np.concatenate([spoofed, natural]))
    false, missed = np.array([(natural >= t).mean() for t in at]), np.array([(spoofed < t).mean() for t in at])
    n = np.argmin(abs(false - missed))
    return 50 * (false[n] + missed[n])


def caught(spoofed, natural):
    return 100 * (spoofed > np.quantile(natural, .99)).mean()


def interval(values):
    """Of the mean over systems, when other systems of their kind are drawn."""
    means = [np.mean(rng.choice(values, len(values))) for _ in range(2000)]
    return '%.1f (%.1f to %.1f)' % (np.mean(values), *np.quantile(means, [.025, .975]))


folds = [json.load(open(f)) for f in sorted(glob.glob(args.scores + '/scores-[0-9]-*.json'))]
everything = {}
for channel, name in enumerate(('as recorded', 'G.711')):
    systems, natural, natural_all = [], defaultdict(list), []
    converted = []
    for clips in folds:
        held = [c for c in clips if c['held'] and c['scores'] and c['speech'] >= 2.6]
        own = np.array([c['scores'][channel] for c in held if c['label'] == 'natural'])
        for c in held:
            if c['label'] == 'natural':
                natural[c['system']].append(c['scores'][channel])
        for system in sorted({c['system'] for c in held if c['label'] != 'natural'}):
            clips_of = [c for c in held if c['system'] == system]
            s = np.array([c['scores'][channel] for c in clips_of])
            pages = {c['page'] for c in clips_of} - {''}
            page = np.array([c['scores'][channel] for c in held if c['label'] == 'natural' and c['page'] in pages])
            if clips_of[0]['label'] == 'converted':
                converted += [(s > np.quantile(own, .99))]
            if len(s) >= 5:
                systems.append((system, len(s), equal_error(s, own), caught(s, own), equal_error(s, page) if len(page) >= 3 else np.nan, 100 * (s > args.reject[channel]).mean()))
    print(f'\n{name}\n\n| held-out system | clips | equal error % | caught at 1 % false alarms | equal error against its page | rejected |\n|---|---|---|---|---|---|')
    for row in systems:
        print('| %s | %d | %.1f | %.0f | %s | %.0f |' % (*row[:4], '–' if np.isnan(row[4]) else '%.1f' % row[4], row[5]))
    columns = np.array([row[2:] for row in systems], float)
    print('| **mean of systems** (95 %% interval) | | %s | %s | %s | %s |' % tuple(interval(v[~np.isnan(v)]) for v in columns.T))
    print('\nconverted speech caught at 1 %% false alarms: %.0f %% of %d clips' % (100 * np.mean(np.concatenate(converted)), len(np.concatenate(converted))))
    print('\n| natural speech, held-out people | clips | rejected % | accepted % |\n|---|---|---|---|')
    total = np.concatenate([np.array(v) for v in natural.values()])
    groups = {k: v for k, v in natural.items() if not k.startswith('page ')}
    groups['pages, studio'] = sum((v for k, v in natural.items() if k.startswith('page ') and 'stargan' not in k), [])
    groups['page of StarGANv2-VC (see below)'] = natural['page starganv2-vc']
    groups['all but that page'] = sum((v for k, v in natural.items() if 'stargan' not in k), [])
    for k, v in groups.items():
        v = np.array(v)
        print('| %s | %d | %.1f | %.0f |' % (k, len(v), 100 * (v > args.reject[channel]).mean(), 100 * (v <= args.accept[channel]).mean()))
    everything[name] = (groups, [(c['system'], c['scores'][channel]) for clips in folds for c in clips if c['held'] and c['scores'] and c['label'] != 'natural' and c['speech'] >= 2.6])

if args.plot:
    import matplotlib
    matplotlib.use('Agg')
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, 2, figsize=(11, 5.2), sharey=False)
    for axis, (name, (groups, spoofed)), reject, accept in zip(axes, everything.items(), args.reject, args.accept):
        names = [k for k in groups if k not in ('all but that page', 'speech-pt')] + sorted({s for s, _ in spoofed})
        for row, key in enumerate(names):
            values = np.array(groups[key] if key in groups else [v for s, v in spoofed if s == key])
            axis.plot(values, row + rng.uniform(-.3, .3, len(values)), '.', ms=3, alpha=.6, color='#2a6f97' if key in groups else '#c1440e')
        axis.set_yticks(range(len(names)), names if axis is axes[0] else [])
        axis.invert_yaxis()
        axis.axvline(reject, color='k', lw=.8)
        axis.axvline(accept, color='k', lw=.8, ls=':')
        axis.set_title(f'{name}: natural (blue), spoofed (red)', fontsize=10)
        axis.set_xlabel('score; rejected right of the line, accepted left of the dots')
    figure.tight_layout()
    figure.savefig(args.plot, dpi=90)
