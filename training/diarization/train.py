"""Trains the speaker segmentation network of diarization.

It labels 10 s of sound, 50 times a second, with who speaks: nobody, one of three speakers, or two of them at once.
The training material is conversations that are put together, at random and without end, from recordings of one speaker
each (pack.mjs): turns, pauses, interruptions, short answers during another's turn, rooms, noise, telephones.

    python3 train.py PACKED OUT [--seconds 480] [--seed 1]
    python3 train.py PACKED OUT --meetings OUT/segmentation.pt [--seconds 60]

PACKED holds NAME.npy (int16 frames of 320 samples), NAME.json (clips) and noise.npy; OUT gets segmentation.onnx.
The second form goes on from weights with real meetings in a third of each batch. It writes one network for each group of
meetings that share a person, trained without that group (for the report), and one trained on all of them.
"""
import argparse, itertools, json, math, os, pathlib, sys, time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from networks import RATE, Random, band_weights, dev, fourier_kernels, hash_of, mu_law, save, set_rate

FRAME, FRAMES, SPEAKERS = 320, 500, 3
LENGTH = FRAME * FRAMES
CLASSES = [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
ORDERS = list(itertools.permutations(range(SPEAKERS)))

parser = argparse.ArgumentParser()
parser.add_argument('packed')
parser.add_argument('out')
parser.add_argument('--seconds', type=float, default=480)
parser.add_argument('--seed', type=int, default=1)
parser.add_argument('--batch', type=int, default=160)
parser.add_argument('--meetings')
args = parser.parse_args()


def held_out(speaker):
    return hash_of('diarize ' + speaker) % 5 == 0


def load(folder):
    """All frames in one array, and the clips of each speaker as (first frame, speech mask)."""
    parts, clips, at = [], {}, 0
    for name in sorted(n[:-5] for n in os.listdir(folder) if n.endswith('.json') and n != 'meetings.json'):
        frames = np.load(f'{folder}/{name}.npy')
        for clip in json.load(open(f'{folder}/{name}.json')):
            voiced = np.array(clip['p']) / 99 >= 0.4  # per window of 512 samples
            index = np.flatnonzero(voiced)
            if len(index) < 8:
                continue
            for i, gap in zip(index[:-1], np.diff(index)):
                if 1 < gap <= 9:  # pauses under 0.3 s belong to the speech
                    voiced[i:i + gap] = True
            first, last = max(0, index[0] - 3) * 512 // FRAME, (index[-1] + 4) * 512 // FRAME
            last = min(last, clip['n'] // FRAME)
            mask = voiced[np.minimum((np.arange(first, last) * FRAME + FRAME // 2) // 512, len(voiced) - 1)]
            own = frames[clip['at'] // FRAME + first:clip['at'] // FRAME + last].astype(np.float32)
            level = np.sqrt((own[mask] ** 2).mean()) + 1
            parts.append(np.clip(own / level * 1500, -32000, 32000).astype(np.int16))
            clips.setdefault(clip['speaker'], []).append((at, mask))
            at += len(mask)
    return np.concatenate(parts), clips


def conversation(rng, people, clips):
    """Frame numbers per speaker and output frame (-1: silence), and whether each is speech."""
    count = rng.choice([0, 1, 2, 3], p=[.02, .18, .45, .35])
    source = np.full((SPEAKERS, FRAMES), -1, np.int32)
    label = np.zeros((SPEAKERS, FRAMES), np.uint8)
    if count == 0:
        return source, label
    who = rng.choice(len(people), count, replace=False)
    share = rng.dirichlet(np.ones(count) * 2)
    interrupts, mean_turn, mean_pause = rng.choice([0, .2, .4, .7]), rng.choice([.7, 1.5, 3, 6]), rng.choice([.15, .4, 1.5])
    answers = rng.choice([0, .1, .3, .5])

    def say(i, at, seconds):
        own = clips[people[who[i]]]
        first, mask = own[rng.integers(len(own))]
        n = int(min(len(mask), max(10, seconds * 50)))
        offset = rng.integers(0, len(mask) - n + 1)
        f = int(round(at * 50))
        a, b = max(0, -f), min(n, FRAMES - f)
        if b > a:
            source[i, f + a:f + b] = first + offset + np.arange(a, b)
            label[i, f + a:f + b] = mask[offset + a:offset + b]
        return at + n / 50

    at = rng.random() * 2 if rng.random() < .3 else -rng.random() * 3
    last = None
    while at < 10:
        others = [i for i in range(count) if i != last] if count > 1 and rng.random() < .8 else list(range(count))
        i = others[rng.choice(len(others), p=share[others] / share[others].sum())]
        began, end = at, say(i, at, rng.exponential(mean_turn) + .2)
        if count > 1 and end - began > 1.5:
            t = began + .5
            while rng.random() < answers and t < end - .5:  # "yes", "hm" during the turn
                t += rng.random() * 1.5
                j = rng.choice([k for k in range(count) if k != i])
                t = say(j, t, .2 + rng.random() * .6) + .3
        last = i
        if count > 1 and rng.random() < interrupts:
            at = end - min(rng.exponential(.8), (end - began) * .9)
        else:
            at = end + rng.exponential(mean_pause) + .02
            if rng.random() < .05:
                at += rng.random() * 4
    return source, label


class Conversations(torch.utils.data.IterableDataset):
    def __init__(self, people, clips, seed, batch):
        self.people, self.clips, self.seed, self.batch = people, clips, seed, batch

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            a, b = zip(*[conversation(rng, self.people, self.clips) for _ in range(self.batch)])
            yield torch.from_numpy(np.stack(a)), torch.from_numpy(np.stack(b))


class Features(nn.Module):
    """Samples to log-mel bands, 100 times a second."""

    def __init__(self, bands=40, low=60, high=7600, window=400):
        super().__init__()
        self.register_buffer('dft', fourier_kernels(window))
        mel = lambda f: 2595 * math.log10(1 + f / 700)
        edges = [700 * (10 ** ((mel(low) + i * (mel(high) - mel(low)) / (bands + 1)) / 2595) - 1) for i in range(bands + 2)]
        self.register_buffer('bank', band_weights(edges, window))

    def forward(self, x):
        x = F.pad(x[:, None], (200, 200), mode='reflect')
        z = F.conv1d(x, self.dft, stride=160)[:, :, :1000]
        re, im = z.chunk(2, 1)
        m = torch.log10(F.conv1d(re * re + im * im, self.bank) + 1e-6)  # (B, bands, 1000)
        top = torch.topk(m.mean(1), 51, dim=1).values[:, -1][:, None, None]  # the level of speech
        return (m - top).clamp(-5, 3) / 2


class Segmentation(nn.Module):
    def __init__(self, c=128, hidden=128):
        super().__init__()
        self.features = Features()
        self.c1 = nn.Conv1d(40, c, 5, padding=2)
        self.c2 = nn.Conv1d(c, c, 5, stride=2, padding=2)
        self.c3 = nn.Conv1d(c, c, 3, padding=1)
        self.n1, self.n2, self.n3 = nn.BatchNorm1d(c), nn.BatchNorm1d(c), nn.BatchNorm1d(c)
        self.rnn = nn.LSTM(c, hidden, num_layers=3, bidirectional=True, batch_first=True, dropout=.1)
        self.l1 = nn.Linear(2 * hidden, 128)
        self.out = nn.Linear(128, len(CLASSES))

    def classify(self, m):
        x = F.relu(self.n1(self.c1(m)))
        x = F.relu(self.n2(self.c2(x)))
        x = F.relu(self.n3(self.c3(x)))
        x, _ = self.rnn(x.transpose(1, 2))
        return self.out(F.relu(self.l1(x)))

    def forward(self, samples):
        return self.classify(self.features(samples))


class Renderer(Random):
    """Frame numbers to sound, on the GPU: levels, rooms, noise, telephones."""

    def __init__(self, frames, noise, seed):
        super().__init__(seed)
        self.frames = torch.from_numpy(np.concatenate([frames, np.zeros((1, FRAME), np.int16)])).to(dev)
        self.noise = torch.from_numpy(noise.astype(np.float32) / 32768).to(dev)

    def rooms(self, distant):
        """A room for each speaker; in a distant one the echo is as loud as the voice or louder."""
        n = len(distant)
        t = torch.arange(8000, device=dev) / RATE
        decay = .1 + .6 * self.rand(n, 1) + .2 * distant
        tail = self.randn(n, 8000) * torch.exp(-6.9 * t / decay) * (t > .001 + .01 * self.rand(n, 1))
        echo = torch.where(distant > 0, 12 - 12 * self.rand(n, 1), 10 - 22 * self.rand(n, 1))
        tail = tail / tail.pow(2).sum(1, keepdim=True).sqrt() * 10 ** (echo / 20)
        tail[:, 0] += 1
        return tail / tail.pow(2).sum(1, keepdim=True).sqrt()

    def __call__(self, source):
        B = source.shape[0]
        x = self.frames[source.to(dev).long()].float().view(B, SPEAKERS, LENGTH) / 32768
        x = x * 10 ** ((self.rand(B, SPEAKERS, 1) * 18 - 9) / 20)
        distant = self.rand(B) < .3
        wet = distant | (self.rand(B) < .45)
        n = LENGTH + 8000
        room = self.rooms(distant[wet].float().repeat_interleave(SPEAKERS)[:, None]).view(-1, SPEAKERS, 8000)
        x[wet] = torch.fft.irfft(torch.fft.rfft(x[wet], n) * torch.fft.rfft(room, n), n)[..., :LENGTH]
        x = x.sum(1)
        level = x.pow(2).mean(1, keepdim=True).sqrt() + 1e-4
        hiss = torch.fft.rfft(self.randn(B, LENGTH))
        hiss = hiss * (torch.arange(hiss.shape[1], device=dev) / hiss.shape[1] + 1e-3).pow(-.8 * self.rand(B, 1))
        hiss = torch.fft.irfft(hiss, LENGTH)
        real = self.noise[torch.randint(0, len(self.noise), (B,), device=dev, generator=self.g)].repeat(1, 2)[:, :LENGTH]
        is_real = (self.rand(B, 1) < .35).float()
        noise = hiss / hiss.pow(2).mean(1, keepdim=True).sqrt() * (1 - is_real) + real / (real.pow(2).mean(1, keepdim=True).sqrt() + 1e-6) * is_real
        ratio = torch.where(distant[:, None], self.rand(B, 1) * 20 + 3, self.rand(B, 1) * 40 + 5) + 5 * is_real
        x = x + level * 10 ** (-ratio / 20) * noise
        phone = self.rand(B) < .25
        y = torch.fft.rfft(x[phone])
        k = y.shape[1]
        y[:, int(k * 3600 / 8000):] = 0
        y[:, :int(k * 200 / 8000)] *= .1
        y = torch.fft.irfft(y, LENGTH)
        y = y / (y.abs().amax(1, keepdim=True) + 1e-6) * .7
        y = torch.fft.rfft(mu_law(y))
        y[:, int(k * 3900 / 8000):] = 0
        x[phone] = torch.fft.irfft(y, LENGTH)
        return x


CODE = torch.full((8,), 4, device=dev)  # three at once, which is rare: the first two
for i, members in enumerate(CLASSES):
    CODE[sum(1 << k for k in members)] = i
ACTIVE = torch.tensor([[float(k in members) for k in range(SPEAKERS)] for members in CLASSES], device=dev)


def loss_of(logits, label):
    """Cross-entropy under the best order of the speakers."""
    p = F.log_softmax(logits.float(), -1)
    label = label.long()
    losses = []
    for order in ORDERS:
        q = label[:, list(order)]
        losses.append(-p.gather(2, CODE[q[:, 0] + 2 * q[:, 1] + 4 * q[:, 2]][..., None])[..., 0].mean(1))
    return torch.stack(losses).amin(0).mean()


@torch.no_grad()
def errors(logits, label):
    """Missed, false and confused speech in frames under the best order, and all speech."""
    found, truth, best = ACTIVE[logits.argmax(-1)], label.transpose(1, 2).float(), None
    for order in ORDERS:
        q = found[..., list(order)]
        n, m = truth.sum(-1), q.sum(-1)
        e = torch.stack([(n - m).clamp(min=0).sum(1), (m - n).clamp(min=0).sum(1), (torch.minimum(n, m) - (truth * q).sum(-1)).sum(1)])
        best = e if best is None else torch.where((e.sum(0) < best.sum(0))[None], e, best)
    return best.sum(1), truth.sum()


def test(net, x, label):
    net.eval()
    e, total = torch.zeros(3, device=dev), 0
    with torch.no_grad():
        for i in range(0, len(x), 64):
            a, b = errors(net(x[i:i + 64]), label[i:i + 64])
            e, total = e + a, total + b
    net.train()
    share = (100 * e / total).tolist()
    return f'error {sum(share):.2f} (missed {share[0]:.2f}, false {share[1]:.2f}, confused {share[2]:.2f})'


class Meetings:
    """Random windows of meetings, also two at once, at other levels and speeds; labels as people marked the turns."""

    def __init__(self, folder, without, seed):
        frames = np.load(folder + '/meetings.npy')
        self.rng, self.meetings = np.random.default_rng(seed), []
        for m in json.load(open(folder + '/meetings.json')):
            if m['name'] in without:
                continue
            sound = frames[m['at'] // FRAME:(m['at'] + m['n']) // FRAME].reshape(-1).astype(np.float32) / 32768
            label = np.zeros((len(m['speakers']), len(sound) // FRAME), np.uint8)
            for start, end, who in m['turns']:
                label[who, round(start * 50):round(end * 50)] = 1
            self.meetings.append((torch.from_numpy(sound).to(dev), label))

    def window(self):
        """A window with at most three speakers, at 0.9 to 1.1 times its speed."""
        while True:
            sound, label = self.meetings[self.rng.integers(len(self.meetings))]
            speed = self.rng.uniform(.9, 1.1)
            n = int(FRAMES * speed)
            at = self.rng.integers(0, label.shape[1] - n)
            own = label[:, at:at + n][:, (np.arange(FRAMES) * speed).astype(int).clip(max=n - 1)]
            own = own[own.any(1)]
            if len(own) > SPEAKERS:
                continue
            x = F.interpolate(sound[None, None, at * FRAME:(at + n) * FRAME], LENGTH, mode='linear')[0, 0]
            return x / (x.pow(2).mean().sqrt() + 1e-4), own

    def batch(self, count):
        xs, labels = [], []
        while len(xs) < count:
            x, own = self.window()
            if self.rng.random() < .35:
                y, other = self.window()
                if len(own) + len(other) <= SPEAKERS:
                    x, own = x + y * 10 ** (self.rng.uniform(-10, 10) / 20), np.concatenate([own, other])
            x = x + torch.randn(LENGTH, device=dev) * x.pow(2).mean().sqrt() * 10 ** (-self.rng.uniform(15, 50) / 20)
            xs.append(x * .05)
            labels.append(np.concatenate([own, np.zeros((SPEAKERS - len(own), FRAMES), np.uint8)]))
        return torch.stack(xs), torch.from_numpy(np.stack(labels))


def groups_of_meetings(folder):
    """Meetings that share a person are one group."""
    groups = []
    for m in json.load(open(folder + '/meetings.json')):
        joined = [g for g in groups if g[1] & set(m['speakers'])]
        groups = [g for g in groups if g not in joined]
        groups.append(({m['name']}.union(*(g[0] for g in joined)), set(m['speakers']).union(*(g[1] for g in joined))))
    return [sorted(g[0]) for g in groups]


class Training:
    """Batches of conversations, the test on held-out people, and one run of the optimizer over them."""

    def __init__(self):
        frames, clips = load(args.packed)
        people = sorted(clips)
        train, held = [p for p in people if not held_out(p)], [p for p in people if held_out(p)]
        print(len(train), 'speakers to train on,', len(held), 'held out,', round(len(frames) / 180000, 2), 'hours', flush=True)
        noise = np.load(args.packed + '/noise.npy')
        rng = np.random.default_rng(99)
        source, label = (torch.from_numpy(np.stack(v)) for v in zip(*[conversation(rng, held, clips) for _ in range(512)]))
        draw = Renderer(frames, noise, 5)
        self.test_x, self.test_label = torch.cat([draw(source[i:i + 64]) for i in range(0, 512, 64)]), label.to(dev)
        self.draw = Renderer(frames, noise, args.seed)
        conversations = Conversations(train, clips, args.seed, args.batch)
        self.batches = iter(torch.utils.data.DataLoader(conversations, batch_size=None, num_workers=min(14, os.cpu_count()), prefetch_factor=8))

    def run(self, net, top_rate, meetings=None):
        average = torch.optim.swa_utils.get_ema_multi_avg_fn(.999 if meetings is None else .99)
        mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=average, use_buffers=True)
        optimizer = torch.optim.AdamW(net.parameters(), top_rate, weight_decay=1e-2)
        start, step, smooth = time.time(), 0, 2.0
        while (spent := time.time() - start) < args.seconds:
            set_rate(optimizer, top_rate, step, 300, spent / args.seconds)
            source, label = next(self.batches)
            with torch.no_grad():
                if meetings is not None:
                    x, own = meetings.batch(48)
                    samples, label = torch.cat([self.draw(source[:96]), x]), torch.cat([label[:96], own])
                else:
                    samples = self.draw(source)
                features = net.features(samples)
            with torch.autocast('cuda', torch.bfloat16, enabled=dev == 'cuda'):
                logits = net.classify(features)
            loss = loss_of(logits, label.to(dev))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            mean.update_parameters(net)
            step += 1
            if step % 10 == 0:
                smooth = .9 * smooth + .1 * loss.item()
            if step % 500 == 0 or step == 50:
                print(f'{step} {spent:.0f} s loss {smooth:.3f} held-out people: {test(mean.module, self.test_x, self.test_label)}', flush=True)
        print(step, 'steps; held-out people:', test(mean.module, self.test_x, self.test_label), flush=True)
        return mean.module


def write(net, name):
    os.makedirs(args.out, exist_ok=True)
    batches = {'samples': {0: 'batch'}, 'logits': {0: 'batch'}}
    save(net, f'{args.out}/{name}', torch.randn(2, LENGTH), 'logits', batches)
    print(name, os.path.getsize(f'{args.out}/{name}.onnx'), 'bytes', flush=True)


def main():
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    training = Training()
    net = Segmentation().to(dev)
    print(sum(p.numel() for p in net.parameters()), 'parameters', flush=True)
    if not args.meetings:
        write(training.run(net, 2e-3), 'segmentation')
        return
    for n, without in enumerate(groups_of_meetings(args.packed) + [[]]):
        net.load_state_dict(torch.load(args.meetings))
        net.to(dev).train()
        tuned = training.run(net, 3e-4, Meetings(args.packed, without, args.seed))
        write(tuned, f'without-{"-".join(without)}' if without else 'segmentation')


main()
