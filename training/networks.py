"""What the trainings of speaker segmentation and of the spoofing detector share. Needs PyTorch."""
import hashlib, math
import numpy as np
import torch

RATE = 16000
dev = 'cuda' if torch.cuda.is_available() else 'cpu'


def hash_of(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], 'big')


class Random:
    """Random numbers on the device, from a seed of their own."""

    def __init__(self, seed):
        self.g = torch.Generator(device=dev)
        self.g.manual_seed(seed)

    def rand(self, *shape):
        return torch.rand(*shape, device=dev, generator=self.g)

    def randn(self, *shape):
        return torch.randn(*shape, device=dev, generator=self.g)


def fourier_kernels(window):
    """A Fourier transform under a Hann window as the weights of a convolution, so that it is part of the graph."""
    n = torch.arange(window, dtype=torch.float64)
    k = torch.arange(window // 2 + 1, dtype=torch.float64)[:, None]
    hann = .5 - .5 * torch.cos(2 * math.pi * n / window)
    angle = 2 * math.pi * k * n / window
    return torch.cat([hann * torch.cos(angle), hann * torch.sin(angle)])[:, None].float()


def band_weights(edges, window):
    """Triangular bands between every other edge, in Hz, as the weights of a convolution over the powers."""
    f = np.arange(window // 2 + 1) * RATE / window
    bank = np.stack([np.clip(np.minimum((f - a) / (b - a), (c - f) / (c - b)), 0, None)
                     for a, b, c in zip(edges, edges[1:], edges[2:])])
    return torch.from_numpy(bank.astype(np.float32))[:, :, None]


def mu_law(x):
    """Samples between -1 and 1 after G.711 µ-law."""
    code = torch.round(torch.sign(x) * torch.log1p(255 * x.abs()) / math.log(256) * 127) / 127
    return torch.sign(code) * torch.expm1(code.abs() * math.log(256)) / 255


def set_rate(optimizer, top, step, warm_up, share):
    """The learning rate rises for `warm_up` steps, then falls along a cosine; `share` of the training is done."""
    rate = top * min(1, step / warm_up + .01) * (.5 * (1 + math.cos(math.pi * share)) + .005)
    for group in optimizer.param_groups:
        group['lr'] = rate


def save(net, path, example, output, dynamic_axes):
    """Writes path.pt and path.onnx, a graph from `samples` to `output`."""
    net = net.eval().cpu()
    torch.save(net.state_dict(), f'{path}.pt')
    torch.onnx.export(net, (example,), f'{path}.onnx', input_names=['samples'], output_names=[output],
                      dynamic_axes=dynamic_axes, opset_version=17, dynamo=False)
