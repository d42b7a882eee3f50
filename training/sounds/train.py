"""Trains the head that reads sounds out of the states of Moonshine's encoder. Needs PyTorch, onnx and onnxruntime.

    python3 train.py PACKED OUT [--search]
    python3 train.py --export OUT/head-3-5-256.pt OUT

The first form trains the head that ships, with --search others as well; the second one writes a head as sounds.onnx and
sounds.json.
"""
import json, math, os, sys
from concurrent.futures import ProcessPoolExecutor
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))
from networks import RATE, dev, hash_of

EXPORT = sys.argv[1] == '--export'
packed, out = (None, sys.argv[3]) if EXPORT else sys.argv[1:3]
LAYERS = [2, 3, 4, 5, 6, 7, 8]
LEAST = int(1.2 * RATE)
VARIANTS = {'synthetic': 4, 'digits-en': 8, 'alphanumeric-en': 10, 'letters': 16, 'cut': 2}


def tight_cut(x, span, rng):
    """As a hasty caller cuts a word: see bench/src/short-words/tight-cut.ts."""
    n = len(x) // 160
    if n < 8:
        return x
    levels = 10 * np.log10((x[:n * 160].reshape(n, 160) ** 2).mean(1) + 1e-10)
    loud = np.nonzero(levels >= levels.max() - span)[0]
    lost, share = .04 * rng.random() * RATE, rng.random()
    cut = x[int(loud[0] * 160 + lost * share):int((loud[-1] + 1) * 160 - lost * (1 - share))]
    return cut if len(cut) > 1600 else x


def telephone(x, rng):
    """8 kHz, with steps of G.711 in half of the cases."""
    n = len(x)
    spectrum = np.fft.rfft(x, 2 * n)
    f = np.fft.rfftfreq(2 * n, 1 / RATE)
    low, high = (0, 3950) if rng.random() < .5 else (rng.uniform(50, 300), rng.uniform(3300, 3900))
    spectrum[(f < low) | (f > high)] = 0
    x = np.fft.irfft(spectrum, 2 * n)[:n]
    if rng.random() < .5:
        coded = np.sign(x) * np.log1p(255 * np.minimum(1, np.abs(x))) / math.log(256)
        coded = np.round(coded * 128) / 128
        x = np.sign(coded) * (256 ** np.abs(coded) - 1) / 255
    return x


def resampled(x, factor):
    n = int(len(x) / factor)
    spectrum = np.fft.rfft(x)
    out = np.zeros(n // 2 + 1, complex)
    k = min(len(spectrum), len(out))
    out[:k] = spectrum[:k]
    return np.fft.irfft(out, n) * n / len(x)


def changed(x, clip, seed):
    """The clip as it may come, prepared as the product prepares it."""
    rng = np.random.default_rng(seed)
    x = x / 32768
    alone = clip.get('alone') or clip['corpus'] == 'digits-en'
    if rng.random() < (.8 if alone else .3):
        x = tight_cut(x, 35 if clip['corpus'] == 'synthetic' else 25, rng)
    if rng.random() < .6:
        # Another voice: faster and higher, or slower and lower.
        x = resampled(x, rng.uniform(.86, 1.16))
    level = 10 ** (rng.uniform(-35, -3) / 20) / (np.abs(x).max() + 1e-6)
    x = np.round(x * level * 32768) / 32768
    if rng.random() < .7:
        x = telephone(x, rng)
    if rng.random() < .4:
        x = x + rng.standard_normal(len(x)) * np.abs(x).max() * 10 ** (rng.uniform(-50, -25) / 20)
    x = x * (.5 / (np.abs(x).max() + 1e-6))
    least = LEAST if rng.random() < .7 else int(1.8 * RATE)
    missing = max(0, least - len(x), int(rng.uniform(0, .7) * RATE) if rng.random() < .5 else 0)
    x = np.concatenate([np.zeros(missing // 2), x, np.zeros(missing - missing // 2)])
    if rng.random() < .2:
        x = .3 * x + .001 * rng.uniform(-1, 1, len(x))
    return x.astype(np.float32)


session = None


def encode(job):
    global session
    if session is None:
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(f'{packed}/encoder.onnx', options)
    clip, seed = job
    x = np.fromfile(f'{packed}/clips.i16', np.int16, clip['n'], offset=2 * clip['at'])
    x = changed(x, clip, seed)
    states = session.run(None, {session.get_inputs()[0].name: x[None]})
    return [each[0].astype(np.float16) for each in states]


class Head(nn.Module):
    """Two convolutions over time and a choice of sound for each frame; the first sign is no sound."""

    def __init__(self, inputs, width, signs):
        super().__init__()
        self.norm = nn.LayerNorm(inputs)
        self.first = nn.Conv1d(inputs, width, 3, padding=1)
        self.second = nn.Conv1d(width, width, 3, padding=1)
        self.last = nn.Linear(width, signs)
        self.drop = nn.Dropout(.2)

    def forward(self, states):
        x = self.drop(self.norm(states)).transpose(1, 2)
        x = F.gelu(self.first(x))
        x = F.gelu(self.second(self.drop(x.transpose(1, 2)).transpose(1, 2)) + x)
        return F.log_softmax(self.last(self.drop(x.transpose(1, 2))), -1)


def batches(rows, size, shuffle):
    order = sorted(range(len(rows)), key=lambda n: rows[n]['frames'] + (torch.rand(1).item() * 8 if shuffle else 0))
    groups, group, frames = [], [], 0
    for n in order:
        frames = rows[n]['frames']
        if group and frames * (len(group) + 1) > size:
            groups.append(group)
            group = []
        group.append(n)
    groups.append(group)
    if shuffle:
        groups = [groups[n] for n in torch.randperm(len(groups)).tolist()]
    return groups


def padded(rows, group, layers):
    longest = max(rows[n]['frames'] for n in group)
    x = torch.zeros(len(group), longest, 416 * len(layers), device=dev)
    for k, n in enumerate(group):
        x[k, :rows[n]['frames']] = torch.cat([rows[n]['states'][LAYERS.index(layer)] for layer in layers], -1).float()
    return x


def losses(log_probs, frames, targets):
    flat = torch.cat([torch.tensor(t) for t in targets])
    lengths = torch.tensor([len(t) for t in targets])
    return F.ctc_loss(log_probs.transpose(0, 1), flat.to(dev), torch.tensor(frames).to(dev), lengths.to(dev),
                      reduction='none', zero_infinity=True)


def train(rows, layers, width, signs, epochs, rate=2e-3):
    torch.manual_seed(1)
    head = Head(416 * len(layers), width, signs).to(dev)
    optimizer = torch.optim.AdamW(head.parameters(), lr=rate, weight_decay=.02)
    steps = epochs * len(batches(rows, 24000, False))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + epochs * 20)
    for epoch in range(epochs):
        head.train()
        total = count = 0
        for group in batches(rows, 24000, True):
            x = padded(rows, group, layers)
            # Stretches and signs of the states are left out, so that no single one is trusted.
            for k in range(len(group)):
                if torch.rand(1).item() < .5:
                    start = int(torch.rand(1).item() * rows[group[k]]['frames'])
                    x[k, start:start + int(torch.rand(1).item() * 6)] = 0
            log_probs = head(x)
            loss = losses(log_probs, [rows[n]['frames'] for n in group], [rows[n]['target'] for n in group])
            weights = torch.tensor([rows[n]['weight'] / max(1, len(rows[n]['target'])) for n in group], device=dev)
            mean = (loss * weights).sum() / len(group)
            optimizer.zero_grad()
            mean.backward()
            nn.utils.clip_grad_norm_(head.parameters(), 1)
            optimizer.step()
            schedule.step()
            total, count = total + mean.item() * len(group), count + len(group)
        if epoch % 5 == 4 or epoch == epochs - 1:
            print(f'  epoch {epoch + 1}: {total / count:.3f}', flush=True)
    return head.eval()


def best_path(log_probs):
    best = log_probs.argmax(-1).tolist()
    return [sign for n, sign in enumerate(best) if sign != 0 and (n == 0 or best[n - 1] != sign)]


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        last, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            last, row[j + 1] = row[j + 1], min(last + (x != y), row[j] + 1, row[j + 1] + 1)
    return row[-1]


@torch.no_grad()
def error_rate(head, rows, layers):
    wrong = all_ = 0
    for group in batches(rows, 24000, False):
        log_probs = head(padded(rows, group, layers))
        for k, n in enumerate(group):
            path = best_path(log_probs[k, :rows[n]['frames']])
            wrong, all_ = wrong + distance(path, rows[n]['target']), all_ + len(rows[n]['target'])
    return 100 * wrong / max(1, all_)


def main():
    clips = json.load(open(f'{packed}/clips.json'))
    signs = ['', *sorted({sign for clip in clips for sign in clip['sounds']})]
    number = {sign: n for n, sign in enumerate(signs)}
    jobs = []
    for clip in clips:
        for k in range(2 if clip['held'] else VARIANTS.get(clip['corpus'], 3)):
            jobs.append((clip, hash_of(f"{clip['at']} {k}")))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        states = list(pool.map(encode, jobs, chunksize=32))
    rows = []
    for (clip, _), layers in zip(jobs, states):
        target = [number[sign] for sign in clip['sounds']]
        frames = len(layers[0])
        if frames < len(target) + 2:
            continue
        weight = .5 if clip['corpus'] == 'readers-en' else 1
        rows.append({**clip, 'states': [torch.tensor(each).to(dev) for each in layers], 'frames': frames,
                     'target': target, 'weight': weight})
    print(f"{len(clips)} clips, {len(rows)} variants, {sum(row['frames'] for row in rows) / 41.67 / 3600:.1f} h, {len(signs)} signs", flush=True)
    seen, held = [row for row in rows if not row['held']], [row for row in rows if row['held']]
    of = lambda corpus: [row for row in held if row['corpus'] == corpus]
    others = [([5, 8], 320), ([5], 256)] if '--search' in sys.argv else []
    for layers, width in [([3, 5], 256), *others]:
        head = train(seen, layers, width, len(signs), 24)
        name = f"layers {layers}, width {width}"
        figures = [error_rate(head, of(corpus), layers) for corpus in ('speech-en', 'common-voice', 'readers-en', 'alphanumeric-en')]
        print(name, 'sound errors: speech-en %.1f, common-voice %.1f, readers %.1f, spelled %.1f' % tuple(figures), flush=True)
        os.makedirs(out, exist_ok=True)
        torch.save({'layers': layers, 'width': width, 'signs': signs, 'state': head.state_dict()}, f"{out}/head-{'-'.join(map(str, layers))}-{width}.pt")


class Graph(nn.Module):
    """The head with one input for each layer."""

    def __init__(self, head):
        super().__init__()
        self.head = head

    def forward(self, *states):
        return self.head(torch.cat(states, -1))


def export(file):
    """Large weights are stored in 16 bits."""
    import onnx
    from onnx import numpy_helper
    saved = torch.load(file, map_location='cpu')
    layers = saved['layers']
    head = Head(416 * len(layers), saved['width'], len(saved['signs']))
    head.load_state_dict(saved['state'])
    names = [f'inner.{layer}' for layer in layers]
    frames = {1: 'frames'}
    torch.onnx.export(Graph(head.eval()), tuple(torch.zeros(1, 50, 416) for _ in layers), f'{out}/sounds.onnx',
                      input_names=names, output_names=['sounds'], opset_version=17, dynamo=False,
                      dynamic_axes={name: frames for name in [*names, 'sounds']})
    model = onnx.load(f'{out}/sounds.onnx')
    for tensor in list(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.size < 5000:
            continue
        name = tensor.name
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f'{name}/half'))
        model.graph.node.insert(0, onnx.helper.make_node('Cast', [f'{name}/half'], [name], to=onnx.TensorProto.FLOAT))
    onnx.save(model, f'{out}/sounds.onnx')
    json.dump({'layers': layers, 'signs': saved['signs']}, open(f'{out}/sounds.json', 'w'), ensure_ascii=False)


if __name__ == '__main__':
    export(sys.argv[2]) if EXPORT else main()
