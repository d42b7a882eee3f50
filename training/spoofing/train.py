"""Trains the detector of synthetic and converted speech.

    python3 train.py PACKED OUT [--fold K] [--seconds 285] [--seed 1]

PACKED holds clips.i16 (16 kHz samples of all clips, trimmed to their speech) and clips.json (pack.mjs), and noise.npy (pack.mjs
of ../diarization). With --fold, the systems of that fold, the natural clips of their pages and a quarter of all other natural
speakers are held out and reported on. Without it everything is used and OUT gets detector-all-SEED.onnx.
"""
import argparse, json, os, pathlib, sys, time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from networks import RATE, Random, band_weights, dev, fourier_kernels, hash_of, mu_law, save, set_rate

# Systems that are held out together. Pages share voices and recording rooms, so a page is never in both halves.
FOLDS = [
    ['hifi-gan', 'kokoro', 'festival', 'Comprehensive-Transformer-TTS'],
    ['grad-tts', 'starganv2-vc', 'espeak', 'PortaSpeech'],
    ['glow-tts', 'glow-tts-vc', 'DiffGAN-TTS', 'tacotron', 'piper'],
    ['FastSpeech2', 'yourtts', 'yourtts-vc', 'flite'],
]
parser = argparse.ArgumentParser()
parser.add_argument('packed')
parser.add_argument('out')
parser.add_argument('--fold', type=int)
parser.add_argument('--seconds', type=float, default=285)
parser.add_argument('--seed', type=int, default=1)
parser.add_argument('--batch', type=int, default=128)
parser.add_argument('--width', type=int, default=24)
args = parser.parse_args()


class Features(nn.Module):
    """Log powers of 80 linear bands, 100 times a second, relative to the level of the clip."""

    def __init__(self, bands=80, window=512):
        super().__init__()
        self.register_buffer('dft', fourier_kernels(window))
        self.register_buffer('bank', band_weights(np.linspace(0, RATE / 2, bands + 2), window))

    def forward(self, x):
        x = x / (x.pow(2).mean(1, keepdim=True).sqrt() + 1e-5)
        z = F.conv1d(x[:, None], self.dft, stride=160)
        re, im = z.chunk(2, 1)
        m = torch.log10(F.conv1d(re * re + im * im, self.bank) + 1e-3)
        return m - 1.5


class Block(nn.Module):
    def __init__(self, c, d, stride):
        super().__init__()
        self.a, self.b = nn.Conv2d(c, d, 3, stride=stride, padding=1, bias=False), nn.Conv2d(d, d, 3, padding=1, bias=False)
        self.n, self.m = nn.BatchNorm2d(d), nn.BatchNorm2d(d)
        self.skip = nn.Conv2d(c, d, 1, stride=stride, bias=False) if (c, stride) != (d, 1) else nn.Identity()

    def forward(self, x):
        return F.relu(self.m(self.b(F.relu(self.n(self.a(x))))) + self.skip(x))


class Detector(nn.Module):
    def __init__(self, w=24):
        super().__init__()
        self.features = Features()
        self.first = nn.Conv2d(1, w, (5, 3), stride=(2, 1), padding=(2, 1), bias=False)
        self.norm = nn.BatchNorm2d(w)
        self.blocks = nn.Sequential(Block(w, w, (2, 2)), Block(w, 2 * w, (2, 1)), Block(2 * w, 2 * w, (1, 2)), Block(2 * w, 4 * w, (2, 1)))
        self.mix = nn.Conv1d(4 * w * 5, 128, 1)
        self.mixn = nn.BatchNorm1d(128)
        self.drop = nn.Dropout(.4)
        self.l1, self.out = nn.Linear(256, 64), nn.Linear(64, 1)

    def classify(self, m):
        x = F.relu(self.norm(self.first(m[:, None])))
        x = self.blocks(x)
        x = F.relu(self.mixn(self.mix(x.flatten(1, 2))))
        mean = x.mean(2)
        deviation = ((x - mean[:, :, None]).pow(2).mean(2) + 1e-5).sqrt()
        return self.out(F.relu(self.l1(self.drop(torch.cat([mean, deviation], 1)))))[:, 0]

    def forward(self, samples):
        return self.classify(self.features(samples))


class Channel(Random):
    """What a clip may go through, natural or not: rooms, equalisers, noise, codecs, telephones."""

    def __init__(self, noise, seed):
        super().__init__(seed)
        self.noise = torch.from_numpy(noise.astype(np.float32)).to(dev)

    def some(self, x, share, change):
        chosen = self.rand(len(x)) < share
        if chosen.any():
            x = x.clone()
            x[chosen] = change(x[chosen])
        return x

    def room(self, x):
        n = x.shape[1]
        t = torch.arange(6400, device=dev) / RATE
        tail = self.randn(len(x), 6400) * torch.exp(-6.9 * t / (.08 + .45 * self.rand(len(x), 1))) * (t > .001)
        tail = tail / tail.pow(2).sum(1, keepdim=True).sqrt() * 10 ** ((4 - 22 * self.rand(len(x), 1)) / 20)
        tail[:, 0] += 1
        return torch.fft.irfft(torch.fft.rfft(x, n + 6400) * torch.fft.rfft(tail, n + 6400), n + 6400)[:, :n]

    def spectrum(self, x, gain):
        y = torch.fft.rfft(x)
        return torch.fft.irfft(y * gain(y.shape[1]), x.shape[1])

    def equalise(self, x):
        knots = self.randn(len(x), 1, 10) * 5
        return self.spectrum(x, lambda n: 10 ** (F.interpolate(knots, n, mode='linear', align_corners=True)[:, 0] / 20))

    def low_pass(self, x):
        cut = 3400 + self.rand(len(x), 1) * 4300
        return self.spectrum(x, lambda n: torch.sigmoid((cut - torch.linspace(0, 8000, n, device=dev)) / 60))

    def add_noise(self, x):
        B, n = x.shape
        level = x.pow(2).mean(1, keepdim=True).sqrt()
        hiss = self.spectrum(self.randn(B, n), lambda k: (torch.arange(k, device=dev) / k + 1e-2).pow(-.8 * self.rand(B, 1)))
        real = self.noise[torch.randint(0, len(self.noise), (B,), device=dev, generator=self.g)].repeat(1, 2)[:, :n]
        is_real = (self.rand(B, 1) < .3).float()
        norm = lambda v: v / (v.pow(2).mean(1, keepdim=True).sqrt() + 1e-6)
        snr = 18 + 42 * self.rand(B, 1)
        return x + level * 10 ** (-snr / 20) * (norm(hiss) * (1 - is_real) + norm(real) * is_real)

    def codec(self, x):
        """Coefficients are rounded as coders with a masking model do, and the top of the band is left out."""
        n, B = 512, len(x)
        window = torch.hann_window(n, device=dev)
        z = torch.stft(x, n, n // 4, window=window, return_complex=True)
        band = F.avg_pool1d(z.abs().transpose(1, 2).reshape(-1, 1, n // 2 + 1), 9, 1, 4, count_include_pad=False).view(B, -1, n // 2 + 1).transpose(1, 2)
        step = band * 10 ** (-(4 + 16 * self.rand(B, 1, 1)) / 20) + 1e-6
        z = torch.complex(torch.round(z.real / step) * step, torch.round(z.imag / step) * step)
        top = 4000 + 4500 * self.rand(B, 1, 1)
        z = z * (torch.linspace(0, 8000, n // 2 + 1, device=dev)[None, :, None] < top)
        return torch.istft(z, n, n // 4, window=window, length=x.shape[1])

    def phone(self, x):
        low, high = 50 + 250 * self.rand(len(x), 1), 3300 + 600 * self.rand(len(x), 1)
        def band(n):
            f = torch.linspace(0, 8000, n, device=dev)
            return torch.sigmoid((f - low) / 30) * torch.sigmoid((high - f) / 30)
        x = self.spectrum(x, band)
        x = x / (x.abs().amax(1, keepdim=True) + 1e-6) * 10 ** (-self.rand(len(x), 1) * 1.2)
        y = torch.where(self.rand(len(x), 1) < .75, mu_law(x), x)
        return self.spectrum(y, lambda n: (torch.linspace(0, 8000, n, device=dev) < 3990).float())

    def __call__(self, x):
        x = self.some(x, .15, self.room)
        x = self.some(x, .5, self.equalise)
        x = self.some(x, .1, self.low_pass)
        x = self.some(x, .4, self.add_noise)
        x = self.some(x, .2, self.codec)
        return self.some(x, .3, self.phone)


def is_held(clip, fold):
    if fold is None:
        return False
    held = FOLDS[fold]
    if clip['label'] != 'natural':
        return clip['system'] in held
    if clip['system'].startswith('page '):
        own = clip['system'][5:]
        return own in held or own + '-vc' in held
    return hash_of('spoofing ' + clip['system'] + clip['speaker']) % 4 == fold


def main():
    clips = json.load(open(args.packed + '/clips.json'))
    samples = torch.from_numpy(np.fromfile(args.packed + '/clips.i16', np.int16)).to(dev)
    noise = np.load(args.packed + '/noise.npy')
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    for clip in clips:
        clip['held'] = is_held(clip, args.fold)
    train = [c for c in clips if not c['held'] and c['n'] >= RATE]
    groups = {}
    for c in train:
        groups.setdefault((c['label'] != 'natural', c['system']), []).append(c)
    pages = {}
    for c in train:
        if c['page']:
            pages.setdefault(c['page'], ([], []))[c['label'] != 'natural'].append(c)
    pages = [p for p in pages.values() if p[0] and p[1]]
    def weight(key):
        n = len(groups[key])
        return (1.5 if key[1].startswith('page') else 1) * min(n, 250) ** .5
    keys = {s: [k for k in groups if k[0] == s] for s in (False, True)}
    odds = {s: np.array([weight(k) for k in keys[s]]) for s in keys}
    odds = {s: v / v.sum() for s, v in odds.items()}
    print('fold', args.fold, len(train), 'clips,', {k[1]: len(v) for k, v in groups.items()}, flush=True)

    def batch():
        chosen = []
        for i in range(args.batch):
            spoofed = i % 2 == 1
            if i < args.batch * .4:  # natural and not, of the same page
                if not spoofed:
                    page = pages[rng.integers(len(pages))]
                own = page[spoofed]
                chosen.append(own[rng.integers(len(own))])
            else:
                own = groups[keys[spoofed][rng.choice(len(keys[spoofed]), p=odds[spoofed])]]
                chosen.append(own[rng.integers(len(own))])
        n = int(rng.choice([32000, 40000, 48000, 56000, 64000, 72000]))  # few lengths: each needs its own FFT plans
        first = [rng.integers(max(1, c['n'] - n + 1)) for c in chosen]
        at, size, first = (torch.tensor(v, device=dev)[:, None] for v in ([c['at'] for c in chosen], [c['n'] for c in chosen], first))
        x = samples[at + (first + torch.arange(n, device=dev)) % size].float() / 32768
        return x, torch.tensor([float(c['label'] != 'natural') for c in chosen], device=dev)

    net = Detector(args.width).to(dev)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(.995), use_buffers=True)
    channel = Channel(noise, args.seed)
    optimizer = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=3e-2)
    torch.backends.cudnn.allow_tf32 = False  # the features need the range of full floats
    start, step, smooth = time.time(), 0, .7
    while (spent := time.time() - start) < args.seconds:
        set_rate(optimizer, 2e-3, step, 200, spent / args.seconds)
        x, y = batch()
        with torch.no_grad():
            m = net.features(channel(x))
            if rng.random() < .5:  # a few bands say nothing
                first = rng.integers(0, 72)
                m[:, first:first + rng.integers(1, 9)] = m.mean(dim=1, keepdim=True)
        with torch.autocast('cuda', torch.bfloat16, enabled=dev == 'cuda'):
            logits = net.classify(m)
        loss = F.binary_cross_entropy_with_logits(logits.float(), y * .94 + .03)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        mean.update_parameters(net)
        step += 1
        if step % 20 == 0:
            smooth = .9 * smooth + .1 * loss.item()
        if step % 500 == 0:
            print(f'fold {args.fold} step {step} {spent:.0f} s loss {smooth:.3f}', flush=True)
    final = mean.module.eval()
    name = 'all' if args.fold is None else str(args.fold)
    os.makedirs(args.out, exist_ok=True)
    test_channel = Channel(noise, 77)
    with torch.no_grad():
        for c in clips:
            x = samples[c['at']:c['at'] + c['n']].float()[None] / 32768
            if c['n'] < RATE:
                continue
            c['scores'] = [final(x).item(), final(test_channel.phone(x)).item()]
    json.dump([{k: c.get(k) for k in ('file', 'label', 'system', 'page', 'speaker', 'speech', 'held', 'scores')} for c in clips], open(f'{args.out}/scores-{name}-{args.seed}.json', 'w'))
    save(final, f'{args.out}/detector-{name}-{args.seed}', torch.randn(1, 4 * RATE), 'score', {'samples': {1: 'n'}})
    print(name, step, 'steps', sum(p.numel() for p in final.parameters()), 'parameters', flush=True)


main()
