"""Trains the network that reads sounds out of the states of Moonshine's encoder. Needs PyTorch, SciPy, onnx and onnxruntime.

    python3 train.py PACKED OUT

Writes sounds.onnx and sounds.json, and prints the share of sounds that are wrong in recordings of speakers who are held out.
"""
import json, math, os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from scipy.fft import next_fast_len
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..')]
from networks import RATE, dev, hash_of

packed, out = sys.argv[1:3]
LAYERS = [3, 5]
LEAST = int(1.2 * RATE)
# Lengths of longer clips are multiples of it, so that many are encoded at once.
STEP = RATE // 10
VARIANTS = {'synthetic': 12, 'digits-en': 10, 'alphanumeric-en': 12, 'letters': 40, 'cut': 9, 'row': 10}
EPOCHS = 13
# Two heads that differ in the weight of telling words apart, and by chance.
HEADS = [{'seed': 983, 'words': 1}, {'seed': 812, 'words': .3}]
DROP = .33
WIDTH, DILATIONS = 256, (1, 2, 4, 1)
# Frames in a batch, words of one that are told from others, and how many others.
FRAMES, WORDS, RIVALS = 32000, 320, 16
START = time.time()


def say(*words):
    print(f'[{time.time() - START:.0f}]', *words, flush=True)


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


def fast(n):
    return next_fast_len(n, real=True)


def telephone(x, rng):
    """8 kHz, with steps of G.711 in half of the cases."""
    n = len(x)
    m = fast(n + 1600)
    spectrum = np.fft.rfft(x, m)
    f = np.fft.rfftfreq(m, 1 / RATE)
    low, high = (0, 3950) if rng.random() < .5 else (rng.uniform(50, 300), rng.uniform(3300, 3900))
    spectrum[(f < low) | (f > high)] = 0
    x = np.fft.irfft(spectrum, m)[:n]
    if rng.random() < .5:
        coded = np.sign(x) * np.log1p(255 * np.minimum(1, np.abs(x))) / math.log(256)
        coded = np.round(coded * 128) / 128
        x = np.sign(coded) * (256 ** np.abs(coded) - 1) / 255
    return x


def resampled(x, factor):
    m = fast(len(x))
    x = np.concatenate([x, np.zeros(m - len(x))])
    n = fast(int(m / factor))
    spectrum = np.fft.rfft(x)
    result = np.zeros(n // 2 + 1, complex)
    k = min(len(spectrum), len(result))
    result[:k] = spectrum[:k]
    return np.fft.irfft(result, n) * n / m


def tilted(x, rng):
    """Another microphone: more or less of the high and of one band."""
    m = fast(len(x) + 400)
    f = np.maximum(np.fft.rfftfreq(m, 1 / RATE), 60)
    gain = rng.uniform(-3, 3) * np.log2(f / 1000) + rng.uniform(-6, 6) * np.exp(-np.log2(f / rng.uniform(300, 4000)) ** 2 * 2)
    return np.fft.irfft(np.fft.rfft(x, m) * 10 ** (gain / 20), m)[:len(x)]


def buzzed(x, rng):
    """As a machine without a larynx says it: the same formants over even pulses, or over noise where there is no voice."""
    size, hop = 512, 128
    n = len(x)
    x = np.concatenate([np.zeros(size), x, np.zeros(size + hop)])
    window = np.hanning(size + 1)[:-1]
    frames = np.lib.stride_tricks.sliding_window_view(x, size)[::hop] * window
    spectrum = np.fft.rfft(frames)
    power = np.abs(spectrum) ** 2
    cepstrum = np.fft.irfft(.5 * np.log(power + 1e-9))
    keep = int(rng.integers(24, 44))
    cepstrum[:, keep:size - keep + 1] = 0
    envelope = np.exp(np.fft.rfft(cepstrum).real)
    correlation = np.fft.irfft(np.abs(np.fft.rfft(frames, 2 * size)) ** 2)[:, :size]
    peak = correlation[:, 50:230].max(1) / (correlation[:, 0] + 1e-9)
    voiced = np.clip((peak - .3) / .2, 0, 1)
    pitch = rng.uniform(75, 230) * np.exp(np.linspace(rng.uniform(-.15, .15), 0, len(x)))
    phase = np.cumsum(pitch / RATE)
    pulses = np.diff(np.floor(phase), prepend=0) * np.sqrt(RATE / pitch)
    noise = rng.standard_normal(len(x))
    source = [np.fft.rfft(np.lib.stride_tricks.sliding_window_view(each, size)[::hop] * window) for each in (pulses, noise)]
    made = (source[0] * voiced[:, None] + source[1] * (1 - voiced)[:, None] * .7) * envelope
    made *= np.sqrt(power.sum(1) / ((np.abs(made) ** 2).sum(1) + 1e-9))[:, None]
    parts = np.fft.irfft(made) * window
    y = np.zeros(len(x))
    for k, part in enumerate(parts):
        y[k * hop:k * hop + size] += part
    return y[size:size + n]


def changed(x, clip, seed):
    """The clip as it may come, prepared as the product prepares it."""
    rng = np.random.default_rng(seed)
    x = x / 32768
    alone = clip.get('alone') or clip['corpus'] == 'digits-en'
    synthetic = clip['corpus'] in ('synthetic', 'row')
    if rng.random() < (.8 if alone else .3):
        x = tight_cut(x, 35 if synthetic else 25, rng)
    if rng.random() < .6:
        # Another voice: faster and higher, or slower and lower.
        x = resampled(x, rng.uniform(.86, 1.16))
    if len(x) < 3 * RATE and not clip['held'] and rng.random() < .15:
        x = buzzed(x, rng)
    if rng.random() < .3:
        x = tilted(x, rng)
    level = 10 ** (rng.uniform(-35, -3) / 20) / (np.abs(x).max() + 1e-6)
    x = np.round(x * level * 32768) / 32768
    if rng.random() < .7:
        x = telephone(x, rng)
    if rng.random() < .4:
        x = x + rng.standard_normal(len(x)) * np.abs(x).max() * 10 ** (rng.uniform(-50, -25) / 20)
    x = x * (.5 / (np.abs(x).max() + 1e-6))
    least = LEAST if rng.random() < .7 else int(1.8 * RATE)
    missing = max(0, least - len(x), int(rng.uniform(0, .7) * RATE) if len(x) > LEAST and rng.random() < .5 else 0)
    # Clips of the same length are encoded together.
    if missing or len(x) > LEAST:
        missing += -(len(x) + missing) % STEP
    x = np.concatenate([np.zeros(missing // 2), x, np.zeros(missing - missing // 2)])
    if rng.random() < .2:
        x = .3 * x + .001 * rng.uniform(-1, 1, len(x))
    return np.round(x * 32767).astype(np.int16)


def vary(jobs):
    raw = np.memmap(f'{packed}/clips.i16', np.int16, 'r')
    return [changed(raw[clip['at']:clip['at'] + clip['n']].astype(np.float64), clip, seed) for clip, seed in jobs]


def encode_all(graph, waves):
    """States of all waves one after the other, and where those of each begin."""
    frames = [0] * len(waves)
    order = sorted(range(len(waves)), key=lambda n: len(waves[n]))
    groups, at = [], 0
    while at < len(order):
        length = len(waves[order[at]])
        most = max(1, int(14e6 // length))
        group = [order[at]]
        while at + len(group) < len(order) and len(group) < most and len(waves[order[at + len(group)]]) == length:
            group.append(order[at + len(group)])
        groups.append(group)
        at += len(group)
    parts, starts, total = [], [0] * len(waves), 0
    for group in groups:
        x = torch.from_numpy(np.stack([waves[n] for n in group])).to(dev).float() / 32767
        states = torch.cat(graph(x), -1).half()
        for k, n in enumerate(group):
            starts[n], frames[n] = total + k * states.shape[1], states.shape[1]
        total += len(group) * states.shape[1]
        parts.append(states.flatten(0, 1))
    return torch.cat(parts), starts, frames


def place_sounds(log_probs, target):
    """First and last frame of each sound where they lie most probably: the way of Viterbi."""
    places = [0]
    for sound in target:
        places += [sound, 0]
    places = np.array(places)
    n = len(places)
    may_pass = np.zeros(n, bool)
    may_pass[3::2] = places[3::2] != places[1:-2:2]
    row = np.full(n, -1e9)
    row[:2] = log_probs[0, places[:2]]
    steps = np.zeros((len(log_probs), n), int)
    for t in range(1, len(log_probs)):
        one = np.concatenate([[-1e9], row[:-1]])
        two = np.where(may_pass, np.concatenate([[-1e9, -1e9], row[:-2]]), -1e9)
        all_ = np.stack([row, one, two])
        steps[t] = all_.argmax(0)
        row = all_.max(0) + log_probs[t, places]
    at = n - 1 if row[-1] > row[-2] else n - 2
    score = row[at]
    spans = [[10 ** 9, -1] for _ in target]
    for t in range(len(log_probs) - 1, -1, -1):
        if at % 2:
            span = spans[(at - 1) // 2]
            span[0], span[1] = min(span[0], t), max(span[1], t)
        at -= steps[t, at]
    return spans, score


def cut_rows(clips, raw, graph, session, names_of, number):
    """Letters and digits of rows, each alone, cut where it is softest between them."""
    made, rows = [], 0
    for clip in clips:
        text = clip['text']
        if clip['held']:
            continue
        if clip['corpus'] == 'synthetic':
            items = text.split()
            if len(items) < 2 or not all(i in names_of for i in items):
                continue
        elif clip['corpus'] == 'alphanumeric-en':
            # Names in letters, numbers in digits.
            digits = 'zero one two three four five six seven eight nine'.split()
            items = [digits[int(c)] if c.isdigit() else c.upper() for c in text if c.isalnum()]
            if ''.join(names_of.get(i, '?') for i in items) != clip['sounds']:
                continue
        else:
            continue
        x = raw[clip['at']:clip['at'] + clip['n']].astype(np.float32)
        x = x * (.5 / (np.abs(x).max() + 1))
        pad = 4800
        wave = np.concatenate([np.zeros(pad, np.float32), x, np.zeros(pad, np.float32)])
        states = dict(zip(LAYERS, graph(torch.from_numpy(wave)[None].to(dev))))
        log_probs = session.run(None, {f'inner.{l}': states[l].cpu().numpy() for l in LAYERS})[0][0]
        names = [[number[s] for s in names_of[i]] for i in items]
        target = [s for name in names for s in name]
        if len(target) + 4 > len(log_probs):
            continue
        spans, score = place_sounds(log_probs, target)
        # The row must be there: its sounds cost little more than the most probable ones.
        if (log_probs.max(1).sum() - score) / (1 + len(target)) > 1.2:
            continue
        rows += 1
        ends, at = [], 0
        for name in names:
            ends.append((spans[at][0], spans[at + len(name) - 1][1]))
            at += len(name)
        place = lambda frame: int(np.clip(frame * 384 - pad, 0, len(x)))
        cuts = [place(ends[0][0] - 12)]
        for (_, last), (begin, _) in zip(ends, ends[1:]):
            a, b = place(last), place(begin + 1)
            middles = np.arange(a, max(b, a + 1), 80)
            energy = [np.square(x[max(0, m - 160):m + 160]).sum() for m in middles]
            cuts.append(int(middles[int(np.argmin(energy))]))
        cuts.append(place(ends[-1][1] + 12))
        for item, a, b in zip(items, cuts, cuts[1:]):
            if b - a > 1600:
                corpus = 'row' if clip['corpus'] == 'synthetic' else 'letters' if len(item) == 1 else 'cut'
                made.append({'corpus': corpus, 'held': False, 'text': item, 'sounds': names_of[item], 'alone': True,
                             'at': clip['at'] + a, 'n': b - a})
    return made, rows


class Head(nn.Module):
    """Convolutions over time and a choice of sound for each frame; the first sign is no sound."""

    def __init__(self, inputs, width, signs, dilations=(1,), drop=.2):
        super().__init__()
        self.norm = nn.LayerNorm(inputs)
        self.first = nn.Conv1d(inputs, width, 3, padding=1)
        self.more = nn.ModuleList(nn.Conv1d(width, width, 3, padding=d, dilation=d) for d in dilations)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in dilations[1:])
        self.last = nn.Linear(width, signs)
        self.drop = nn.Dropout(drop)

    def forward(self, states):
        x = self.drop(self.norm(states)).transpose(1, 2)
        x = F.gelu(self.first(x))
        for n, each in enumerate(self.more):
            fed = x.transpose(1, 2)
            if n > 0:
                fed = self.norms[n - 1](fed)
            found = each(self.drop(fed).transpose(1, 2))
            x = F.gelu(found) + x if n > 0 else F.gelu(found + x)
        return F.log_softmax(self.last(self.drop(x.transpose(1, 2))), -1)


class Heads(nn.Module):
    """Several heads, with one input for each layer: the mean of their log probabilities."""

    def __init__(self, heads):
        super().__init__()
        self.heads = nn.ModuleList(heads)

    def forward(self, *states):
        x = torch.cat(states, -1)
        return F.log_softmax(torch.stack([head(x) for head in self.heads]).mean(0), -1)


def gathered(data, group, g):
    length = int(data['frames_cpu'][group].max())
    places = torch.arange(length, device=dev)
    inside = places[None] < data['frames'][g][:, None]
    index = torch.where(inside, data['start'][g][:, None] + places[None], 0)
    return data['states'][index].float() * inside[..., None], inside


def ctc(log_probs, frames_cpu, targets, lengths):
    """Losses; everything about lengths on the processor, so that nothing waits."""
    return F.ctc_loss(log_probs.transpose(0, 1), targets, frames_cpu, lengths, reduction='none', zero_infinity=True)


def batches(frames, size, shuffle):
    keys = frames + (torch.rand(len(frames)) * 8 if shuffle else 0)
    order = keys.argsort().tolist()
    groups, group = [], []
    for n in order:
        if group and int(frames[n]) * (len(group) + 1) > size:
            groups.append(torch.tensor(group))
            group = []
        group.append(n)
    groups.append(torch.tensor(group))
    if shuffle:
        groups = [groups[n] for n in torch.randperm(len(groups)).tolist()]
    return groups


def train(data, signs, seed, words):
    torch.manual_seed(seed)
    head = Head(416 * len(LAYERS), WIDTH, signs, DILATIONS, DROP).to(dev)
    top = 2e-3
    optimizer = torch.optim.AdamW(head.parameters(), lr=top, weight_decay=.02)
    frames = data['frames_cpu']
    steps, step = EPOCHS * len(batches(frames, FRAMES, False)), 0
    for epoch in range(EPOCHS):
        head.train()
        total = count = 0
        for group in batches(frames, FRAMES, True):
            done = min(1, step / steps)
            step += 1
            for each in optimizer.param_groups:
                falling = .5 * (1 + math.cos(math.pi * (done - .2) / .8)) + .001
                each['lr'] = top * (.05 + .95 * done / .2 if done < .2 else falling)
            g = group.to(dev)
            x, inside = gathered(data, group, g)
            b, length = inside.shape
            # Stretches of the states are left out, so that no single one is trusted.
            begin = (torch.rand(b, device=dev) * data['frames'][g]).long()
            wide = (torch.rand(b, device=dev) * 6).long() * (torch.rand(b, device=dev) < .5)
            places = torch.arange(length, device=dev)[None]
            x = x * ~((places >= begin[:, None]) & (places < (begin + wide)[:, None]))[..., None]
            log_probs = head(x)
            lengths = data['lengths'][group]
            loss = ctc(log_probs, frames[group], data['targets'][g][:, :int(lengths.max())], lengths)
            mean = (loss * data['weights'][g] / lengths.clamp(min=1).to(dev)).sum() / b
            alone = data['alone'][group].nonzero().squeeze(1)
            if len(alone) > 0:
                alone = alone[torch.randperm(len(alone))[:WORDS]]
                mean = mean + words * told_apart(data, log_probs, group, alone).sum() / b
            optimizer.zero_grad(set_to_none=True)
            mean.backward()
            nn.utils.clip_grad_norm_(head.parameters(), 1)
            optimizer.step()
            total, count = total + mean.detach(), count + 1
        say(f'epoch {epoch + 1}: {float(total) / count:.3f}')
    return head.eval()


def told_apart(data, log_probs, group, alone):
    """Losses of a choice between each single word and others, by the probabilities that the engine compares words by."""
    rows = group[alone]
    others = rivals(data, rows, RIVALS)
    own = data['own'][rows][:, None]
    words = torch.cat([own, others], 1).flatten()
    lengths = data['lexicon_lengths'][words]
    targets = data['lexicon'][words.to(dev)][:, :int(lengths.max())]
    frames = data['frames_cpu'][rows]
    some = log_probs[alone.to(dev), :int(frames.max())]
    some = some[:, None].expand(-1, RIVALS + 1, -1, -1).flatten(0, 1)
    scores = -ctc(some, frames.repeat_interleave(RIVALS + 1), targets, lengths).reshape(-1, RIVALS + 1)
    same = F.pad(others == own, (1, 0)).to(dev)
    zeros = torch.zeros(len(rows), dtype=torch.long, device=dev)
    losses = F.cross_entropy(scores.masked_fill(same, -1e4), zeros, reduction='none')
    return losses * data['weights'][rows.to(dev)]


def rivals(data, rows, k):
    """Words to tell each word from: half of them near ones, as long as there are; letters from letters."""
    near, count = data['others'][rows], data['other_counts'][rows]
    picked = (torch.rand(len(rows), k) * count.clamp(min=1)[:, None]).long()
    chosen = near.gather(1, picked)
    wild = torch.randint(len(data['lexicon_lengths']), (len(rows), k))
    use_wild = torch.rand(len(rows), k) < torch.where(data['is_letter'][rows], 0., .5)[:, None]
    use_wild |= (count == 0)[:, None]
    return torch.where(use_wild, wild, chosen)


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
def error_rate(heads, states, rows):
    wrong = all_ = 0
    for row in rows:
        x = states[row['start']:row['start'] + row['frames']][None].float()
        path = best_path(heads(*x.split(416, -1))[0])
        wrong, all_ = wrong + distance(path, row['target']), all_ + len(row['target'])
    return 100 * wrong / max(1, all_)


def near_words(own, lexicon, letters):
    """Of each word up to 32 others that differ from it in one sound; of a letter all letters."""
    place = {word: n for n, word in enumerate(lexicon)}
    without_one = {}
    for word in lexicon:
        if len(word) <= 9:
            for form in {word, *(word[:n] + word[n + 1:] for n in range(len(word)))}:
                without_one.setdefault(form, []).append(place[word])
    rng = np.random.default_rng(3)
    near = {}
    for word in own:
        found = set(without_one.get(word, []))
        for n in range(len(word)):
            found.update(without_one.get(word[:n] + word[n + 1:], []))
        if word in letters:
            found = {place[letter] for letter in letters}
        found.discard(place[word])
        near[word] = rng.permutation(sorted(found))[:32]
    return place, near


def data_of(rows, states, words, letters):
    """All that training needs of its rows, on the device or, where it decides about sizes, beside it."""
    own = {tuple(row['target']) for row in rows if row['alone'] and ' ' not in row['text'].strip()}
    lexicon = sorted(words | own | letters)
    place, near = near_words(own, lexicon, letters)
    n = len(rows)
    targets = torch.zeros(n, max(len(row['target']) for row in rows), dtype=torch.long)
    others = torch.zeros(n, 32, dtype=torch.long)
    counts, places, alone, is_letter = (torch.zeros(n, dtype=torch.long) for _ in range(4))
    for k, row in enumerate(rows):
        target = tuple(row['target'])
        targets[k, :len(target)] = torch.tensor(target)
        if row['alone'] and target in near:
            alone[k], is_letter[k], places[k] = 1, int(target in letters), place[target]
            counts[k] = len(near[target])
            others[k, :counts[k]] = torch.from_numpy(near[target].astype(np.int64))
    table = torch.zeros(len(lexicon), max(map(len, lexicon)), dtype=torch.long)
    for k, word in enumerate(lexicon):
        table[k, :len(word)] = torch.tensor(word)
    frames = torch.tensor([row['frames'] for row in rows])
    weights = [{'readers-en': .5, 'letters': 1.5}.get(row['corpus'], 1.) for row in rows]
    return {'states': states, 'start': torch.tensor([row['start'] for row in rows]).to(dev), 'frames': frames.to(dev),
            'frames_cpu': frames, 'targets': targets.to(dev), 'lengths': torch.tensor([len(row['target']) for row in rows]),
            'weights': torch.tensor(weights).to(dev), 'alone': alone.bool(), 'is_letter': is_letter.bool(), 'own': places,
            'others': others, 'other_counts': counts, 'lexicon': table.to(dev),
            'lexicon_lengths': torch.tensor([len(word) for word in lexicon])}


def export(heads, signs):
    """Large weights are stored in 16 bits."""
    import onnx
    from onnx import numpy_helper
    path = f'{out}/sounds.onnx'
    names = [f'inner.{layer}' for layer in LAYERS]
    torch.onnx.export(heads.cpu().eval(), tuple(torch.zeros(1, 50, 416) for _ in LAYERS), path,
                      input_names=names, output_names=['sounds'], opset_version=17, dynamo=False,
                      dynamic_axes={name: {1: 'frames'} for name in [*names, 'sounds']})
    model = onnx.load(path)
    for tensor in list(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.size < 5000:
            continue
        name = tensor.name
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f'{name}/half'))
        model.graph.node.insert(0, onnx.helper.make_node('Cast', [f'{name}/half'], [name], to=onnx.TensorProto.FLOAT))
    onnx.save(model, path)
    json.dump({'layers': LAYERS, 'signs': signs}, open(f'{out}/sounds.json', 'w'), ensure_ascii=False)


def main():
    import onnxruntime
    from encoder import Graph
    os.makedirs(out, exist_ok=True)
    clips = json.load(open(f'{packed}/clips.json'))
    words = json.load(open(f'{packed}/words.json'))
    # What ships places the sounds of rows; its signs are kept.
    shipped = os.path.join(HERE, '../../packages/inference/weights/sounds/sounds')
    signs = json.load(open(f'{shipped}.json'))['signs']
    number = {sign: n for n, sign in enumerate(signs)}
    numbers = lambda sounds: tuple(number[sign] for sign in sounds)
    torch.backends.cuda.matmul.allow_tf32 = True
    graph = Graph(f'{packed}/encoder.onnx', dev)
    graph.outputs = [f'inner.{layer}' for layer in LAYERS]
    raw = np.memmap(f'{packed}/clips.i16', np.int16, 'r')
    session = onnxruntime.InferenceSession(f'{shipped}.onnx')
    made, count = cut_rows(clips, raw, graph, session, words['names'], number)
    say(f'{count} rows are {len(made)} words')
    jobs = []
    for clip in clips + made:
        if all(sign in number for sign in clip['sounds']):
            count = 2 if clip['held'] else VARIANTS.get(clip['corpus'], 3)
            jobs.extend((clip, hash_of(f"{clip['at']} {clip['n']} {n}")) for n in range(count))
    # A fork would share what the device and onnxruntime hold.
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context('spawn')) as pool:
        parts = pool.map(vary, [jobs[n:n + 64] for n in range(0, len(jobs), 64)])
        waves = [wave for part in parts for wave in part]
    states, starts, frames = encode_all(graph, waves)
    del waves
    rows = []
    for (clip, _), start, length in zip(jobs, starts, frames):
        target = numbers(clip['sounds'])
        if target and length >= len(target) + 2:
            alone = clip.get('alone') or clip['corpus'] == 'digits-en'
            rows.append({**clip, 'alone': alone, 'start': start, 'frames': length, 'target': list(target)})
    seen, held = [row for row in rows if not row['held']], [row for row in rows if row['held']]
    say(f"{len(clips)} clips, {len(seen)} variants, {sum(row['frames'] for row in seen) * .024 / 3600:.1f} h")
    lexicon = {numbers(sounds) for sounds in words['lexicon'] if all(sign in number for sign in sounds)}
    letters = {numbers(sounds) for name, sounds in words['names'].items() if len(name) == 1}
    data = data_of(seen, states, lexicon, letters)
    torch.backends.cudnn.allow_tf32 = True
    heads = Heads([train(data, len(signs), **each) for each in HEADS])
    for corpus in ('speech-en', 'common-voice', 'readers-en', 'alphanumeric-en'):
        say(f'{corpus}: {error_rate(heads, states, [row for row in held if row["corpus"] == corpus]):.1f} % of sounds are wrong')
    export(heads, signs)


if __name__ == '__main__':
    main()
